package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// callAs runs the program under a name, on streams of its own.
func callAs(t *testing.T, program string, args ...string) (code exit.Code, out, errOut string) {
	t.Helper()
	streams, _, o, e := genericiooptions.NewTestIOStreams()
	s := around(streams)
	s.program = program
	code = run(t.Context(), args, s)
	return code, o.String(), e.String()
}

// ownCommands are the commands of this program in an answer, also where it lists
// their words.
var ownCommands = regexp.MustCompile(`kubectl("?,?\s+(?:- |")?)finalizers("?,?\s+(?:- |")?why-stuck\b)?`)

// Under the second name the answers are the same, and every command in them is
// one of that name: the first may belong to another program there.
func TestSecondNameAnswers(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	const dump = " --from testdata/stuck.json"
	named := 0
	for _, line := range []string{
		"why-stuck -n data -o name" + dump,
		"why-stuck database/orders -n data" + dump,
		"why-stuck database orders -n data -o wide" + dump,
		"why-stuck -A" + dump,
		"why-stuck -A -o json" + dump,
		"why-stuck -A -o yaml" + dump,
		"why-stuck database/none -n data" + dump,
		"why-stuck -o xml",
		"why-stuck pod/a --observe 2h",
		"trace database/orders -n data -o json" + dump,
		"remove database/orders -n data" + dump,
		"remove database/orders -n data --delete-first -o json" + dump,
		"remove database/orders -n data -o yaml" + dump,
		"remove --stuck -n data" + dump,
		"remove --stuck --cause 99 -n data" + dump,
		"remove",
		"preflight",
		"preflight move" + dump,
		"explain example.com/nobody-knows",
		"explain NobodyRemoves",
		"explain NobodyRemoves -o json",
		"watch",
		"snapshot --no-such-flag",
	} {
		t.Run(line, func(t *testing.T) {
			args := strings.Fields(line)
			wantCode, wantOut, wantErr := callAs(t, "kubectl-finalizers", args...)
			if args[0] == pasted.WhyStuck {
				args = args[1:]
			}
			code, out, errOut := callAs(t, "kubectl-why_stuck", args...)
			if code != wantCode {
				t.Errorf("exit code %d, want %d", code, wantCode)
			}
			if diff := cmp.Diff(ownCommands.ReplaceAllString(wantOut+wantErr, "kubectl${1}why-stuck"), out+errOut); diff != "" {
				t.Error(diff)
			}
			if ownCommands.MatchString(out + errOut) {
				t.Errorf("it speaks of another plugin:\n%s%s", out, errOut)
			}
			named += len(ownCommands.FindAllString(wantOut+wantErr, -1))
		})
	}
	if named < 20 {
		t.Errorf("only %d commands of this program were seen", named)
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
		if code, _, hint := callAs(t, "kubectl-why_stuck", words(c, "--no-such-flag")...); code != exit.Misused || !strings.Contains(hint, "see 'kubectl why-stuck") {
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
	if code, _, _ := callAs(t, "/x/kubectl-finalizers", "tra"); code != exit.Misused {
		t.Errorf("the plugin itself took %q for a command: %d", "tra", code)
	}
	_, out, _ = callAs(t, "/x/kubectl_complete-why_stuck", "--from", "testdata/stuck.json", "namespa")
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

// What is known of finalizers and reasons names no other plugin either.
func TestSecondNameKnowledge(t *testing.T) {
	ask := [][]string{{"--list", "-o", "json"}}
	for _, r := range explain.Reasons() {
		ask = append(ask, []string{string(r.Reason)})
	}
	for _, args := range ask {
		code, out, _ := callAs(t, "kubectl-why_stuck", append([]string{"explain"}, args...)...)
		if at := ownCommands.FindString(out); code != exit.OK || at != "" {
			t.Errorf("explain %v: exit code %d, and it speaks of %q", args, code, at)
		}
	}
}
