package beside

import (
	"iter"
	"math"
	"slices"
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
	none := noneWider(lines)
	var out []string
	for at := 0; at < len(lines); at++ {
		line := lines[at]
		if Indent(line) > 0 && none[at] {
			n := tails(lines, at, fresh)
			line += strings.Join(lines[at+1:at+1+n], "")
			at += n
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// tails is how many lines behind one, which is as wide as any around it, are its tail.
func tails(lines []string, at int, fresh func(line string) bool) (n int) {
	own := utf8.RuneCountInString(lines[at])
	for end := at + 1; end < len(lines) && atMargin(lines[end]) && !fresh(lines[end]); end++ {
		if utf8.RuneCountInString(lines[end-1]) != own || own < leastWrapped && !oneWord.MatchString(lines[end]) {
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

// noneWider tells of each line that no line around it is wider, up to blank ones, fences, and what is at the margin
// and wider.
func noneWider(lines []string) []bool {
	none := make([]bool, len(lines))
	for i := range none {
		none[i] = true
	}
	look := func(order iter.Seq2[int, string]) {
		var before []walled // each wider than the next
		for i, line := range order {
			w := wallOf(line)
			before = narrowed(before, utf8.RuneCountInString(line))
			none[i] = none[i] && (len(before) == 0 || before[len(before)-1].ends)
			before = append(narrowed(before, w.width), w)
		}
	}
	look(slices.All(lines))
	look(slices.Backward(lines))
	return none
}

// walled is how wide a line is for those around it, and whether these look no further than to it where it is wider.
type walled struct {
	width int
	ends  bool
}

func wallOf(line string) walled {
	text := strings.TrimSpace(line)
	if text == "" || strings.HasPrefix(text, "```") {
		return walled{math.MaxInt, true}
	}
	return walled{utf8.RuneCountInString(line), atMargin(line)}
}

// narrowed leaves out what is not wider than that.
func narrowed(before []walled, width int) []walled {
	for len(before) > 0 && before[len(before)-1].width <= width {
		before = before[:len(before)-1]
	}
	return before
}
