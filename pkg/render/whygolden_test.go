package render

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// whySection is what a section of a golden file of diagnoses holds.
type whySection struct {
	print WhyPrinter
	o     Options
}

func whySections() map[string]whySection {
	return map[string]whySection{
		"text":       {Why, Options{}},
		"text-60":    {Why, Options{Width: 60}},
		"text-80":    {Why, Options{Width: 80}},
		"text-140":   {Why, Options{Width: 140}},
		"text-ascii": {Why, Options{Width: 80, ASCII: true}},
		"text-color": {Why, Options{Width: 80, Color: true}},
		"wide":       {WhyWide, Options{Width: 100}},
		"json":       {WhyJSON, Options{}},
		"yaml":       {WhyYAML, Options{}},
		"name":       {WhyNames, Options{}},
	}
}

func TestWhyGolden(t *testing.T) {
	for _, file := range whyGoldens(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) < 2 || archive.Files[0].Name != "diagnosis.yaml" {
				t.Fatal("a golden begins with diagnosis.yaml and has at least one section")
			}
			d := readDiagnosis(t, archive.Files[0].Data)
			for i := range archive.Files[1:] {
				checkWhySection(t, d, &archive.Files[i+1])
			}
			// Whatever a golden shows of it, every diagnosis is a sound document.
			checkDiagnosis(t, d)
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func checkWhySection(t *testing.T, d *explain.Diagnosis, f *txtar.File) {
	t.Helper()
	s, known := whySections()[f.Name]
	if !known {
		t.Fatalf("unknown section %q", f.Name)
	}
	raw := printedWhy(t, s.print, d, s.o)
	got := visible.Replace(raw)
	if *update {
		f.Data = []byte(got)
	}
	if diff := cmp.Diff(string(f.Data), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", f.Name, diff)
	}
	checkWhyLines(t, f.Name, raw, s.o.Width)
}

func printedWhy(t *testing.T, print WhyPrinter, d *explain.Diagnosis, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := print(&b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkWhyLines is checkLines for a text in which commands are never broken, so
// that they can be copied.
func checkWhyLines(t *testing.T, name, text string, limit int) {
	t.Helper()
	checkLines(t, name, text, 0)
	var rest []string
	for l := range strings.Lines(text) {
		if !isCommand(l) {
			rest = append(rest, l)
		}
	}
	checkLines(t, name, strings.Join(rest, ""), limit)
}

// isCommand reports whether a line is only a command.
func isCommand(l string) bool {
	l = strings.TrimLeft(withoutOurs(l), " ")
	l = strings.TrimLeft(strings.TrimPrefix(l, "More "), " ")
	return strings.HasPrefix(l, "kubectl ") || strings.HasPrefix(l, "'") || strings.HasPrefix(l, "$'")
}

// checkDiagnosis validates the JSON, and compares the YAML with it.
func checkDiagnosis(t *testing.T, d *explain.Diagnosis) {
	t.Helper()
	text := printedWhy(t, WhyJSON, d, Options{})
	checkDiagnosisDocument(t, []byte(text))
	back, err := yaml.YAMLToJSONStrict([]byte(printedWhy(t, WhyYAML, d, Options{})))
	if err != nil {
		t.Fatalf("reading the YAML: %v", err)
	}
	var got, want any
	if err := json.Unmarshal(back, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("YAML differs from JSON (-json +yaml):\n%s", diff)
	}
}

func whyGoldens(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/why/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no golden files of diagnoses")
	}
	return files
}

// TestWhyGoldensCover fails when a verdict, a health, a confidence, a state of an
// object or a section is in no golden.
func TestWhyGoldensCover(t *testing.T) {
	var diagnoses, names strings.Builder
	for _, file := range whyGoldens(t) {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		diagnoses.Write(archive.Files[0].Data)
		for _, f := range archive.Files {
			names.WriteString("\n" + f.Name + "\n")
		}
	}
	for name := range whySections() {
		if !strings.Contains(names.String(), "\n"+name+"\n") {
			t.Errorf("no golden has a section %s", name)
		}
	}
	all := explainConstants(t)
	for key, values := range map[string][]string{
		"verdict": all["Verdict"], "health": all["Health"], "confidence": all["Confidence"], "state": traceConstants(t).states,
	} {
		for _, v := range values {
			if !strings.Contains(diagnoses.String(), key+": "+v) {
				t.Errorf("no golden has %s: %s", key, v)
			}
		}
	}
}

// TestTriedOut reads what the engine says of a removal that was tried out, since
// it is known by its words alone.
func TestTriedOut(t *testing.T) {
	text, err := os.ReadFile("../explain/testdata/why/PolicyRefuses.txtar")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for l := range strings.Lines(string(text)) {
		fact, isFact := strings.CutPrefix(strings.TrimSpace(l), "evidence ")
		fact, source, _ := strings.Cut(fact, " [")
		if isFact && triedOut(explain.Evidence{Fact: fact, Source: strings.TrimSuffix(source, "]")}) {
			found++
		}
	}
	if found == 0 {
		t.Error("no removal was tried out")
	}
	for _, e := range []explain.Evidence{
		{Fact: "the server takes the removal, and the finalizer is still there", Source: "dry run of the removal, as you"},
		{Fact: "the server would take the removal", Source: "events"},
	} {
		if triedOut(e) {
			t.Errorf("%v is taken for one", e)
		}
	}
}
