//go:build unix

package docs_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"sigs.k8s.io/yaml"
)

// k9sPlugin are the fields of a plugin that k9s knows and this project uses.
type k9sPlugin struct {
	ShortCut    string   `json:"shortCut"`
	Description string   `json:"description"`
	Scopes      []string `json:"scopes"`
	Command     string   `json:"command"`
	Background  bool     `json:"background"`
	Args        []string `json:"args"`
}

func k9sPlugins() (map[string]k9sPlugin, error) {
	text, err := os.ReadFile(filepath.Join(repository, "docs/k9s/plugins.yaml"))
	if err != nil {
		return nil, err
	}
	var file struct {
		Plugins map[string]k9sPlugin `json:"plugins"`
	}
	return file.Plugins, yaml.UnmarshalStrict(text, &file)
}

// taken are the keys with Shift that views of k9s v0.51 use themselves. It
// refuses a plugin that takes one of them.
const taken = "ACFJKLNOPRSUV"

func TestK9sPlugins(t *testing.T) {
	plugins, err := k9sPlugins()
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	for name, p := range plugins {
		letter, shift := strings.CutPrefix(p.ShortCut, "Shift-")
		if !shift || len(letter) != 1 || strings.Contains(taken, letter) {
			t.Errorf("%s: k9s does not give it the key %s", name, p.ShortCut)
		}
		if other := keys[p.ShortCut]; other != "" {
			t.Errorf("%s and %s share a key", name, other)
		}
		keys[p.ShortCut] = name
		if !slices.Equal(p.Scopes, []string{"all"}) || p.Command != "sh" || len(p.Args) < 3 || p.Description == "" {
			t.Errorf("%s: %+v", name, p)
		} else if variable.MatchString(p.Args[1]) {
			t.Errorf("%s: k9s would write into the program of the shell: %s", name, p.Args[1])
		}
	}
	if len(plugins) != 3 {
		t.Errorf("found %d plugins", len(plugins))
	}
}

// variable is what k9s replaces in an argument.
var variable = regexp.MustCompile(`\$[A-Z_]+`)

// k9s KEY GROUP RESOURCE NAMESPACE NAME runs what k9s would on a key, with that
// object selected. The namespace of what is in none is "-".
func k9s(ts *testscript.TestScript, args []string) error {
	if len(args) != 5 {
		return errors.New("usage: k9s KEY GROUP RESOURCE NAMESPACE NAME")
	}
	plugins, err := k9sPlugins()
	if err != nil {
		return err
	}
	values := map[string]string{
		"$KUBECONFIG": ts.Getenv("KUBECONFIG"), "$CONTEXT": "lab",
		"$RESOURCE_GROUP": args[1], "$RESOURCE_NAME": args[2], "$NAMESPACE": args[3], "$NAME": args[4],
	}
	for _, p := range plugins {
		if p.ShortCut != args[0] {
			continue
		}
		filled := make([]string, len(p.Args))
		for i, arg := range p.Args {
			filled[i] = variable.ReplaceAllStringFunc(arg, func(v string) string { return values[v] })
		}
		return ts.Exec(p.Command, filled...)
	}
	return fmt.Errorf("no plugin has the key %s", args[0])
}
