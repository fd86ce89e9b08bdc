//go:build unix

// Package commands_test proves that what a diagnosis tells a person to run is a
// command that the real kubectl, or this plugin, accepts.
package commands_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// archives hold the diagnoses of every reason, with their steps as lines
// "    next TEXT: COMMAND".
const archives = "../../pkg/explain/diagnose/testdata/why/*.txtar"

// deadServer is where nothing listens. What asks it has understood its command
// line: a wrong one is refused before anything is asked.
const deadServer = `{"apiVersion":"v1","kind":"Config","current-context":"dead",` +
	`"contexts":[{"name":"dead","context":{"cluster":"dead","user":"nobody"}}],` +
	`"clusters":[{"name":"dead","cluster":{"server":"http://127.0.0.1:1"}}],"users":[{"name":"nobody","user":{}}]}`

// parser runs commands to see whether their words are understood.
type parser struct {
	kubectl string
	env     []string
	dir     string // holds whatever file a command names
	own     string // what the plugin says of itself
}

func newParser(t *testing.T) *parser {
	t.Helper()
	assets, err := lab.Assets(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	bin, home := labtest.Build(t, "cmd/kubectl-finalizers"), t.TempDir()
	plugin := filepath.Join(bin, "kubectl-finalizers")
	if err := os.Symlink(plugin, filepath.Join(bin, "kubectl-why_stuck")); err != nil {
		t.Fatal(err)
	}
	help, err := exec.Command(plugin, "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(home, "config")
	if err := os.WriteFile(config, []byte(deadServer), 0o600); err != nil {
		t.Fatal(err)
	}
	return &parser{
		kubectl: filepath.Join(assets, "kubectl"), dir: home, own: string(help),
		env: []string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + home, "KUBECONFIG=" + config, "EDITOR=true", "GOGC=400"},
	}
}

// built reports whether the plugin has the command that the words name.
func (p *parser) built(words []string) bool {
	return len(words) < 3 || words[1] != "finalizers" || strings.Contains(p.own, "\n  "+words[2]+" ")
}

// check returns why the words are no command, nil where they are one.
func (p *parser) check(ctx context.Context, words []string) error {
	if len(words) < 2 || words[0] != "kubectl" {
		return fmt.Errorf("is no command of kubectl: %q", words)
	}
	if err := checkPatch(words); err != nil {
		return err
	}
	for i, w := range words[1:] {
		if w == "-f" && i+2 < len(words) {
			if err := os.WriteFile(filepath.Join(p.dir, filepath.Base(words[i+2])), []byte("{}"), 0o600); err != nil {
				return err
			}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.kubectl, words[1:]...)
	cmd.Dir, cmd.Env = p.dir, p.env
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	err := cmd.Run()
	if err == nil || strings.Contains(lastLine(errOut.String()), "refused") {
		return nil
	}
	return fmt.Errorf("running it: %w: %s", err, strings.TrimSpace(errOut.String()))
}

// lastLine is the line that a program ended with, before its hints. What it
// logged on its way is no answer.
func lastLine(text string) string {
	last := ""
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "hint:") {
			last = line
		}
	}
	return last
}

// checkPatch reads the payload of a patch, which kubectl would only send.
func checkPatch(words []string) error {
	if words[1] != "patch" {
		return nil
	}
	kind, payload := "strategic", ""
	for i, w := range words {
		name, value, joined := strings.Cut(w, "=")
		if !joined && i+1 < len(words) {
			value = words[i+1]
		}
		switch name {
		case "--type":
			kind = value
		case "-p", "--patch":
			payload = value
		}
	}
	if kind != "json" {
		var object map[string]any
		return json.Unmarshal([]byte(payload), &object)
	}
	var steps []struct {
		Op    string  `json:"op"`
		Path  *string `json:"path"`
		Value any     `json:"value"`
	}
	decoder := json.NewDecoder(strings.NewReader(payload))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&steps); err != nil {
		return fmt.Errorf("reading the patch %s: %w", payload, err)
	}
	for _, s := range steps {
		if !slices.Contains([]string{"add", "remove", "replace", "test"}, s.Op) || s.Path == nil || !strings.HasPrefix(*s.Path, "/") {
			return fmt.Errorf("the patch %s has a step that is none", payload)
		}
	}
	if len(steps) == 0 {
		return errors.New("the patch has no step")
	}
	return nil
}

// commandsOf returns the commands in the steps of the archives, each once, with
// where it stands.
func commandsOf(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(archives)
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	found := map[string]string{}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name != "want" {
				continue
			}
			for line := range strings.Lines(string(f.Data)) {
				if command, ok := commandIn(line); ok {
					found[command] = filepath.Base(file)
				}
			}
		}
	}
	return found
}

// commandIn returns the command of a step. Its text may have colons of its own.
func commandIn(line string) (string, bool) {
	step, ok := strings.CutPrefix(line, "    next ")
	if !ok {
		return "", false
	}
	at := strings.LastIndex(step, ": kubectl ")
	if at < 0 {
		return "", false
	}
	return strings.TrimSpace(step[at+2:]), true
}

// wordsOf takes a command apart at its blanks. JSON is one word whatever blanks
// are in it, since the archives quote nothing.
func wordsOf(command string) []string {
	var words []string
	pieces := strings.Fields(command)
	for i := 0; i < len(pieces); i++ {
		word := pieces[i]
		if strings.HasPrefix(word, "{") || strings.HasPrefix(word, "[") {
			for end := i; end < len(pieces); end++ {
				if whole := strings.Join(pieces[i:end+1], " "); json.Valid([]byte(whole)) {
					word, i = whole, end
					break
				}
			}
		}
		words = append(words, word)
	}
	return words
}

// underSecondName is the command as the plugin prints it where it is called
// "kubectl why-stuck". What is not the plugin's stays as it is.
func underSecondName(words []string) []string {
	if len(words) < 3 || words[1] != "finalizers" {
		return words
	}
	rest := words[2:]
	if rest[0] == "why-stuck" {
		rest = rest[1:]
	}
	return append([]string{"kubectl", "why-stuck"}, rest...)
}

// TestCommands runs every command that an archive tells a person to run.
func TestCommands(t *testing.T) {
	p := newParser(t)
	commands := commandsOf(t)
	if len(commands) < 20 {
		t.Fatalf("found only %d commands", len(commands))
	}
	for command, file := range commands {
		words := wordsOf(command)
		if !p.built(words) {
			continue // a command of the plugin that this version does not have yet
		}
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			for _, words := range [][]string{words, underSecondName(words)} {
				if err := p.check(t.Context(), words); err != nil {
					t.Errorf("%s: %q: %v", file, words, err)
				}
			}
		})
	}
}

// TestParser proves that what is wrong is found out.
func TestParser(t *testing.T) {
	p := newParser(t)
	for _, tt := range []struct {
		words string
		sound bool
	}{
		{"kubectl get pods/web-0 -n shop -o yaml", true},
		{"kubectl delete --raw /api/v1/namespaces/shop/configmaps/a -f options.json", true},
		{`kubectl patch pods/web-0 -n shop --type=json -p [{"op": "remove", "path": "/metadata/finalizers/0"}]`, true},
		{`kubectl patch pods/web-0 --type=merge -p {"spec":{"paused":null}}`, true},
		{"kubectl finalizers why-stuck pods/web-0 -n shop --observe 20s", true},
		{"kubectl why-stuck pods/web-0 -n shop --observe 20s", true},
		{"kubectl why-stuck remove pods/web-0 -n shop --finalizer a/b", true},
		{"kubectl gett pods", false},
		{"kubectl get pods web-0 -l app=web", false},
		{"kubectl get pods --no-such-flag", false},
		{"kubectl get pods -Z", false},
		{"kubectl get pods -o", false},
		{"kubectl scale deployment/web -n shop", false},
		{"kubectl scale deployment/web --replicas=none", false},
		{"kubectl taint nodes n1", false},
		{"kubectl logs", false},
		{"kubectl annotate pods/web-0", false},
		{"kubectl describe", false},
		{"kubectl patch pods/web-0", false},
		{`kubectl patch pods/web-0 --type=json -p {"op":"remove","path":"/metadata/finalizers/0"}`, false},
		{`kubectl patch pods/web-0 --type=json -p [{"op":"drop","path":"/metadata/finalizers/0"}]`, false},
		{`kubectl patch pods/web-0 --type=json -p [{"op":"remove","path":"metadata"}]`, false},
		{`kubectl patch pods/web-0 --type=json -p [{"op":"remove"`, false},
		{`kubectl patch pods/web-0 --type=merge -p {"spec":`, false},
		{"kubectl finalizers why-stuck pods/web-0 --observe soon", false},
		{"kubectl finalizers why-stuck pods/web-0 --no-such-flag", false},
		{"kubectl why-stuck pods/web-0 --no-such-flag", false},
		{"kubectl why-stuck remove pods/web-0 --observe 20s", false},
		{"helm rollback web", false},
	} {
		t.Run(tt.words, func(t *testing.T) {
			t.Parallel()
			if err := p.check(t.Context(), wordsOf(tt.words)); (err == nil) != tt.sound {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCommandIn(t *testing.T) {
	for line, want := range map[string]string{
		"    next see it: now: kubectl get pods -n shop\n": "kubectl get pods -n shop",
		"    next give it the right: \n":                   "",
		"    evidence said: kubectl get pods [x]\n":        "",
	} {
		if got, ok := commandIn(line); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %t", line, got, ok)
		}
	}
}
