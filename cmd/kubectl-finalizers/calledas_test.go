package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericiooptions"
)

func TestNameOf(t *testing.T) {
	tests := map[string]struct {
		program string
		want    calledAs
	}{
		"plugin":                {"/usr/bin/kubectl-finalizers", calledAs{}},
		"nothing":               {"", calledAs{}},
		"renamed":               {"/tmp/finalizers-v2", calledAs{}},
		"looks alike":           {"kubectl-why", calledAs{}},
		"second name":           {"/home/a-b/kubectl-why_stuck", calledAs{whyStuck: true}},
		"second name, dashes":   {"kubectl-why-stuck", calledAs{whyStuck: true}},
		"completer":             {"/usr/bin/kubectl_complete-finalizers", calledAs{completing: true}},
		"completer of second":   {"kubectl_complete-why_stuck", calledAs{whyStuck: true, completing: true}},
		"Windows":               {"kubectl-why_stuck.exe", calledAs{whyStuck: true}},
		"Windows, completer":    {"kubectl_complete-finalizers.exe", calledAs{completing: true}},
		"folder of second name": {filepath.Join("kubectl-why_stuck", "kubectl-finalizers"), calledAs{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := nameOf(tt.program); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// callAs runs the program under a name, on streams of its own.
func callAs(t *testing.T, program string, args ...string) (code exitCode, out, errOut string) {
	t.Helper()
	streams, _, o, e := genericiooptions.NewTestIOStreams()
	s := around(streams)
	s.program = program
	code = run(t.Context(), args, s)
	return code, o.String(), e.String()
}

// Under the second name the answers are those of why-stuck.
func TestSecondNameAnswers(t *testing.T) {
	const dump = "../../test/demo/stuck.json"
	for name, args := range map[string][]string{
		"everything":  {"-n", "data", "--from", dump, "-o", "name"},
		"one object":  {"database/orders", "-n", "data", "--from", dump},
		"type, name":  {"database", "orders", "-n", "data", "--from", dump},
		"not there":   {"database/none", "-n", "data", "--from", dump},
		"wrong value": {"-o", "xml"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errOut := callAs(t, "kubectl-why_stuck", args...)
			wantCode, wantOut, wantErr := callAs(t, "kubectl-finalizers", append([]string{"why-stuck"}, args...)...)
			if code != wantCode {
				t.Errorf("exit code %d, want %d", code, wantCode)
			}
			if diff := cmp.Diff(wantOut+wantErr, out+errOut); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// No text of the tree names a command that a person without the first plugin
// does not have; and the others are there under the second name.
func TestSecondNameTexts(t *testing.T) {
	s := around(genericiooptions.NewTestIOStreamsDiscard())
	_, first := newApp(s)
	s.program = "kubectl-why_stuck"
	_, root := newApp(s)
	var paths []string
	for _, c := range commands(root) {
		paths = append(paths, c.CommandPath())
		_, help, _ := callAs(t, "kubectl-why_stuck", words(c, "--help")...)
		if strings.Contains(help, "kubectl finalizers") || strings.Contains(help, "complete-finalizers") {
			t.Errorf("%s --help speaks of another plugin:\n%s", c.CommandPath(), help)
		}
		if !strings.Contains(help, "\n  "+c.CommandPath()) {
			t.Errorf("%s --help does not name the command:\n%s", c.CommandPath(), help)
		}
		if code, _, hint := callAs(t, "kubectl-why_stuck", words(c, "--no-such-flag")...); code != exitUsage || !strings.Contains(hint, "see 'kubectl why-stuck") {
			t.Errorf("%s with an unknown flag: %d, %s", c.CommandPath(), code, hint)
		}
	}
	if want := len(commands(first)) - 1; len(paths) != want {
		t.Errorf("%d commands, want %d: %v", len(paths), want, paths)
	}
}

// A completer's arguments are what is on the command line, not a command line.
func TestCompleterName(t *testing.T) {
	_, out, _ := callAs(t, "/x/kubectl_complete-finalizers", "tra")
	if !strings.HasPrefix(out, "trace\t") || !strings.HasSuffix(out, ":4\n") {
		t.Errorf("got %q", out)
	}
	if code, _, _ := callAs(t, "/x/kubectl-finalizers", "tra"); code != exitUsage {
		t.Errorf("the plugin itself took %q for a command: %d", "tra", code)
	}
	_, out, _ = callAs(t, "/x/kubectl_complete-why_stuck", "--from", "../../test/demo/stuck.json", "namespa")
	if diff := cmp.Diff("namespaces\n:4\n", out); diff != "" {
		t.Error(diff)
	}
}

func TestPromoteLeavesFlags(t *testing.T) {
	_, root := newApp(surroundings{IOStreams: genericiooptions.NewTestIOStreamsDiscard(), program: "kubectl-why_stuck"})
	for _, path := range [][]string{nil, {"trace"}, {"version"}} {
		cmd, _, err := root.Find(path)
		if err != nil {
			t.Fatal(err)
		}
		if cmd.InheritedFlags().Lookup("context") == nil && cmd.PersistentFlags().Lookup("context") == nil {
			t.Errorf("%s has no --context", cmd.CommandPath())
		}
	}
	if got := root.Annotations[cobra.CommandDisplayNameAnnotation]; got != "kubectl why-stuck" {
		t.Errorf("it is displayed as %q", got)
	}
}
