package render

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var update = flag.Bool("update", false, "rewrite the sections that a golden file has")

// section is what a section of a golden file holds.
type section struct {
	print Printer
	o     Options
}

func sections() map[string]section {
	warnings := func(w io.Writer, g *trace.Graph, o Options) error { return Problems(w, g.Incomplete, o) }
	return map[string]section{
		"tree":        {Tree, Options{}},
		"tree-60":     {Tree, Options{Width: 60}},
		"tree-80":     {Tree, Options{Width: 80}},
		"tree-ascii":  {Tree, Options{Width: 80, ASCII: true}},
		"tree-color":  {Tree, Options{Width: 80, Color: true}},
		"wide":        {Wide, Options{Width: 100}},
		"json":        {JSON, Options{}},
		"yaml":        {YAML, Options{}},
		"name":        {Names, Options{}},
		"dot":         {Dot, Options{}},
		"mermaid":     {Mermaid, Options{}},
		"warnings":    {warnings, Options{}},
		"warnings-60": {warnings, Options{Width: 60}},
	}
}

// visible writes what a golden file cannot show, for the eye of a reviewer.
var visible = strings.NewReplacer("\x1b", "␛", paper.FirstStrongIsolate, "‹FSI›", paper.PopIsolate, "‹PDI›")

func TestGolden(t *testing.T) {
	for _, file := range goldenFiles(t, "testdata/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) < 3 || archive.Files[0].Name != "graph.yaml" {
				t.Fatal("a golden begins with graph.yaml and has at least two sections")
			}
			g := readGraph(t, archive.Files[0].Data)
			for i := range archive.Files[1:] {
				checkSection(t, g, &archive.Files[i+1])
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func checkSection(t *testing.T, g *trace.Graph, f *txtar.File) {
	t.Helper()
	s, known := sections()[f.Name]
	if !known {
		t.Fatalf("unknown section %q", f.Name)
	}
	raw := printed(t, s.print, g, s.o)
	compareGolden(t, f, raw)
	checkLines(t, f.Name, raw, s.o.Width)
	switch f.Name {
	case "json":
		checkDocument(t, []byte(raw))
	case "yaml":
		compareYAML(t, printed(t, JSON, g, Options{}), raw)
	}
}

// TestGoldensCover fails when a state, a fault, a reason or a section is in no
// golden.
func TestGoldensCover(t *testing.T) {
	graphs, names := firstsAndNames(t, goldenFiles(t, "testdata/*.txtar"))
	for name := range sections() {
		if !strings.Contains(names, "\n"+name+"\n") {
			t.Errorf("no golden has a section %s", name)
		}
	}
	all := traceConstants(t)
	for key, values := range map[string][]string{"state": all.states, "fault": all.faults, "reason": all.reasons} {
		for _, v := range values {
			if !strings.Contains(strings.ToLower(graphs), strings.ToLower(key+": "+v)) {
				t.Errorf("no golden has %s: %s", key, v)
			}
		}
	}
}
