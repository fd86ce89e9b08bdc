package beside

import (
	"html"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// painted is how a program has a terminal colour what it prints, or set a title, and paintedBare the former where the
	// sign that begins it was lost or is written out.
	painted     = regex.New(`\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b\n]*(?:\x07|\x1b\\))`)
	paintedBare = regex.New(`\^\[\[[0-9;]*m|\[(?:(?:\d{1,3};)+\d{1,3}|0|1|[39]\d)m\]?`)
	// curled is a field, in YAML or JSON, of which the value or the key stands in quotes as programs for letters set them.
	curled = regex.New(`(?m)^\s*(?:- +)?(?:[\w./-]+: +[“”„][^“”„"\n]*[“”]|[{\[]?\s*[“”„][\w./-]+[“”]\s*:[^"\n]*)\s*$`)
	// numbered is a line with its number before it, as programs print that which show a file.
	numbered = regex.New(`^ *(\d{1,6})(\t| ?[│┃|]|:|)(.*)$`)
)

// leastNumbered is how many lines with numbers that follow one another are no chance.
const leastNumbered = 5

// Plain is the text without what a terminal, a page or an editor has put around it: colours, marks of HTML, quotes as in
// a letter, the numbers of its lines.
func Plain(text string) string {
	if strings.Contains(text, "\x1b") {
		text = painted.ReplaceAllString(text, "")
	}
	if strings.Contains(text, "[0m") || strings.Contains(text, "^[[m") {
		text = paintedBare.ReplaceAllStringFunc(text, func(mark string) string {
			if strings.HasSuffix(mark, "]") {
				return mark // a range such as [5m]
			}
			return ""
		})
	}
	if strings.ContainsAny(text, "“”") {
		text = curled.ReplaceAllStringFunc(text, func(line string) string { return curls.Replace(line) })
	}
	if strings.Contains(text, "&quot;") && !strings.Contains(text, `"`) {
		text = html.UnescapeString(text)
	}
	return unnumbered(text)
}

var curls = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`)

// unnumbered takes the numbers off lines that are numbered one after the other, where what kubectl prints is among them.
func unnumbered(text string) string {
	lines := strings.Split(text, "\n")
	found := false
	for at := 0; at < len(lines); {
		rest, printed := numberedFrom(lines[at:])
		if printed && len(rest) >= leastNumbered {
			found = true
			copy(lines[at:], rest)
		}
		at += max(len(rest), 1)
	}
	if !found {
		return text
	}
	return strings.Join(lines, "\n")
}

// numberedFrom is what stands behind the numbers of those lines that have one which follows that of the line before, and
// whether an object begins among them.
func numberedFrom(lines []string) (rest []string, printed bool) {
	first, mark, margin := 0, "", -1
	for i, line := range lines {
		m := numbered.FindStringSubmatch(strings.TrimRight(line, "\r"))
		if m == nil {
			break
		}
		number, err := strconv.Atoi(m[1])
		if i == 0 {
			first, mark = number, m[2]
		}
		bare := m[3] == ""
		if err != nil || number != first+i || m[2] != mark && !bare || m[2] == "" && !bare && m[3][0] != ' ' {
			break
		}
		if indent := Indent(m[3]); !bare && (margin < 0 || indent < margin) {
			margin = indent
		}
		rest = append(rest, m[3])
	}
	for i := range rest {
		rest[i] = rest[i][min(max(margin, 0), len(rest[i])):]
		printed = printed || headOfOutput.MatchString(rest[i])
	}
	return rest, printed
}
