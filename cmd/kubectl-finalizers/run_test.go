package main

import (
	"flag"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

var update = flag.Bool("update", false, "rewrite generated files")

// call runs the program on streams of its own.
func call(t *testing.T, args ...string) (code exit.Code, out string) {
	t.Helper()
	streams, _, o, _ := genericiooptions.NewTestIOStreams()
	code = run(t.Context(), args, around(streams))
	return code, o.String()
}

// around are surroundings in which nothing is set and time stands still.
func around(streams genericiooptions.IOStreams) surroundings {
	return surroundings{
		IOStreams: streams,
		env:       func(string) string { return "" },
		now:       func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
		tab:       time.Minute,
	}
}

// Exit codes are a contract with scripts.
func TestExitCodes(t *testing.T) {
	got := []exit.Code{exit.OK, exit.Failed, exit.Misused, exit.Stuck, exit.Refused, exit.Incomplete}
	if diff := cmp.Diff([]exit.Code{0, 1, 2, 3, 4, 5}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTimeout(t *testing.T) {
	tests := map[string]struct {
		args []string
		want time.Duration
	}{
		"not given":     {nil, defaultTimeout},
		"given":         {[]string{"--request-timeout=5s"}, 5 * time.Second},
		"without end":   {[]string{"--request-timeout=0"}, 0},
		"zero, spelled": {[]string{"--request-timeout=0s"}, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
			a, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
			if err := root.PersistentFlags().Parse(tt.args); err != nil {
				t.Fatal(err)
			}
			c, err := a.connect()
			if err != nil {
				t.Fatal(err)
			}
			if c.Timeout() != tt.want {
				t.Errorf("got %s, want %s", c.Timeout(), tt.want)
			}
		})
	}
}

// Every command has a one-line summary, examples that start as a person types
// them, and refuses what it does not know.
func TestCommands(t *testing.T) {
	_, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
	for _, c := range commands(root) {
		t.Run(c.CommandPath(), func(t *testing.T) {
			if c.Short == "" || strings.HasSuffix(c.Short, ".") {
				t.Errorf("the summary %q: wants words without a full stop", c.Short)
			}
			if c != root && !strings.Contains(c.Example, "  "+c.CommandPath()) {
				t.Errorf("the examples do not show %q", c.CommandPath())
			}
			if code, _ := call(t, words(c, "--no-such-flag")...); code != exit.Misused {
				t.Errorf("an unknown flag ends with %d", code)
			}
		})
	}
}

// commands lists a command and all below it that a person should know of.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			all = append(all, commands(sub)...)
		}
	}
	return all
}

// words are the arguments that reach a command, with one more behind them.
func words(c *cobra.Command, last string) []string {
	return append(slices.Clone(strings.Fields(c.CommandPath())[2:]), last)
}

// startBudget is the processor time that the program may use before it does
// anything: twice what it needs, since what runs beside it takes its share of the
// processor's caches.
const startBudget = 100 * time.Millisecond

// TestStart measures the binary as users have it, not this test.
func TestStart(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "kubectl-finalizers")
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// A busy machine slows some runs, never speeds one up.
	var used []time.Duration
	for len(used) < 40 && (len(used) == 0 || slices.Min(used) > startBudget) {
		cmd := exec.Command(binary, "version", "--client")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		used = append(used, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
	if least := slices.Min(used); least > startBudget {
		t.Errorf("starting takes %s of processor time, want at most %s (%v)", least, startBudget, used)
	}
	t.Log(used)
}
