//go:build unix

package scripts_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/script"
)

// TestScripts runs every .txtar of this folder.
func TestScripts(t *testing.T) {
	script.Run(t, script.Params{
		Dir: ".", Plugin: labtest.Build(t, "cmd/kubectl-finalizers"),
		Commands: map[string]func(ts *testscript.TestScript, args []string) error{"valid": valid},
	})
}

// TestPrograms keeps the scripts from programs that a newcomer need not have: a shell that
// not every system comes with stands behind a condition. CI has them all.
func TestPrograms(t *testing.T) {
	everywhere := regexp.MustCompile(`^(sh|bash|cat|tail|grep|gzip|ls|chmod|sleep|test|kubectl|kubectl-finalizers)$`)
	run := regexp.MustCompile(`^((?:\[\S+\] )*)(?:! |exits \d+ |eventually )*exec (\S+)`)
	files, err := filepath.Glob("*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		commands, own, _ := strings.Cut(string(text), "\n-- ")
		for line := range strings.SplitSeq(commands, "\n") {
			m := run.FindStringSubmatch(line)
			if m != nil && !strings.Contains(m[1], "[exec:"+m[2]+"] ") && !everywhere.MatchString(m[2]) && !strings.Contains(own, m[2]+" --\n") {
				t.Errorf("%s: %q runs %s, which not everybody has: begin it with [exec:%s]", file, line, m[2], m[2])
			}
		}
	}
}
