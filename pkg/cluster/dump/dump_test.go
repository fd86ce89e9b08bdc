package dump

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var updateDumps = flag.Bool("update-dumps", false, "rewrite what the scenarios in testdata want")

// filesOf returns the files of a scenario without what it wants.
func filesOf(archive *txtar.Archive) (fstest.MapFS, string) {
	files, want := fstest.MapFS{}, ""
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		files[f.Name] = &fstest.MapFile{Data: f.Data, Mode: 0o600}
	}
	return files, want
}

func scenarios(tb testing.TB) map[string]*txtar.Archive {
	tb.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		tb.Fatalf("looking for scenarios: %d found: %v", len(paths), err)
	}
	all := map[string]*txtar.Archive{}
	for _, p := range paths {
		archive, err := txtar.ParseFile(p)
		if err != nil {
			tb.Fatal(err)
		}
		all[p] = archive
	}
	return all
}

var wantAll = trace.Want{Labels: []string{"app"}, Annotations: []string{"join"}}

// summary tells all that a dump says, on one line each.
func summary(t *testing.T, d *Dump) string {
	t.Helper()
	var out strings.Builder
	at := "at "
	if d.Clock().AtLeast {
		at = "at least "
	}
	fmt.Fprintf(&out, "%s%s, complete %t\n", at, d.Clock().At.Format(time.RFC3339), d.Complete())
	kinds, problems, err := d.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var scopes []trace.Scope
	for _, k := range kinds {
		scopes = append(scopes, trace.Scope{Kind: k})
		if builtin.Kind(schema.GroupKind{Group: k.Group, Kind: k.Kind}).Kind == "" {
			fmt.Fprintln(&out, "kind", kindText(k))
		}
	}
	var rows []string
	for _, p := range d.Scan(t.Context(), scopes, wantAll, func(k trace.Kind, r *trace.Row) { rows = append(rows, rowText(k, r)) }) {
		if !slices.Contains(problems, p) {
			problems = append(problems, p)
		}
	}
	slices.Sort(rows)
	for _, row := range rows {
		fmt.Fprintln(&out, row)
	}
	for _, p := range problems {
		fmt.Fprintf(&out, "problem %s: %s\n", p.About, p.Reason)
	}
	for _, line := range d.Aside() {
		fmt.Fprintln(&out, "beside", line.Text)
	}
	return out.String()
}

func kindText(k trace.Kind) string {
	scope := "cluster"
	if k.Namespaced {
		scope = "namespaced"
	}
	s := fmt.Sprintf("%s.%s/%s %s %s %s", k.Resource, k.Group, k.Version, k.Kind, k.Singular, scope)
	if len(k.ShortNames) > 0 {
		s += fmt.Sprintf(" short=%v", k.ShortNames)
	}
	if len(k.Categories) > 0 {
		s += fmt.Sprintf(" categories=%v", k.Categories)
	}
	return s
}

func rowText(k trace.Kind, r *trace.Row) string {
	s := trace.Describe(k, string(r.Namespace), string(r.Name))
	if len(r.UID) > 0 {
		s += " uid=" + string(r.UID)
	}
	if !r.Created.IsZero() {
		s += " created=" + r.Created.Format(time.RFC3339)
	}
	if !r.Deleted.IsZero() {
		s += " deleted=" + r.Deleted.Format(time.RFC3339)
	}
	if r.Grace != 0 {
		s += fmt.Sprintf(" grace=%d", r.Grace)
	}
	if len(r.Finalizers) > 0 {
		s += fmt.Sprintf(" finalizers=%s", r.Finalizers)
	}
	for _, o := range r.Owners {
		s += fmt.Sprintf(" owner=%s/%s/%s/%s", o.APIVersion, o.Kind, o.Name, o.UID)
		if o.Controller {
			s += " controller"
		}
		if o.Block {
			s += " block"
		}
	}
	for _, p := range r.Labels {
		s += fmt.Sprintf(" label %s=%s", p.Key, p.Value)
	}
	for _, p := range r.Annotations {
		s += fmt.Sprintf(" annotation %s=%s", p.Key, p.Value)
	}
	return s
}

func TestDumpScenarios(t *testing.T) {
	for path, archive := range scenarios(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			files, want := filesOf(archive)
			d, err := OpenFS(t.Context(), files)
			if err != nil {
				t.Fatal(err)
			}
			got := summary(t, d)
			if *updateDumps {
				archive.Files[len(archive.Files)-1].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			assertNoData(t, d)
		})
	}
}

func assertNoData(t *testing.T, d *Dump) {
	t.Helper()
	for _, entries := range d.objects {
		for _, e := range entries {
			if strings.Contains(string(e.raw), "never shown") {
				t.Errorf("%s %s holds its data: %s", e.kind, e.name, e.raw)
			}
		}
	}
}

// TestDumpContainers reads each scenario from a directory, packed file by file,
// as an archive and through a stream, and expects the same as ever.
func TestDumpContainers(t *testing.T) {
	for path, archive := range scenarios(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if name == "broken" {
			continue // the problems name the files, which are called otherwise
		}
		files, want := filesOf(archive)
		t.Run(name+"/directory", func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, files, func(name string, data []byte) (string, []byte) { return name, data })
			compareDump(t, dir, want)
		})
		t.Run(name+"/gzipped", func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, files, func(name string, data []byte) (string, []byte) { return name + ".gz", gzipped(t, data) })
			compareDump(t, dir, want)
		})
		t.Run(name+"/archive", func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "dump.tar")
			writeFile(t, file, tarred(t, files))
			compareDump(t, file, want)
		})
		t.Run(name+"/archive-in-directory", func(t *testing.T) {
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "support.tgz"), gzipped(t, tarred(t, files)))
			compareDump(t, dir, want)
		})
		t.Run(name+"/stream", func(t *testing.T) {
			d, err := Read(t.Context(), bytes.NewReader(gzipped(t, tarred(t, files))))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, summary(t, d)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func compareDump(t *testing.T, path, want string) {
	t.Helper()
	d, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, summary(t, d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func writeFiles(t *testing.T, dir string, files fstest.MapFS, change func(string, []byte) (string, []byte)) {
	t.Helper()
	for name, f := range files {
		name, data := change(name, f.Data)
		writeFile(t, filepath.Join(dir, name), data)
	}
}

func gzipped(tb testing.TB, data []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t *testing.T, files fstest.MapFS) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f := files[name]
		header := &tar.Header{Name: "./" + name, Typeflag: tar.TypeReg, Size: int64(len(f.Data)), ModTime: f.ModTime, Mode: 0o600}
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		_, err = w.Write(f.Data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const podText = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0","namespace":"shop"}}`

var (
	podKind        = builtin.Kind(schema.GroupKind{Kind: "Pod"})
	namespaceKind  = builtin.Kind(schema.GroupKind{Kind: "Namespace"})
	eventKind      = builtin.Kind(schema.GroupKind{Kind: "Event"})
	secretKind     = builtin.Kind(schema.GroupKind{Kind: "Secret"})
	deploymentKind = builtin.Kind(schema.GroupKind{Group: "apps", Kind: "Deployment"})
	nodeKind       = builtin.Kind(schema.GroupKind{Kind: "Node"})
)

// TestDumpStandardOutput reads what kubectl cluster-info dump writes to its
// output: documents and logs by turns.
func TestDumpStandardOutput(t *testing.T) {
	logs := "==== START logs for container web of pod shop/web-0 ====\n" +
		`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"in-a-log"}}` + "\n" +
		"==== END logs for container other of pod shop/web-0 ====\n" +
		strings.Repeat("x", 200_000) + "==== END logs for container web of pod shop/web-0 ====\n"
	pod := "apiVersion: v1\nkind: PodList\nitems:\n- metadata:\n    name: web-0\n    namespace: shop\n"
	for name, text := range map[string]string{
		"json": podText + "\n" + logs + logs + strings.ReplaceAll(podText, "web-0", "web-1"),
		"yaml": pod + "---\n" + logs + logs + strings.ReplaceAll(pod, "web-0", "web-1"),
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Read(t.Context(), strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			want := "at least 0001-01-01T00:00:00Z, complete false\npods/web-0 in namespace shop\npods/web-1 in namespace shop\n" +
				"problem objects outside the dump: NotInDump\n"
			if diff := cmp.Diff(want, summary(t, d)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestDumpPartial asks a dump that does not say what it was made of.
func TestDumpPartial(t *testing.T) {
	d, err := Read(t.Context(), strings.NewReader(podText))
	if err != nil {
		t.Fatal(err)
	}
	obj, err := d.Get(t.Context(), podKind, "shop", "web-0")
	if err != nil || obj.GetName() != "web-0" {
		t.Fatalf("getting the pod: %v, %v", obj, err)
	}
	_, err = d.Get(t.Context(), podKind, "shop", "web-1")
	if apierrors.IsNotFound(err) {
		t.Error("a partial dump claims that an object does not exist")
	}
	want := trace.Problem{
		About: trace.Part{Resource: "pods", Namespace: "shop", Name: "web-1"}, Reason: trace.NotInDump,
		Message: "the dump does not contain it and does not say whether it existed",
	}
	if diff := cmp.Diff(want, d.Problem(want.About, err)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	listed := 0
	err = d.List(t.Context(), trace.Scope{Kind: podKind, Namespace: "shop"}, func(*unstructured.Unstructured) { listed++ })
	if listed != 1 || err == nil {
		t.Errorf("listing: %d objects, error %v", listed, err)
	}
	if diff := cmp.Diff(unsaid, d.Problem(trace.PartOf(podKind, "shop", ""), err)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDumpProblem(t *testing.T) {
	var syntax any
	badJSON := json.Unmarshal([]byte("{"), &syntax)
	for name, test := range map[string]struct {
		err  error
		want trace.Problem
	}{
		"context":   {fmt.Errorf("getting: %w", context.DeadlineExceeded), trace.Problem{About: trace.Part{Words: "x"}, Reason: trace.TimedOut, Message: "getting: context deadline exceeded"}},
		"syntax":    {badJSON, trace.Problem{About: trace.Part{Words: "x"}, Reason: trace.Undecodable, Message: "unexpected end of JSON input"}},
		"two lines": {errors.New("a\nb"), trace.Problem{About: trace.Part{Words: "x"}, Reason: trace.ReadFailed, Message: "a b"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, (&Dump{}).Problem(trace.Part{Words: "x"}, test.err)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDumpNothing(t *testing.T) {
	empty := t.TempDir()
	binary := filepath.Join(t.TempDir(), "dump.yaml")
	writeFile(t, binary, []byte{0, 1, 2, 3})
	for name, path := range map[string]string{"directory": empty, "missing": filepath.Join(empty, "none"), "binary": binary} {
		t.Run(name, func(t *testing.T) {
			if d, err := Open(t.Context(), path); err == nil {
				t.Errorf("opened %s: %v", path, d)
			}
		})
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(cancelled, strings.NewReader(podText)); !errors.Is(err, context.Canceled) {
		t.Errorf("reading under a cancelled context: %v", err)
	}
	if _, err := OpenFS(cancelled, fstest.MapFS{"a.json": {Data: []byte(podText)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("reading a tree under a cancelled context: %v", err)
	}
}

// TestDumpLinks reads a directory whose links lead out of it.
func TestDumpLinks(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside.json")
	writeFile(t, outside, []byte(strings.ReplaceAll(podText, "web-0", "outside")))
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "in.json"), []byte(podText))
	if err := os.Symlink(outside, filepath.Join(dir, "link.json")); err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.entries(podKind, "")); n != 1 {
		t.Errorf("%d pods, want the one inside", n)
	}
	if diff := cmp.Diff([]trace.Problem{unsaid}, d.Problems()); diff != "" {
		t.Errorf("problems, -want +got:\n%s", diff)
	}
}

func TestDumpLimits(t *testing.T) {
	large := fmt.Sprintf(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"large","namespace":"shop"},"spec":{"x":%q}}`, strings.Repeat("x", 5000))
	largeYAML := "- apiVersion: v1\n  kind: Pod\n  metadata: {name: large, namespace: shop}\n  x: " + strings.Repeat("x", 5000) + "\n"
	smallYAML := "- apiVersion: v1\n  kind: Pod\n  metadata: {name: small, namespace: shop}\n"
	small := strings.ReplaceAll(podText, "web-0", "small")
	for name, test := range map[string]struct {
		text   string
		change func(*loader)
		want   []string
		reason string
	}{
		"json item": {
			`{"kind":"List","items":[` + large + "," + small + `]}`, func(l *loader) { l.valueLimit = 1000 },
			[]string{"small"},
			trace.LimitReached,
		},
		"yaml item": {
			"kind: List\nitems:\n" + largeYAML + smallYAML, func(l *loader) { l.valueLimit = 1000 },
			[]string{"small"},
			trace.LimitReached,
		},
		"yaml document": {
			"a: " + strings.Repeat("x", 5000) + "\n---\n" + small, func(l *loader) { l.valueLimit = 1000 },
			[]string{"small"},
			trace.LimitReached,
		},
		"kept": {
			small + podText, func(l *loader) { l.keepLimit = 400 },
			[]string{"small", "web-0"},
			trace.LimitReached,
		},
		"read": {
			small + strings.Repeat(" ", 100_000) + podText, func(l *loader) { l.readLimit = 70_000 },
			[]string{"small"},
			trace.LimitReached,
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLoader()
			test.change(l)
			d, err := l.finish("x", l.single(t.Context(), "x", strings.NewReader(test.text)))
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range d.entries(podKind, "") {
				names = append(names, e.name)
			}
			if diff := cmp.Diff(test.want, names); diff != "" {
				t.Errorf("objects, -want +got:\n%s", diff)
			}
			if !slices.ContainsFunc(d.Problems(), func(p trace.Problem) bool { return p.Reason == test.reason }) {
				t.Errorf("no problem says %s: %v", test.reason, d.Problems())
			}
		})
	}
}

// TestDumpBomb unpacks a small file into a large one.
func TestDumpBomb(t *testing.T) {
	l := newLoader()
	l.readLimit = 1 << 16
	bomb := gzipped(t, bytes.Repeat([]byte(" "), 8<<16))
	_, err := l.finish("x", l.single(t.Context(), "x", bytes.NewReader(bomb)))
	if err == nil || !strings.Contains(err.Error(), errFull.Error()) {
		t.Errorf("reading it: %v", err)
	}
}
