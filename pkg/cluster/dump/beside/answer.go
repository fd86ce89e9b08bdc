package beside

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// ruled is the line that the SDK of Azure draws around the parts of an answer, and answered is how one begins.
	ruled    = regex.New(`^\s*-{40,}\s*"?\s*$`)
	answered = regex.New(`^\s*(?:RESPONSE \d{3}: |ERROR CODE: )`)
)

// mostAnswered is how many lines the body of an answer has at most.
const mostAnswered = 40

// Answered is the text with each answer that the SDK of Azure has written over several lines behind what was asked,
// on one line with that.
func Answered(text string) string {
	if !strings.Contains(text, "RESPONSE ") {
		return text
	}
	lines := strings.Split(text, "\n")
	var out []string
	for at := 0; at < len(lines); at++ {
		n := answerFrom(lines[at:])
		if n == 0 || len(out) == 0 || strings.TrimSpace(out[len(out)-1]) == "" {
			out = append(out, lines[at])
			continue
		}
		for _, line := range lines[at : at+n] {
			if !ruled.MatchString(line) {
				out[len(out)-1] += " " + strings.TrimSpace(line)
			}
		}
		at += n - 1
	}
	return strings.Join(out, "\n")
}

// answerFrom is how many of the lines are such an answer: its status and code between two rules, and its body up to
// a third where that was copied. It is zero where they are none.
func answerFrom(lines []string) int {
	if len(lines) < 2 || !ruled.MatchString(lines[0]) || !answered.MatchString(lines[1]) {
		return 0
	}
	n := 1
	for n < len(lines) && answered.MatchString(lines[n]) {
		n++
	}
	if n == len(lines) || !ruled.MatchString(lines[n]) {
		return n
	}
	n++
	for end := n; end < min(len(lines), n+mostAnswered); end++ {
		if ruled.MatchString(lines[end]) {
			return end + 1
		}
	}
	return n
}
