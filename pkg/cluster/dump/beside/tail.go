package beside

import (
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// oneWord is a line of one word, as the end of a name is that a terminal has broken.
var oneWord = regex.New(`^[\w./:@%+=,"'-]*[A-Za-z0-9][\w./:@%+=,"'-]*$`)

// Rejoined puts behind a line again what a terminal has broken off it: what stands at the margin between lines
// that are deeper, and is nothing of its own, is the tail of the line before. A terminal breaks the longest lines,
// and prose stands where it likes. Fresh says whether a line begins something of its own.
func Rejoined(text string, fresh func(line string) bool) string {
	if len(text) > mostRewrapped {
		return text
	}
	lines := strings.Split(text, "\n")
	var out []string
	for at := 0; at < len(lines); at++ {
		line := lines[at]
		if Indent(line) > 0 {
			n := tails(lines, at, fresh)
			line += strings.Join(lines[at+1:at+1+n], "")
			at += n
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// tails is how many lines behind one are its tail.
func tails(lines []string, at int, fresh func(line string) bool) (n int) {
	for end := at + 1; end < len(lines) && atMargin(lines[end]) && !fresh(lines[end]); end++ {
		width := utf8.RuneCountInString(lines[end-1])
		if width != widestAround(lines, at) || width < leastWrapped && !oneWord.MatchString(lines[end]) {
			break
		}
		n++
	}
	if behind := at + 1 + n; behind == len(lines) || strings.TrimSpace(lines[behind]) == "" || atMargin(lines[behind]) && !plainField.MatchString(lines[behind]) {
		return 0 // nothing goes on behind it
	}
	return n
}

func atMargin(line string) bool { return line != "" && line[0] != ' ' && line[0] != '\t' }

// widestAround is how wide the lines are around one, up to blank ones, fences, and what is at the margin and wider.
func widestAround(lines []string, at int) (width int) {
	width = utf8.RuneCountInString(lines[at])
	own := width
	for _, step := range []int{-1, 1} {
		for i := at + step; i >= 0 && i < len(lines); i += step {
			n := utf8.RuneCountInString(lines[i])
			if strings.TrimSpace(lines[i]) == "" || strings.HasPrefix(strings.TrimSpace(lines[i]), "```") || atMargin(lines[i]) && n > own {
				break
			}
			width = max(width, n)
		}
	}
	return width
}
