package diagnose_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var updateWhy = flag.Bool("update-why", false, "rewrite the wanted diagnoses")

// watchedFor is the time between two readings of a case.
const watchedFor = 10 * time.Second

// whyAt is the moment at which every case is judged.
var whyAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// whyCase is one of the objects.yaml of an archive with its question and what
// the server would answer. Every archive of testdata/why holds, in this order,
// the sections positive.yaml, near-miss.yaml and healthy.yaml, each followed by
// its "want"; "server" sections before them hold for all that follow.
//
// A "before.yaml" before one of them is what the same question found a while ago,
// an "also.yaml" what another cluster has, and "namespaces/…/current.log" what a
// container has printed, as a dump has it.
//
// An objects section begins with comment lines "# ask: TYPE/NAME [NAMESPACE]",
// one for each asked object, or "# ask: going" for all that is going away.
type whyCase struct {
	// name is the archive and the section, of which it may have several; empty for what is
	// in none. section is its number.
	name    string
	section int
	asked   [][]string
	going   bool
	objects string
	server  serverAnswers
	// ago is how long before whyAt the case was read; before is what was
	// diagnosed then.
	ago    time.Duration
	before *explain.Diagnosis
	// also is another cluster, nil for none.
	also *explain.Elsewhere
	// logs are what containers printed, as a dump has it: files by their paths.
	logs fstest.MapFS
	// printing reads logs instead of the dump, nil for none.
	printing explain.LogReader
	// reader stands between the server and who asks, nil for nothing.
	reader func(explain.Reader) explain.Reader
	// early says whether the server is so far that it is asked ahead, nil where nobody does.
	early func() bool
	// everything has the trace list all there is, and listed has the diagnosis know what it has
	// shown.
	everything, listed bool
	// read is the dump of the objects, once it was read.
	read *dump.Dump
}

// serverAnswers is what a real API server would say beyond its objects.
type serverAnswers struct {
	// Rights maps a user to what it may do, as "verb resource.group" or "verb
	// resource.group/subresource"; "*" is everything. A user that is not listed
	// gets no answer at all.
	Rights map[string][]string `json:"rights,omitempty"`
	// Refuses maps "resource/name" to what a dry run of a change to it is
	// refused with. Without the map dry runs are not available; with it,
	// everything that is not in it is accepted.
	Refuses map[string]refusal `json:"refuses,omitempty"`
	// Unreadable maps "resource.group" to the problem that reading it meets.
	Unreadable map[string]string `json:"unreadable,omitempty"`
	// BrokenGroups are API groups that discovery cannot ask: "group/version".
	BrokenGroups []string `json:"brokenGroups,omitempty"`
}

type refusal struct {
	Code    int32  `json:"code"`
	Message string `json:"message"`
}

// fakeServer adds to a dump what only a server can answer.
type fakeServer struct {
	*dump.Dump
	answers serverAnswers
}

func resourceOf(k trace.Kind) string {
	if k.Group == "" {
		return k.Resource
	}
	return k.Resource + "." + k.Group
}

func (s *fakeServer) Kinds(ctx context.Context) ([]trace.Kind, []trace.Problem, error) {
	kinds, _, err := s.Dump.Kinds(ctx)
	kinds = slices.DeleteFunc(slices.Clone(kinds), func(k trace.Kind) bool {
		return slices.ContainsFunc(s.answers.BrokenGroups, func(g string) bool { return brokenGroup(g).Group == k.Group })
	})
	var problems []trace.Problem
	for _, g := range s.answers.BrokenGroups {
		problems = append(problems, trace.Problem{About: brokenGroup(g), Reason: trace.Unavailable, Message: "the server does not reach what serves it"})
	}
	return kinds, problems, err
}

// brokenGroup reads "group/version", or "v1" for the core group.
func brokenGroup(text string) trace.Part {
	at := strings.LastIndex(text, "/") + 1
	return trace.Part{Group: strings.TrimSuffix(text[:at], "/"), Version: text[at:]}
}

func (s *fakeServer) unreadable(k trace.Kind) error {
	if text, ok := s.answers.Unreadable[resourceOf(k)]; ok {
		return fmt.Errorf("reading %s: %w", resourceOf(k), apierrors.NewForbidden(schemaOf(k), "", errors.New(text)))
	}
	return nil
}

func (s *fakeServer) Get(ctx context.Context, k trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	if err := s.unreadable(k); err != nil {
		return nil, err
	}
	obj, err := s.Dump.Get(ctx, k, namespace, name)
	if err != nil && !apierrors.IsNotFound(err) {
		// What a test does not hold does not exist; a dump says that it does not know.
		return nil, apierrors.NewNotFound(schemaOf(k), name)
	}
	return obj, err
}

func (s *fakeServer) List(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	if err := s.unreadable(scope.Kind); err != nil {
		return err
	}
	if err := s.Dump.List(ctx, scope, visit); err != nil && s.Problem(trace.Part{}, err).Reason != trace.NotInDump {
		return err
	}
	return nil
}

func (s *fakeServer) Scan(ctx context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	var problems []trace.Problem
	var open []trace.Scope
	for _, scope := range scopes {
		if err := s.unreadable(scope.Kind); err != nil {
			problems = append(problems, s.Problem(trace.PartOf(scope.Kind, scope.Namespace, ""), err))
			continue
		}
		open = append(open, scope)
	}
	for _, p := range s.Dump.Scan(ctx, open, want, visit) {
		if p.Reason != trace.NotInDump {
			problems = append(problems, p)
		}
	}
	return problems
}

func (s *fakeServer) Problem(about trace.Part, err error) trace.Problem {
	for words, reason := range map[string]string{"conversion webhook for ": trace.Unavailable, "corrupt object": trace.Undecodable} {
		if _, text, ok := strings.Cut(err.Error(), words); ok {
			return trace.Problem{About: about, Reason: reason, Message: words + text}
		}
	}
	if apierrors.IsForbidden(err) {
		return trace.Problem{About: about, Reason: trace.Forbidden, Message: err.Error()}
	}
	return s.Dump.Problem(about, err)
}

var errNotTold = errors.New("the server does not tell")

func (s *fakeServer) Allowed(_ context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	rights, known := s.answers.Rights[who.User]
	if !known {
		return nil, errNotTold
	}
	var out []explain.Decision
	for _, a := range what {
		name := a.Verb + " " + a.Resource
		if a.Group != "" {
			name += "." + a.Group
		}
		if a.Subresource != "" {
			name += "/" + a.Subresource
		}
		out = append(out, explain.Decision{Allowed: slices.Contains(rights, name) || slices.Contains(rights, "*")})
	}
	return out, nil
}

func (s *fakeServer) DryRun(_ context.Context, k trace.Kind, _, name, _ string, _ types.PatchType, _ []byte, _ explain.Subject) (*unstructured.Unstructured, error) {
	if s.answers.Refuses == nil {
		return nil, errNotTold
	}
	if r, refused := s.answers.Refuses[resourceOf(k)+"/"+name]; refused {
		return nil, &apierrors.StatusError{ErrStatus: statusOf(r)}
	}
	return &unstructured.Unstructured{}, nil
}

// diagnose runs a case as the command does: dump, trace, diagnosis.
func (c whyCase) diagnose(t *testing.T, catalogue *catalogue.Catalogue) *explain.Diagnosis {
	t.Helper()
	diagnosis, err := c.run(t.Context(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	return diagnosis
}

// open reads the objects, so that they need not be read for every run.
func (c *whyCase) open(ctx context.Context) (err error) {
	if c.read != nil {
		return nil
	}
	if read, ok := opened.Load(c.objects); ok && len(c.logs) == 0 {
		c.read = read.(*dump.Dump)
		return nil
	}
	files := fstest.MapFS{"objects.yaml": &fstest.MapFile{Data: []byte(c.objects)}}
	maps.Copy(files, c.logs)
	c.read, err = dump.OpenFS(ctx, files)
	if err == nil && len(c.logs) == 0 {
		opened.Store(c.objects, c.read)
	}
	return err
}

// opened are the dumps of objects that a test has read, by their text: a dump does not
// change, and reading it takes longer than a diagnosis.
var opened sync.Map

var loaded = sync.OnceValues(func() (*catalogue.Catalogue, error) { return catalogue.Load() })

// builtIn is the catalogue of the program, compiled once for all tests.
func builtIn(tb testing.TB) *catalogue.Catalogue {
	tb.Helper()
	known, err := loaded()
	if err != nil {
		tb.Fatal(err)
	}
	return known
}

func (c whyCase) run(ctx context.Context, catalogue *catalogue.Catalogue) (*explain.Diagnosis, error) {
	if err := c.open(ctx); err != nil {
		return nil, err
	}
	server := &fakeServer{c.read, c.server}
	tracer := trace.Tracer{Reader: server, Linker: catalogue, Now: whyAt.Add(-c.ago), Deleting: c.going}
	targets, err := c.targets(ctx, server)
	if err != nil {
		return nil, err
	}
	if c.everything {
		tracer.Going, tracer.Deleting, tracer.Want = []string{""}, true, diagnose.Want()
	}
	var scanned *trace.Scanned
	if c.listed {
		tracer.Scanned = func(s *trace.Scanned) { scanned = s }
	}
	graph, err := tracer.Trace(ctx, targets)
	if err != nil {
		return nil, err
	}
	var reader explain.Reader = server
	if c.reader != nil {
		reader = c.reader(server)
	}
	diagnoser := diagnose.Diagnoser{Reader: reader, Catalogue: catalogue, Now: whyAt.Add(-c.ago), Before: c.before, Also: c.also, Scanned: scanned}
	diagnoser.Logs = c.printing
	if c.read.HasLogs() && c.printing == nil {
		diagnoser.Logs = c.read
	}
	if c.early != nil {
		early := diagnoser.Begin(ctx, c.early)
		defer early.Close()
		diagnoser.Early = early
	}
	return diagnoser.Diagnose(ctx, graph)
}

func (c whyCase) targets(ctx context.Context, server *fakeServer) ([]trace.Target, error) {
	kinds, _, err := server.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	var targets []trace.Target
	for _, asked := range c.asked {
		target, err := targetOf(kinds, asked)
		if err != nil {
			return nil, err
		}
		targets = append(targets, target)
	}
	if c.going {
		targets = append(targets, everythingGoing(ctx, server, kinds)...)
	}
	return targets, nil
}

func targetOf(kinds []trace.Kind, asked []string) (trace.Target, error) {
	resource, name, _ := strings.Cut(asked[0], "/")
	for _, k := range kinds {
		if resourceOf(k) == resource {
			target := trace.Target{Kind: k, Name: name}
			if k.Namespaced {
				target.Namespace = asked[1]
			}
			return target, nil
		}
	}
	return trace.Target{}, fmt.Errorf("no kind is served as %s", resource)
}

func everythingGoing(ctx context.Context, server *fakeServer, kinds []trace.Kind) []trace.Target {
	var targets []trace.Target
	for _, k := range kinds {
		if !k.Listable {
			continue
		}
		server.Scan(ctx, []trace.Scope{{Kind: k}}, trace.Want{}, func(k trace.Kind, row *trace.Row) {
			if !row.Deleted.IsZero() {
				targets = append(targets, trace.Target{Kind: k, Namespace: string(row.Namespace), Name: string(row.Name)})
			}
		})
	}
	return targets
}

func readCase(tb testing.TB, objects []byte, server serverAnswers) whyCase {
	tb.Helper()
	c := whyCase{objects: string(objects), server: server}
	for line := range strings.Lines(c.objects) {
		ask, ok := strings.CutPrefix(line, "# ask: ")
		if !ok {
			continue
		}
		if words := strings.Fields(ask); words[0] == "going" {
			c.going = true
		} else {
			c.asked = append(c.asked, words)
		}
	}
	if len(c.asked) == 0 && !c.going {
		tb.Fatal("no line '# ask: …'")
	}
	return c
}

// TestWhy runs the archives of testdata/why. Run it with -update-why to write
// what is diagnosed into them, and then read every word of it.
func TestWhy(t *testing.T) {
	catalogue := builtIn(t)
	files, err := filepath.Glob("testdata/why/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runArchive(t, catalogue, file)
		})
	}
}

func runArchive(t *testing.T, catalogue *catalogue.Catalogue, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	judge(t, catalogue, archive)
	if *updateWhy {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// judge compares what is diagnosed in each section with what is wanted.
func judge(t *testing.T, catalogue *catalogue.Catalogue, archive *txtar.Archive) {
	t.Helper()
	var server serverAnswers
	var got string
	var before *explain.Diagnosis
	var also *explain.Elsewhere
	logs := fstest.MapFS{}
	for i := range archive.Files {
		f := &archive.Files[i]
		switch {
		case f.Name == "server":
			server = serverAnswers{}
			if err := yaml.UnmarshalStrict(f.Data, &server); err != nil {
				t.Fatal(err)
			}
		case f.Name == "before.yaml":
			c := readCase(t, f.Data, server)
			c.ago = watchedFor
			before = c.diagnose(t, catalogue)
		case f.Name == "also.yaml":
			also = elsewhereWith(t, f.Data)
		case strings.HasPrefix(f.Name, "namespaces/"):
			logs[f.Name] = &fstest.MapFile{Data: f.Data}
		case slices.Contains(whySections, f.Name):
			c := readCase(t, f.Data, server)
			c.logs, logs = logs, fstest.MapFS{}
			c.before, before = before, nil
			c.also, also = also, nil
			got = summary(c.diagnose(t, catalogue))
		case slices.Contains(pastedSections, f.Name):
			got = summary(pasted{text: string(f.Data)}.diagnosed(t))
		case f.Name == "want":
			if *updateWhy {
				f.Data = []byte(got)
			}
			if diff := cmp.Diff(string(f.Data), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", archive.Files[max(i-1, 0)].Name, diff)
			}
		default:
			t.Fatalf("unknown section %q", f.Name)
		}
	}
}

// elsewhereWith is another cluster with the objects, which is called new.
func elsewhereWith(tb testing.TB, objects []byte) *explain.Elsewhere {
	tb.Helper()
	d, err := dump.OpenFS(tb.Context(), fstest.MapFS{"objects.yaml": &fstest.MapFile{Data: objects}})
	if err != nil {
		tb.Fatal(err)
	}
	return &explain.Elsewhere{Name: "new", Reader: &fakeServer{Dump: d}}
}

var whySections = []string{"positive.yaml", "near-miss.yaml", "healthy.yaml"}

// pastedSections are texts that somebody has copied.
var pastedSections = []string{"positive.txt", "near-miss.txt", "healthy.txt"}

// TestEveryReason fails for a reason that no archive shows, or that the archive
// of its name also finds in the near miss or in the healthy twin.
func TestEveryReason(t *testing.T) {
	for _, reason := range reasonConstants(t) {
		t.Run(reason, func(t *testing.T) {
			archive, err := txtar.ParseFile("testdata/why/" + reason + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for i := 1; i < len(archive.Files); i++ {
				section, want := archive.Files[i-1].Name, &archive.Files[i]
				if want.Name != "want" {
					continue
				}
				seen[section] = true
				shown := strings.Contains(string(want.Data), " "+reason+":")
				if shown != (section == "positive.yaml") {
					t.Errorf("%s: shows %s: %t", section, reason, shown)
				}
			}
			for _, section := range whySections {
				if !seen[section] {
					t.Errorf("no section %s", section)
				}
			}
		})
	}
}

// reasonConstants reads the constants of type Reason from the source.
func reasonConstants(t *testing.T) []string {
	t.Helper()
	var reasons []string
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "../reasons.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range file.Decls {
		block, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range block.Specs {
			value, ok := spec.(*ast.ValueSpec)
			if !ok || len(value.Values) != 1 {
				continue
			}
			if literal, ok := value.Values[0].(*ast.BasicLit); ok {
				text, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				reasons = append(reasons, text)
			}
		}
	}
	if len(reasons) < 10 {
		t.Fatalf("found only %d reasons", len(reasons))
	}
	return reasons
}

// summary writes a diagnosis so that a person can check every part of it.
func summary(d *explain.Diagnosis) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for i := range d.Objects {
		o := &d.Objects[i]
		line("%s %s %s", refText(o.Ref), o.State, o.Verdict)
		for j := range o.Holds {
			writeHold(line, &o.Holds[j])
		}
	}
	for i := range d.Causes {
		c := &d.Causes[i]
		var chain []string
		for _, p := range c.Chain {
			chain = append(chain, refText(d.Objects[p.Object].Ref)+" "+d.Of(p).Finalizer)
		}
		line("cause %s %s frees %d: %s", c.Verdict, c.Reason, c.Frees, strings.Join(chain, " -> "))
	}
	for _, p := range d.Incomplete {
		line("incomplete %s: %s", p.About, p.Reason)
	}
	return b.String()
}

func writeHold(line func(string, ...any), h *explain.Hold) {
	name := h.Finalizer
	if name == "" {
		name = "(no finalizer)"
	}
	line("  %s: %s %s: %s", name, h.Verdict, h.Reason, h.Message)
	if h.Holder.Name != "" {
		line("    holder %s, %s, %s %s", h.Holder.Name, h.Holder.Confidence, h.Health, refText(h.Holder.Workload))
	}
	for _, k := range h.Blockers {
		line("    blocker %s %s %s", refText(k.Ref), k.State, k.What)
	}
	for _, e := range h.Evidence {
		weak := ""
		if e.Weak {
			weak = "weak "
		}
		line("    %sevidence %s [%s]", weak, e.Fact, e.Source)
	}
	for _, s := range h.Next {
		takes := s.Cost.Loss
		if s.Cost.Risk == explain.RiskLow {
			takes = "" // TestAllSteps looks at what takes nothing
		}
		line("    next %s: %s", explain.Joined("; ", s.Text, takes), strings.Join(s.Command, " "))
	}
	for _, w := range h.Warnings {
		line("    warning %s", w.String())
	}
	if h.Cost != (explain.Cost{}) {
		line("    cost %s [%s] (%s)", h.Cost.Loss, h.Cost.StandsFor(), h.Cost.Risk)
	}
}

func refText(r trace.Ref) string {
	if r.Name == "" {
		return "-"
	}
	text := r.Kind
	if r.Group != "" {
		text += "." + r.Group
	}
	if r.Namespace != "" {
		return text + " " + r.Namespace + "/" + r.Name
	}
	return text + " " + r.Name
}
