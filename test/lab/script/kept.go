package script

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// everyAnswer is the environment variable by which answers are compared with those of
// their snapshots: the first of each script, or with "all" every one.
const everyAnswer = "FINALIZERS_TEST_SNAPSHOTS"

// elsewhere are flags with which a snapshot has nothing to do: what is asked then is
// another source, or a length of time.
var elsewhere = []string{"--from", "--observe", "--also-context", "--logs", "--at", "-f", "-k", "--help"}

// kept compares what the plugin answers from the cluster with what it answers from a
// snapshot that is taken for the question. Both may be taken a moment apart, so that
// what is still changing is asked for again.
func kept(ts *testscript.TestScript, args []string) {
	args = whole(args)
	s := sessionOf(ts)
	if len(args) < 3 || args[0] != "kubectl" || args[1] != "finalizers" || args[2] != "why-stuck" || os.Getenv(everyAnswer) == "" || s.kept && os.Getenv(everyAnswer) != "all" {
		return
	}
	words := asked(args[3:])
	if words == nil {
		return
	}
	s.kept = true
	if !slices.Contains(words, "-n") && !slices.Contains(words, "-A") {
		words = append(words, "-n", ts.Getenv("NS"))
	}
	file := ts.MkAbs("kept.json")
	diff := ""
	for range 4 {
		_ = s.exec(ts, "kubectl", append([]string{"finalizers", "snapshot"}, words...)...)
		snapshot := ts.ReadFile("stdout")
		ts.Check(os.WriteFile(file, []byte(snapshot), 0o600))
		live := s.answer(ts, words)
		if diff = cmp.Diff(live, s.answer(ts, append(slices.Clone(words), "--from", file))); diff == "" {
			return
		}
		time.Sleep(time.Second)
	}
	ts.Fatalf("the snapshot of %v answers otherwise than the cluster (-live +snapshot):\n%s", words, diff)
}

// asked are the words of a question without how its answer is printed, nil where it is
// asked of something else.
func asked(args []string) []string {
	words := []string{}
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(args[i], "=")
		switch {
		case slices.Contains(elsewhere, name):
			return nil
		case name == "-o" || name == "--output" || name == "--color":
			if !joined {
				i++
			}
		default:
			words = append(words, args[i])
		}
	}
	return words
}

var (
	// anyAge is how long ago something was, and when it was read.
	anyAge = regexp.MustCompile(`\b\d+(\.\d+)?(s|m|h|d)(\d+[smhd])?\b|"at": "[^"]*"`)
	// observing is a command that takes a cluster: a dump does not change.
	observing = regexp.MustCompile(`"command": \[[^\]]*"--observe"[^\]]*\],\s*"shell": "[^"]*",\s*"effect": "[^"]*"`)
	// source are the words that name the snapshot in a command.
	source = regexp.MustCompile(`,\s*"--from",\s*"[^"]*"| --from [^ "]+`)
)

func (s *session) answer(ts *testscript.TestScript, words []string) []string {
	err := s.exec(ts, "kubectl", append([]string{"finalizers", "why-stuck", "-o", "json", "--logs=never"}, words...)...)
	text := source.ReplaceAllString(observing.ReplaceAllString(anyAge.ReplaceAllString(ts.ReadFile("stdout"), "AGE"), `"command": []`), "")
	return append(strings.Split(text, "\n"), fmt.Sprint(err))
}
