package preflight

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestSurvey foretells what comes of deletes by what the catalogue knows of projects. An
// archive of testdata/survey has objects, and then sections: "kind group name namespace" is
// what is deleted, and its text what comes of that, one line an object by UID. Lines that
// begin with > say what it rests on.
func TestSurvey(t *testing.T) {
	known, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/survey/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no archives: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(text)
		reader, err := dump.OpenFS(t.Context(), fstest.MapFS{"objects.yaml": &fstest.MapFile{Data: archive.Files[0].Data}})
		if err != nil {
			t.Fatal(err)
		}
		s := &Surveyor{Reader: reader, Catalogue: known, Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
		for _, section := range archive.Files[1:] {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+section.Name, func(t *testing.T) {
				got := surveyed(t, s, section.Name)
				if want := strings.TrimSpace(string(section.Data)); !sameLines(got, want) {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

func surveyed(t *testing.T, s *Surveyor, deleted string) string {
	t.Helper()
	words := append(strings.Fields(deleted), "")
	ref := trace.Ref{Kind: words[0], Group: strings.TrimPrefix(words[1], "core"), Name: words[2], Namespace: words[3]}
	kinds, _, err := s.Reader.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if k.Group != ref.Group || k.Kind != ref.Kind {
			continue
		}
		act := Act{Verb: Delete, Cascade: Background, Objects: []trace.Ref{ref}}
		situation, err := s.Survey(t.Context(), []trace.Target{{Kind: k, Namespace: ref.Namespace, Name: ref.Name}}, act)
		if err != nil {
			t.Fatal(err)
		}
		f := Foresee(situation, act)
		lines := []string{told(f)}
		for i := range f.Fates {
			for _, h := range f.Fates[i].On {
				if h.Sort == Held || h.Sort == Gate {
					lines = append(lines, "> "+f.Fates[i].UID+" "+h.Message)
				}
			}
		}
		return strings.Join(lines, "\n")
	}
	t.Fatalf("no %s is served", ref.Kind)
	return ""
}
