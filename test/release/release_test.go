//go:build unix && krew

package release_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/release"
)

// dist is the release to test. "make krew" builds it first.
var dist = flag.String("dist", "", "the folder of a release to test")

const source = "../.."

// made is a release under test.
type made struct {
	dir       string
	version   string
	platforms []release.Platform
}

var here = release.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH}

// given finds out what a folder is a release of.
func given(dir string) (*made, error) {
	archives, err := filepath.Glob(filepath.Join(dir, "kubectl-finalizers_*_"+here.OS+"_"+here.Arch+".*.gz"))
	if err != nil || len(archives) != 1 {
		return nil, fmt.Errorf("%s is not one release: %v, %w", dir, archives, err)
	}
	version := strings.Split(filepath.Base(archives[0]), "_")[1]
	return &made{dir: dir, version: version, platforms: release.Platforms}, nil
}

// scratch is where what the tests share is built.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "kubectl-finalizers-release-test-"); err != nil {
		fmt.Fprintln(os.Stderr, "making a folder to build in:", err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

func theRelease(t *testing.T) *made {
	t.Helper()
	m, err := given(*dist)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *made) path(name string) string { return filepath.Join(m.dir, name) }

// each runs a test for every platform of the release.
func (m *made) each(t *testing.T, test func(t *testing.T, p release.Platform)) {
	for _, p := range m.platforms {
		t.Run(p.String(), func(t *testing.T) { test(t, p) })
	}
}

// packed is a file of an archive.
type packed struct {
	Mode    os.FileMode
	Date    time.Time
	content []byte
}

// unpack reads an archive with the standard library.
func unpack(t *testing.T, archive string) (names []string, files map[string]packed) {
	t.Helper()
	files = map[string]packed{}
	add := func(name string, mode os.FileMode, date time.Time, r io.Reader) {
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		files[name] = packed{Mode: mode, Date: date.UTC(), content: content}
	}
	if strings.HasSuffix(archive, ".zip") {
		r, err := zip.OpenReader(archive)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for _, f := range r.File {
			content, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, f.Mode(), f.Modified, content)
		}
		return names, files
	}
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(plain); ; {
		header, err := r.Next()
		if err == io.EOF {
			return names, files
		}
		if err != nil {
			t.Fatal(err)
		}
		add(header.Name, header.FileInfo().Mode(), header.ModTime, r)
	}
}

// An archive has the plugin, its licence, what completes it and its man pages, as
// they are.
func TestArchives(t *testing.T) {
	m := theRelease(t)
	m.each(t, func(t *testing.T, p release.Platform) {
		names, files := unpack(t, m.path(p.Archive(m.version)))
		pages, err := filepath.Glob(filepath.Join(source, "docs", "man", "*.1"))
		if err != nil || len(pages) < 5 {
			t.Fatalf("found the man pages %q (%v)", pages, err)
		}
		want := []string{p.Binary(), "LICENSE", "kubectl_complete-finalizers", "kubectl_complete-finalizers.cmd"}
		originals := []string{"LICENSE", "test/release/shims/kubectl_complete-finalizers", "test/release/shims/kubectl_complete-finalizers.cmd"}
		for _, page := range pages {
			want = append(want, filepath.Base(page))
			originals = append(originals, "docs/man/"+filepath.Base(page))
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Fatal(diff)
		}
		for _, original := range originals {
			content, err := os.ReadFile(filepath.Join(source, original))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(content, files[filepath.Base(original)].content) {
				t.Errorf("%s is not that of the repository", original)
			}
		}
		for name, f := range files {
			mode := os.FileMode(0o755)
			if name == "LICENSE" || filepath.Ext(name) == ".1" {
				mode = 0o644
			}
			if f.Mode != mode {
				t.Errorf("%s has the mode %s, want %s", name, f.Mode, mode)
			}
		}
	})
}

// A binary is for its platform, says its version, has no symbols to debug with
// and no folder of the machine that built it, and is not too large.
func TestBinaries(t *testing.T) {
	m := theRelease(t)
	root, err := filepath.Abs(source)
	if err != nil {
		t.Fatal(err)
	}
	m.each(t, func(t *testing.T, p release.Platform) {
		_, files := unpack(t, m.path(p.Archive(m.version)))
		binary := files[p.Binary()].content
		t.Logf("%d bytes", len(binary))
		if len(binary) > release.MostBytes {
			t.Errorf("it has %d bytes", len(binary))
		}
		if !bytes.Contains(binary, []byte(m.version)) {
			t.Errorf("%s is nowhere in it", m.version)
		}
		if bytes.Contains(binary, []byte(root)) {
			t.Errorf("it has the folder %s in it", root)
		}
		if debugging := debugSections(t, p, binary); len(debugging) > 0 {
			t.Errorf("it is not stripped: %v", debugging)
		}
		info, err := buildinfo.Read(bytes.NewReader(binary))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, s := range info.Settings {
			got[s.Key] = s.Value
		}
		if got["GOOS"] != p.OS || got["GOARCH"] != p.Arch || got["CGO_ENABLED"] != "0" || got["-trimpath"] != "true" {
			t.Errorf("built as %v", got)
		}
	})
}

// debugSections are the parts of a binary that only a debugger reads.
func debugSections(t *testing.T, p release.Platform, binary []byte) []string {
	t.Helper()
	var names []string
	r := bytes.NewReader(binary)
	switch p.OS {
	case "linux":
		f, err := elf.NewFile(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Sections {
			names = append(names, s.Name)
		}
	case "darwin":
		f, err := macho.NewFile(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Sections {
			names = append(names, s.Name)
		}
	case "windows":
		f, err := pe.NewFile(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Sections {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		t.Fatal("it has no sections")
	}
	return slices.DeleteFunc(names, func(name string) bool {
		symbols := name == ".symtab" && p.OS != "windows" // where it is there, and empty
		return !symbols && !regexp.MustCompile(`^(\.|__)z?debug_`).MatchString(name)
	})
}

// Every file of the release is in the list, with its checksum.
func TestChecksums(t *testing.T) {
	m := theRelease(t)
	sums, err := release.ReadSums(m.path(release.ChecksumsFile))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := filepath.Glob(m.path("kubectl-finalizers_*"))
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * len(m.platforms); len(entries) != want || len(sums) != want {
		t.Errorf("%d files and %d checksums, want %d: %v", len(entries), len(sums), want, entries)
	}
	for _, file := range entries {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		if got := sums[filepath.Base(file)]; got != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: %s is not its checksum", file, got)
		}
	}
}

// The bill of materials lists what "go version -m" says of the binary.
func TestBills(t *testing.T) {
	m := theRelease(t)
	m.each(t, func(t *testing.T, p release.Platform) {
		_, files := unpack(t, m.path(p.Archive(m.version)))
		binary := filepath.Join(t.TempDir(), p.Binary())
		if err := os.WriteFile(binary, files[p.Binary()].content, 0o755); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("go", "version", "-m", binary).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		want := []string{"stdlib " + strings.TrimPrefix(runtime.Version(), "go")}
		for _, dep := range regexp.MustCompile(`(?m)^\tdep\t(\S+)\t(\S+)\t(\S+)$`).FindAllStringSubmatch(string(out), -1) {
			want = append(want, dep[1]+" "+dep[2]+" "+dep[3])
		}
		if len(want) < 20 {
			t.Fatalf("it has hardly any modules: %q", want)
		}
		text, err := os.ReadFile(m.path(p.Bill(m.version)))
		if err != nil {
			t.Fatal(err)
		}
		var bill struct {
			BomFormat, SpecVersion string
			Metadata               struct {
				Component struct {
					Name, Version string
					Hashes        []struct{ Alg, Content string }
				}
			}
			Components []struct {
				Name, Version, Purl string
				Properties          []struct{ Name, Value string }
			}
		}
		if err := json.Unmarshal(text, &bill); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range bill.Components {
			line := c.Name + " " + c.Version
			for _, property := range c.Properties {
				line += " " + property.Value
			}
			got = append(got, line)
			if !strings.HasPrefix(c.Purl, "pkg:golang/"+strings.ToLower(c.Name)+"@") || strings.Contains(c.Purl, "+") {
				t.Errorf("%s has the package URL %s", c.Name, c.Purl)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		sum := sha256.Sum256(files[p.Binary()].content)
		self := bill.Metadata.Component
		if bill.BomFormat != "CycloneDX" || bill.SpecVersion != "1.6" || self.Version != m.version ||
			len(self.Hashes) != 1 || self.Hashes[0].Content != hex.EncodeToString(sum[:]) {
			t.Errorf("it is a bill of %+v", self)
		}
	})
}

// The same source in another folder, in another environment, gives the same
// bytes; another version does not.
func TestReproducible(t *testing.T) {
	m := theRelease(t)
	copied := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "LICENSE", "cmd", "pkg", "docs/man", "test/release/shims"} {
		duplicate(t, filepath.Join(source, name), filepath.Join(copied, name))
	}
	t.Setenv("GOFLAGS", "-buildvcs=auto")
	t.Setenv("TZ", "Pacific/Auckland")
	t.Setenv("GOAMD64", "v3")
	t.Setenv("GOARM64", "v9.0")
	name := here.Archive(m.version)
	_, files := unpack(t, m.path(name))
	again := release.Options{
		Source: copied, Out: t.TempDir(), Version: m.version, Date: files["LICENSE"].Date,
		Platforms: []release.Platform{here}, Progress: io.Discard,
	}
	if err := release.Make(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(again.Out, "krew")); err == nil {
		t.Error("a release of one platform has manifests for an index")
	}
	for _, name := range []string{name, here.Bill(m.version)} {
		if !bytes.Equal(read(t, m.path(name)), read(t, filepath.Join(again.Out, name))) {
			t.Errorf("%s has other bytes", name)
		}
	}
	first, err := release.ReadSums(filepath.Join(again.Out, release.ChecksumsFile))
	if err != nil {
		t.Fatal(err)
	}
	again.Version = "v9.9.9"
	if err := release.Make(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	second, err := release.ReadSums(filepath.Join(again.Out, release.ChecksumsFile))
	if err != nil {
		t.Fatal(err)
	}
	if first[name] == second[here.Archive("v9.9.9")] {
		t.Error("another version has the same bytes")
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// duplicate copies a file or a folder.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.WriteFile(to, read(t, from), info.Mode()); err != nil {
		t.Fatal(err)
	}
}
