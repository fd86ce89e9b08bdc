package beside

import (
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// bars are what stands at both ends of a line in a frame, and corners what its first and
	// last line begin and end with.
	bars    = "│┃║"
	corners = "┌┐└┘├┤╭╮╰╯╔╗╚╝╠╣┏┓┗┛┣┫"
	// leastFramed is how many lines in bars are no chance.
	leastFramed = 2
	// leastWrapped is how wide a terminal is at least that breaks lines.
	leastWrapped = 79
)

// Unframed takes off the frame that a program for terminals has drawn around what it shows, and
// joins the lines that were broken at one width. Fresh says whether a line begins something of
// its own.
func Unframed(text string, fresh func(line string) bool) string {
	if !strings.ContainsAny(text, bars) {
		return rewrapped(text, fresh)
	}
	lines := strings.Split(text, "\n")
	var out []string
	for at := 0; at < len(lines); {
		end, barred := frameFrom(lines, at)
		if barred < leastFramed {
			end = max(end, at+1)
			out = append(out, lines[at:end]...)
		} else {
			out = append(out, inFrame(lines[at:end], fresh)...)
		}
		at = end
	}
	return strings.Join(out, "\n")
}

// torn is a line that ends at the edge of a frame and goes on behind the edge of the next, of which somebody
// has copied neither the beginning of the first nor the end of the second.
var torn = regex.New(`(?m)^([^│┃║\n]*[^│┃║\s])[ \t]*[│┃║][ \t]*\n[ \t]*[│┃║][ \t]*([^│┃║\n]+)$`)

// Untorn is the text with such lines as one.
func Untorn(text string) string {
	if !strings.ContainsAny(text, bars) {
		return text
	}
	return torn.ReplaceAllString(text, "$1 $2")
}

// BeforeFrame is what stands in a text before the first line in a frame, empty where it has none.
func BeforeFrame(text string) string {
	if !strings.ContainsAny(text, bars) {
		return ""
	}
	at := 0
	for line := range strings.Lines(text) {
		if plain := strings.TrimSpace(line); ends(plain, bars) || ends(plain, corners) {
			break
		}
		at += len(line)
	}
	return text[:at]
}

// frameFrom is where the frame ends that begins with a line, and how many lines stand in it.
func frameFrom(lines []string, at int) (end, barred int) {
	for end = at; end < len(lines); end++ {
		switch line := strings.TrimSpace(lines[end]); {
		case ends(line, bars):
			barred++
		case !ends(line, corners):
			return end, barred
		}
	}
	return end, barred
}

// ends reports whether a line begins and ends with one of the marks.
func ends(line, marks string) bool {
	first, size := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	return len(line) > size && strings.ContainsRune(marks, first) && strings.ContainsRune(marks, last)
}

// inFrame is what stands in a frame, without what pads it. Columns that bars part are parted by
// blanks.
func inFrame(lines []string, fresh func(string) bool) []string {
	var inner []string
	padded := true
	for _, line := range lines {
		if line = strings.TrimSpace(line); ends(line, corners) {
			continue
		}
		_, first := utf8.DecodeRuneInString(line)
		_, last := utf8.DecodeLastRuneInString(line)
		line = line[first : len(line)-last]
		padded = padded && strings.HasPrefix(line, " ") && strings.HasSuffix(line, " ")
		inner = append(inner, line)
	}
	for i, line := range inner {
		if padded {
			line = line[1:max(len(line)-1, 1)]
		}
		inner[i] = strings.Map(func(c rune) rune {
			if strings.ContainsRune(bars, c) {
				return ' '
			}
			return c
		}, line)
	}
	out := joined(inner, widest(inner), true, fresh)
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return out
}

func widest(lines []string) (width int) {
	for _, line := range lines {
		width = max(width, utf8.RuneCountInString(line))
	}
	return width
}

// joined puts what was broken at a width together again.
func joined(lines []string, width int, framed bool, fresh func(string) bool) []string {
	var out []string
	for i, line := range lines {
		if i > 0 && width >= leastWrapped && fills(lines[i-1], width, framed) && goesOn(line, fresh) {
			out[len(out)-1] += line
			continue
		}
		out = append(out, line)
	}
	return out
}

// fills reports whether a line reaches to the width, or to the blank at which it was broken: in a frame nearly, where
// nothing pads it, as names may have been made shorter.
func fills(line string, width int, framed bool) bool {
	n := utf8.RuneCountInString(line)
	return line != "" && (n == width && (line[len(line)-1] != ' ' || len(line) > 1 && line[len(line)-2] != ' ') || framed && n >= width-mostShort && line[len(line)-1] != ' ')
}

// mostShort is how much shorter a line in a frame may be that fills it.
const mostShort = 8

// goesOn reports whether a line may be the rest of the one before, and is no row of a table.
func goesOn(line string, fresh func(string) bool) bool {
	return line != "" && line[0] != ' ' && line[0] != '\t' && !strings.Contains(strings.TrimRight(line, " "), "   ") && !fresh(line)
}

// mostRewrapped is up to what size a text is looked at for broken lines.
const mostRewrapped = 256 << 10

// rewrapped joins the lines of a text that fill one width, where there are several and no line
// is wider, and each of them goes on in the next.
func rewrapped(text string, fresh func(string) bool) string {
	if len(text) > mostRewrapped {
		return text
	}
	lines := strings.Split(text, "\n")
	width, full := widest(lines), 0
	unindented(lines, width)
	for i, line := range lines {
		switch {
		case utf8.RuneCountInString(line) != width || strings.HasSuffix(line, " "):
		case i+1 == len(lines) || !goesOn(lines[i+1], fresh):
			return text
		default:
			full++
		}
	}
	if width < leastWrapped || full < leastFramed {
		return text
	}
	return strings.Join(joined(lines, width, false, fresh), "\n")
}

// mostBlanks is how many blanks at the head of a line may not have been copied.
const mostBlanks = 8

// unindented gives the first line behind a fence the blanks again at its head that were not copied: it was as wide as the
// terminal, for it ends in the midst of a word.
func unindented(lines []string, width int) {
	for i := 0; i+1 < len(lines); i++ {
		line, short := lines[i], width-utf8.RuneCountInString(lines[i])
		if short > 0 && short <= mostBlanks && inWord(line, lines[i+1]) && i > 0 && strings.HasPrefix(strings.TrimSpace(lines[i-1]), "```") {
			lines[i] = strings.Repeat(" ", short) + line
		}
	}
}

// inWord reports whether a word ends one line and goes on in the next.
func inWord(line, next string) bool {
	return line != "" && next != "" && isLetter(line[len(line)-1]) && next[0] >= 'a' && next[0] <= 'z'
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
