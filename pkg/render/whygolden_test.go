package render

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

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
	for _, file := range goldenFiles(t, "testdata/why/*.txtar") {
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
	raw := printed(t, s.print, d, s.o)
	compareGolden(t, f, raw)
	checkWhyLines(t, f.Name, raw, s.o.Width)
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

// isCommand reports whether a line is only a command, or the flags of one.
func isCommand(l string) bool {
	l = strings.TrimLeft(withoutOurs(l), " ")
	l = strings.TrimLeft(strings.TrimPrefix(l, "More "), " ")
	return strings.HasPrefix(l, "kubectl ") || strings.HasPrefix(l, "sh -c ") || strings.HasPrefix(l, "'") || strings.HasPrefix(l, "--")
}

// checkDiagnosis validates the JSON, and compares the YAML with it.
func checkDiagnosis(t *testing.T, d *explain.Diagnosis) {
	t.Helper()
	text := printed(t, WhyJSON, d, Options{})
	checkDiagnosisDocument(t, []byte(text))
	compareYAML(t, text, printed(t, WhyYAML, d, Options{}))
}

// TestWhyGoldensCover fails when a verdict, a health, a confidence, a state of an
// object or a section is in no golden.
func TestWhyGoldensCover(t *testing.T) {
	diagnoses, names := firstsAndNames(t, goldenFiles(t, "testdata/why/*.txtar"))
	for name := range whySections() {
		if !strings.Contains(names, "\n"+name+"\n") {
			t.Errorf("no golden has a section %s", name)
		}
	}
	all := explainConstants(t)
	for key, values := range map[string][]string{
		"verdict": all["Verdict"], "health": all["Health"], "confidence": all["Confidence"], "state": traceConstants(t).states,
	} {
		for _, v := range values {
			if !strings.Contains(diagnoses, key+": "+v) {
				t.Errorf("no golden has %s: %s", key, v)
			}
		}
	}
}

// TestTellingEvidence tells the sorts of evidence by their kind, whatever the objects
// are called that they were read from.
func TestTellingEvidence(t *testing.T) {
	read := explain.Evidence{Fact: "is paused", Source: "catalogues.example.org/a: .spec.paused"}
	accepts := explain.Evidence{Fact: "the server would take the removal", Source: "dry run of the removal, as you", Kind: explain.WouldAccept}
	known := explain.Evidence{Fact: "documents it", Source: "catalogue: a/b", Kind: explain.Documented}
	weak := explain.Evidence{Fact: "is called alike", Source: "managedFields", Kind: explain.Written, Weak: true}
	for name, tt := range map[string]struct{ all, want []explain.Evidence }{
		"what was read comes first":     {[]explain.Evidence{accepts, known, weak, read}, []explain.Evidence{read}},
		"then what suggests something":  {[]explain.Evidence{known, weak, accepts}, []explain.Evidence{weak}},
		"then what is known in general": {[]explain.Evidence{accepts, known}, []explain.Evidence{known}},
		"a trial explains nothing":      {[]explain.Evidence{accepts}, nil},
	} {
		if diff := cmp.Diff(tt.want, tellingEvidence(tt.all)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
