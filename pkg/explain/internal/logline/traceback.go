package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// traceback is what Python tells of what was thrown, read line by line.
type traceback struct {
	open bool // its places are being told
	// loose says that the line before was a place that lost its indent when it was copied, so that
	// its code comes next.
	loose bool
	own   bool   // the last place is of the program's own code
	last  string // the last place in the program's own code
}

var (
	// frame is one of its places.
	frame = regex.New(`^\s*File "([^"]+)", line (\d+), in (\S+)$`)
	// library is code that programs only call.
	library = regex.New(`/(?:site|dist)-packages/|/lib(?:64)?/python|/python\d[\w.]*/|^<`)
	// named is how an error begins, and no line of code.
	named = regex.New(`^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?::.*)?$`)
)

// begins opens it where a line says so.
func (t *traceback) begins(line string) bool {
	if !strings.HasPrefix(strings.TrimLeft(line, " "), traced) {
		return false
	}
	t.open, t.loose, t.own, t.last = true, false, false, ""
	return true
}

// takes reports whether a line is one of its places, or the code there.
func (t *traceback) takes(line string) bool {
	if !t.open {
		return false
	}
	if m := frame.FindStringSubmatch(line); m != nil {
		t.loose, t.own = !Continues(line), !library.MatchString(m[1])
		if t.own {
			t.last = "in " + m[3] + " (" + m[1] + ":" + m[2] + ")"
		}
		return true
	}
	code := strings.TrimSpace(line)
	if !Continues(line) && (!t.loose || named.MatchString(code)) {
		return false
	}
	if t.own && code != "" && strings.Trim(code, "^~") != "" {
		t.last += ": " + code
	}
	t.loose, t.own = false, false
	return true
}

// said is what was thrown with the last place in the program's own code.
func (t *traceback) said(thrown string) string {
	if thrown = strings.TrimSpace(thrown); strings.Contains(t.last, ": ") {
		return thrown + ", " + t.last
	}
	return thrown
}

// ended is what was thrown or, where that was cut off, the last place.
func (t *traceback) ended(thrown string) string {
	if t.open && t.last != "" {
		return t.last
	}
	return thrown
}
