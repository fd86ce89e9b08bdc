// Command progress reads what "go test -json" writes and tells a person about it
// while it runs: each package as it ends, each test that took a while, all that a
// failing test printed, and a summary.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

func main() {
	failed, err := tell(os.Stdin, os.Stdout, time.Now)
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

// module is left out of the names of packages.
const module = "github.com/kubectl-finalizers/kubectl-finalizers/"

// while is how long a test takes that is told of.
const while = 2 * time.Second

// news is how lines begin by which a test says at once what takes it long, or went
// otherwise than it should.
var news = []string{"building ", "built in ", "a control plane is replaced"}

// event is a line of "go test -json".
type event struct {
	Action     string
	Package    string
	ImportPath string // of what is being built
	Test       string
	Elapsed    float64
	Output     string
}

func (e event) took() time.Duration { return time.Duration(e.Elapsed * float64(time.Second)) }

// teller knows what has come so far.
type teller struct {
	out     io.Writer
	now     func() time.Time
	began   time.Time
	printed map[string]*strings.Builder // by package and test
	parents map[string]bool
	running map[string]bool // packages
	tests   int
	failed  []string
	longest []event
}

// tell reads events to their end, and reports whether anything has failed.
func tell(in io.Reader, out io.Writer, now func() time.Time) (failed bool, err error) {
	t := &teller{out: out, now: now, began: now(), printed: map[string]*strings.Builder{}, parents: map[string]bool{}, running: map[string]bool{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Fprintln(out, lines.Text()) // of the go command itself
			continue
		}
		t.hear(e)
	}
	for _, pkg := range slices.Sorted(maps.Keys(t.running)) {
		t.line("FAILED %s: it did not end", pkg)
		t.failed = append(t.failed, pkg)
	}
	if t.tests == 0 && len(t.failed) == 0 {
		t.failed = []string{"no test ran"}
	}
	t.summary()
	if err := lines.Err(); err != nil {
		return true, fmt.Errorf("reading the events of the tests: %w", err)
	}
	return len(t.failed) > 0, nil
}

func (t *teller) hear(e event) {
	name := strings.TrimPrefix(e.Package, module)
	key := e.Package + " " + e.Test
	switch e.Action {
	case "start":
		t.running[name] = true
	case "run":
		if at := strings.LastIndex(e.Test, "/"); at >= 0 {
			t.parents[e.Package+" "+e.Test[:at]] = true
		}
	case "output":
		t.keep(key, e.Output)
		if slices.ContainsFunc(news, func(first string) bool { return strings.HasPrefix(e.Output, first) }) {
			t.line("%s", e.Output)
		}
	case "build-output":
		t.keep(e.ImportPath, e.Output)
	case "build-fail":
		t.line("FAILED to build %s\n%s", e.ImportPath, t.take(e.ImportPath))
		t.failed = append(t.failed, e.ImportPath)
	case "pass", "skip", "fail":
		printed := t.take(key)
		if e.Test == "" {
			delete(t.running, name)
		}
		switch {
		case e.Test != "":
			t.ended(e, name, printed)
		case e.Action == "fail":
			t.line("FAILED %s (%s)\n%s", name, e.took().Round(time.Second/10), printed)
			t.failed = append(t.failed, name)
		case e.Action == "pass":
			t.line("passed %s (%s)", name, e.took().Round(time.Second/10))
		}
	}
}

// ended tells of a test that has ended.
func (t *teller) ended(e event, pkg, printed string) {
	if t.parents[e.Package+" "+e.Test] {
		if e.Action == "fail" && strings.Contains(printed, "\n    ") { // it has failed itself, not only a part of it
			t.line("FAILED %s %s\n%s", pkg, e.Test, printed)
		}
		return
	}
	t.tests++
	t.longest = append(t.longest, e)
	switch {
	case e.Action == "fail":
		t.line("FAILED %s %s (%s)\n%s", pkg, e.Test, e.took().Round(time.Second/10), printed)
	case e.took() >= while:
		t.line("passed %s %s (%s)", pkg, e.Test, e.took().Round(time.Second/10))
	}
}

func (t *teller) keep(key, text string) {
	if t.printed[key] == nil {
		t.printed[key] = &strings.Builder{}
	}
	t.printed[key].WriteString(text)
}

func (t *teller) take(key string) string {
	kept := t.printed[key]
	delete(t.printed, key)
	if kept == nil {
		return ""
	}
	return kept.String()
}

func (t *teller) line(format string, args ...any) {
	fmt.Fprintf(t.out, "%s  %s\n", t.now().Format("15:04:05"), strings.TrimRight(fmt.Sprintf(format, args...), "\n"))
}

// summary tells how it went, last.
func (t *teller) summary() {
	slices.SortFunc(t.longest, func(a, b event) int { return int(b.took() - a.took()) })
	var slow []string
	for _, e := range t.longest[:min(3, len(t.longest))] {
		slow = append(slow, fmt.Sprintf("%s %s", e.Test, e.took().Round(time.Second/10)))
	}
	took := t.now().Sub(t.began).Round(time.Second)
	if len(t.failed) > 0 {
		t.line("FAILED after %s: %s", took, strings.Join(t.failed, ", "))
		return
	}
	t.line("%d tests passed in %s; the longest: %s", t.tests, took, strings.Join(slow, ", "))
}
