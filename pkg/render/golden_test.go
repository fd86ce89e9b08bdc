package render

import (
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var update = flag.Bool("update", false, "rewrite the sections that a golden file has")

// answer is what a golden file begins with, read afresh each time.
type answer struct {
	graph     *trace.Graph
	diagnosis *explain.Diagnosis
	removal   *remove.Removal
}

// golden is one sort of golden files.
type golden struct {
	first   string // what they begin with
	pattern string
	formats []string
	read    func(t *testing.T, text []byte) answer
}

func goldens() []golden {
	return []golden{
		{"graph.yaml", "testdata/*.txtar", GraphFormats(), func(t *testing.T, text []byte) answer { return answer{graph: sample.Graph(t, text)} }},
		{"diagnosis.yaml", "testdata/why/*.txtar", DiagnosisFormats(), func(t *testing.T, text []byte) answer { return answer{diagnosis: sample.Diagnosis(t, text)} }},
		{"removal.yaml", "testdata/plan/*.txtar", RemovalFormats(), func(t *testing.T, text []byte) answer { return answer{removal: sample.Removal(t, text)} }},
	}
}

// print writes the answer, or of a graph the warnings.
func (a answer) print(w io.Writer, format string, o Options) error {
	switch {
	case format == "warnings":
		return Problems(w, a.graph.Incomplete, o)
	case a.graph != nil:
		return Graph(w, a.graph, format, o)
	case a.diagnosis != nil:
		return Diagnosis(w, a.diagnosis, format, o)
	default:
		return Removal(w, a.removal, format, o)
	}
}

func (a answer) printed(t *testing.T, format string, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := a.print(&b, format, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// contents are what there is to change in an answer.
func (a answer) contents() any {
	switch {
	case a.graph != nil:
		return *a.graph
	case a.diagnosis != nil:
		return *a.diagnosis
	default:
		return *a.removal
	}
}

// check holds that the documents of the answer say the same. A graph may have what no
// cluster has, and is a sound document only where a golden shows it.
func (a answer) check(t *testing.T) {
	t.Helper()
	text := a.printed(t, "json", Options{})
	switch {
	case a.graph != nil:
	case a.diagnosis != nil:
		checkPlaces(t, text)
		checkSchema(t, "diagnosis", text)
	default:
		checkSchema(t, "removal", text)
	}
	sample.SameYAML(t, text, a.printed(t, "yaml", Options{}))
}

func checkSchema(t *testing.T, schema, text string) {
	t.Helper()
	if err := sample.Check(t, schema, "", text); err != nil {
		t.Error(err)
	}
}

// sectionOf is the format that a section of a golden file is in, and what it is printed
// on: "text-60" is 60 columns wide.
func sectionOf(name string) (string, Options) {
	format, form, _ := strings.Cut(name, "-")
	switch form {
	case "":
		if format == "wide" {
			return format, Options{Width: 100}
		}
		return format, Options{}
	case "ascii":
		return format, Options{Width: 80, ASCII: true}
	case "color":
		return format, Options{Width: 80, Color: true}
	}
	width, _ := strconv.Atoi(form)
	return format, Options{Width: width}
}

// visible writes what a golden file cannot show, for the eye of a reviewer.
var visible = strings.NewReplacer("\x1b", "␛", paper.FirstStrongIsolate, "‹FSI›", paper.PopIsolate, "‹PDI›")

func TestGolden(t *testing.T) {
	for _, g := range goldens() {
		files, err := filepath.Glob(g.pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no golden files in %s: %v", g.pattern, err)
		}
		shown := map[string]bool{}
		for _, file := range files {
			t.Run(strings.TrimPrefix(strings.TrimSuffix(file, ".txtar"), "testdata/"), func(t *testing.T) {
				archive, err := txtar.ParseFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if len(archive.Files) < 2 || archive.Files[0].Name != g.first {
					t.Fatalf("a golden begins with %s and has at least one section", g.first)
				}
				a := g.read(t, archive.Files[0].Data)
				for i := range archive.Files[1:] {
					f := &archive.Files[i+1]
					shown[f.Name] = true
					checkSection(t, a, f)
				}
				// Whatever a golden shows of it, every answer is a sound document.
				a.check(t)
				if *update {
					if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
		for _, name := range append(g.formats, g.formats[0]+"-60", g.formats[0]+"-80", g.formats[0]+"-ascii", g.formats[0]+"-color") {
			if !shown[name] {
				t.Errorf("no golden in %s has a section %s", g.pattern, name)
			}
		}
	}
}

func checkSection(t *testing.T, a answer, f *txtar.File) {
	t.Helper()
	format, o := sectionOf(f.Name)
	raw := a.printed(t, format, o)
	got := visible.Replace(raw)
	if format == "html" { // the style and the script are the same in each
		_, got, _ = strings.Cut(got, "<body>\n")
		got, _, _ = strings.Cut(got, "<script>")
	}
	if *update {
		f.Data = []byte(got)
	}
	if diff := cmp.Diff(string(f.Data), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", f.Name, diff)
	}
	if a.graph != nil && format == "wide" {
		o.Width = 0 // a table is as wide as it is
	}
	sample.Text(t, f.Name, raw, o.Width)
	if a.graph != nil && format == "json" {
		checkEdges(t, raw)
		checkSchema(t, "trace", raw)
	}
}

// checkEdges holds what a schema cannot say: that IDs are unique and that edges refer to
// nodes.
func checkEdges(t *testing.T, text string) {
	t.Helper()
	var d document.Trace
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, n := range d.Nodes {
		if ids[n.ID] {
			t.Errorf("two nodes have the id %q", n.ID)
		}
		ids[n.ID] = true
	}
	for _, e := range d.Edges {
		if !ids[e.From] || !ids[e.To] {
			t.Errorf("edge from %q to %q leads nowhere", e.From, e.To)
		}
	}
}

// checkPlaces does for a diagnosis: places and blockers lead to what is there.
func checkPlaces(t *testing.T, text string) {
	t.Helper()
	var d document.Diagnosis
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Causes {
		for _, p := range slices.Concat(c.Holds, c.Chain) {
			if p.Object >= len(d.Objects) || p.Hold >= len(d.Objects[p.Object].Holds) {
				t.Errorf("%+v leads nowhere", p)
			}
		}
	}
	for _, o := range d.Objects {
		for _, h := range o.Holds {
			for _, b := range h.Blockers {
				if b.Diagnosed != nil && *b.Diagnosed >= len(d.Objects) {
					t.Errorf("the blocker %d leads nowhere", *b.Diagnosed)
				}
			}
		}
	}
}

// TestGoldensCover fails when a constant that an answer may hold is in no golden.
func TestGoldensCover(t *testing.T) {
	ofTrace, ofExplain := sample.Constants(t, "trace"), sample.Constants(t, "explain")
	for pattern, wanted := range map[string]map[string][]string{
		"*.txtar":     {"state": ofTrace["State"], "fault": ofTrace["Fault"], "reason": ofTrace["The reasons of a Problem."]},
		"why/*.txtar": {"state": ofTrace["State"], "verdict": ofExplain["Verdict"], "health": ofExplain["Health"], "confidence": ofExplain["Confidence"]},
	} {
		var all strings.Builder
		for _, first := range sample.Firsts(t, pattern) {
			all.Write(first)
		}
		for key, values := range wanted {
			if len(values) < 4 {
				t.Errorf("the constants for %s were not found", key)
			}
			for _, v := range values {
				if !strings.Contains(strings.ToLower(all.String()), strings.ToLower(key+": "+v)) {
					t.Errorf("no golden of %s has %s: %s", pattern, key, v)
				}
			}
		}
	}
}
