package beside

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// mark is what people put before what a command has printed, so that a script goes past it.
	mark = regex.New(`^ *(#+|//+|\||│|┃|\+)`)
	// hunk is what stands in a patch above the lines that it adds.
	hunk = regex.New(`^(?:@@ |\+\+\+ )`)
	// headOfOutput is how what kubectl prints of an object begins.
	headOfOutput = regex.New(`^(?:- +)?(?:apiVersion|kind|metadata|items|spec|status):(?: |$)`)
	fence        = regex.New("^ *(?:```|~~~)")
)

// leastMarked is how many lines with one mark are no chance.
const leastMarked = 3

// unmarked takes the mark off lines that all begin with the same one and hold what a command has
// printed: they stand right behind that, at the beginning of a fence, or are what a patch adds. Comments elsewhere stay.
func unmarked(lines []string) {
	for at, line := range lines {
		if _, printed := Printing(line); !printed && !fence.MatchString(line) && !hunk.MatchString(line) {
			continue
		}
		run := lines[at+1:]
		if n := marked(run); n >= leastMarked {
			bare(run[:n])
		}
	}
}

// marked is how many of the lines begin with the mark of the first, zero where that is no head of
// an object.
func marked(lines []string) (n int) {
	if len(lines) == 0 {
		return 0
	}
	m := mark.FindString(lines[0])
	if m == "" || !headOfOutput.MatchString(strings.TrimPrefix(lines[0][len(m):], " ")) {
		return 0
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, m) {
			break
		}
		n++
	}
	return n
}

// bare takes the mark off, and the one blank that stands behind it on every line.
func bare(lines []string) {
	m := mark.FindString(lines[0])
	spaced := true
	for i, line := range lines {
		lines[i] = line[len(m):]
		spaced = spaced && (lines[i] == "" || lines[i][0] == ' ')
	}
	for i, line := range lines {
		if spaced {
			lines[i] = strings.TrimPrefix(line, " ")
		}
	}
}
