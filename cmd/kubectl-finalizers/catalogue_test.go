package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/cli-runtime/pkg/genericiooptions"
)

const gearCatalogue = `project: Gearbox
finalizers:
- pattern: gearbox.example.org/cleanup
  component: gear keeper
  risk: medium
`

// writeCatalogue makes a catalogue folder with one file.
func writeCatalogue(t *testing.T, folder, text string) string {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "mine.yaml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

// withEnv is an app in whose environment only the one variable is set.
func withEnv(name, value string) *app {
	s := around(genericiooptions.NewTestIOStreamsDiscard())
	s.env = func(asked string) string {
		if asked == name {
			return value
		}
		return ""
	}
	a, _ := newApp(s)
	return a
}

func TestCatalogueFolders(t *testing.T) {
	home := t.TempDir()
	writeCatalogue(t, filepath.Join(home, ".kube", "finalizers", "catalogue"), gearCatalogue)
	given := writeCatalogue(t, t.TempDir(), strings.Replace(gearCatalogue, "gear keeper", "other keeper", 1))
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		env, home string
		folders   []string
		want      string
	}{
		"no home":               {"HOME", "", nil, ""},
		"the default folder":    {"HOME", home, nil, "gear keeper"},
		"on Windows":            {"USERPROFILE", home, nil, "gear keeper"},
		"a home without one":    {"HOME", t.TempDir(), nil, ""},
		"a home that is a file": {"HOME", file, nil, ""},
		"one that is given":     {"HOME", "", []string{given}, "other keeper"},
		"the given one is last": {"HOME", home, []string{given}, "other keeper"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := withEnv(tt.env, tt.home).catalogue(tt.folders)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if entries := c.Lookup("gearbox.example.org/cleanup", "").Entries; len(entries) > 0 {
				got = entries[0].Component
			}
			if got != tt.want {
				t.Errorf("the holder is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestCatalogueErrors(t *testing.T) {
	sound := writeCatalogue(t, t.TempDir(), gearCatalogue)
	broken := writeCatalogue(t, t.TempDir(), strings.Replace(gearCatalogue, "risk: medium", "risk: none", 1))
	home := t.TempDir()
	inHome := writeCatalogue(t, filepath.Join(home, ".kube", "finalizers", "catalogue"), "oops: 1\n")
	_, err := withEnv("HOME", home).catalogue([]string{sound, broken})
	if err == nil {
		t.Fatal("it was loaded")
	}
	for _, part := range []string{"reading the catalogue " + inHome, "mine.yaml:1", "oops", "reading the catalogue " + broken, `"gearbox.example.org/cleanup"`, `unknown risk "none"`} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error lacks %q: %v", part, err)
		}
	}
	if strings.Contains(err.Error(), sound) {
		t.Errorf("the error blames a sound folder: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none")
	if _, err := withEnv("HOME", "").catalogue([]string{missing}); err == nil || !strings.Contains(err.Error(), missing+": not a folder") {
		t.Errorf("a folder that is named and missing: %v", err)
	}
}
