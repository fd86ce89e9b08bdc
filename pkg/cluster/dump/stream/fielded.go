package stream

import (
	"encoding/json"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// entryLine is a line of YAML that begins an entry: the marks of items, a key, and what stands behind both.
	entryLine = regex.New(`^( *)((?:- +)*)(?:("[^"]+"|'[^']+'|[A-Za-z0-9_.$~/-][\w./$~-]*):(?: +(.*))?|(.*))$`)
	// ofBlock is the value of a text that stands on the lines below.
	ofBlock = regex.New(`^[|>][-+]?\d?[-+]?\s*$`)
	// masked is a value that somebody has made unreadable.
	masked = regex.New(`^\*+$`)
)

// mostGoingOn is how many lines a value has at most that goes on below.
const mostGoingOn = 40

// Fielded are the lines of an object in YAML that are fields and items of it, each where those around it let it stand.
// What else stands among them is blank. A value that is none in YAML, such as a masked one, is taken for a text. Lost
// are the indexes of lines of which something may be.
func Fielded(lines []string) (out []string, lost []int) {
	f := fielder{lines: lines, out: make([]string, len(lines))}
	for at := 0; at < len(lines); {
		n := f.entry(at)
		if n == 0 {
			f.lost = append(f.lost, at)
			n = 1
		}
		at += n
	}
	return f.out, f.lost
}

// level is where entries stand that are of one map or list.
type level struct {
	column int
	list   bool
	from   int // the line that opened it
}

// fielder reads lines one by one.
type fielder struct {
	lines, out []string
	lost       []int
	open       []level // from the outermost
	opens      bool    // the last entry has its value on the lines below, if it has one
	now        int     // the line that is looked at
}

// entry takes the entry that begins with a line, and returns how many lines it has; none where the line is no entry.
func (f *fielder) entry(at int) int {
	line := strings.TrimRight(f.lines[at], " ")
	if text := strings.TrimLeft(line, " "); text == "" || text[0] == '#' {
		return 1
	}
	m := entryLine.FindStringSubmatch(line)
	if m == nil || m[2] == "" && m[3] == "" && line != m[1]+"-" {
		return 0
	}
	if m[5] == "-" {
		m[2], m[5] = "- ", ""
	}
	was, opens := slices.Clone(f.open), f.opens
	f.now = at
	if !f.stands(len(m[1]), m[2], m[3] != "") {
		f.open, f.opens = was, opens
		return 0
	}
	value, column := m[4], len(m[1])
	head := m[1] + m[2]
	switch {
	case m[3] != "":
		head += m[3] + ":"
		column += len(m[2])
	default:
		value = m[5]
	}
	f.opens = value == "" || strings.HasPrefix(value, "#")
	if f.opens {
		f.out[at] = line
		return 1
	}
	return f.value(at, head, value, column)
}

// stands reports whether an entry may stand where it does, and takes it there.
func (f *fielder) stands(column int, dashes string, keyed bool) bool {
	for dashes != "" {
		dash := strings.IndexFunc(dashes[1:], func(c rune) bool { return c == '-' }) + 1
		if dash == 0 {
			dash = len(dashes)
		}
		if !f.at(level{column, true, f.now}) {
			return false
		}
		column, dashes, f.opens = column+dash, dashes[dash:], true
	}
	return !keyed || f.at(level{column, false, f.now})
}

// at closes what is deeper than an entry, and opens what it begins where the line before lets it.
func (f *fielder) at(l level) bool {
	closed := level{from: -1}
	for len(f.open) > 0 {
		top := f.open[len(f.open)-1]
		if top.column == l.column && top.list == l.list {
			return true
		}
		if top.column < l.column || top.column == l.column && l.list {
			break // a list may stand at the column of its key
		}
		f.open, f.opens, closed = f.open[:len(f.open)-1], false, top
	}
	if len(f.open) > 0 && !f.opens && !f.headless(closed, l) {
		return false
	}
	f.open, f.opens = append(f.open, l), false
	return true
}

// headless reports whether the entries of a level that was closed are labels or annotations of which the line above was not
// copied: they stand deeper than the rest of the metadata. Annotations, which they are where one has a value that no label
// has, are put under a head of their own; else nobody knows which, and they are left out.
func (f *fielder) headless(closed, beside level) bool {
	if closed.from < 1 || closed.list || beside.list || f.open[len(f.open)-1].column >= beside.column || strings.TrimSpace(f.lines[closed.from-1]) != "metadata:" {
		return false
	}
	rest := f.out[closed.from:f.now]
	var all map[string]string
	if yaml.Unmarshal([]byte(strings.Join(rest, "\n")), &all) != nil {
		return false
	}
	annotations := false
	for key, value := range all {
		if !strings.Contains(key, "/") {
			return false
		}
		annotations = annotations || strings.ContainsAny(value, "/ {,:")
	}
	text, err := json.Marshal(all)
	if err != nil {
		return false
	}
	clear(rest)
	if annotations {
		rest[0] = strings.Repeat(" ", beside.column) + "annotations: " + string(text)
	} else {
		f.lost = append(f.lost, closed.from)
	}
	return true
}

// value takes an entry with its value, which may go on below.
func (f *fielder) value(at int, head, value string, column int) int {
	end := at + 1
	head = strings.TrimRight(head, " ") + " "
	if ofBlock.MatchString(value) {
		f.out[at] = head + value
		for ; end < len(f.lines) && (strings.TrimSpace(f.lines[end]) == "" || indentOf(f.lines[end]) > column); end++ {
			f.out[end] = f.lines[end]
		}
		padded(f.out[at+1 : end])
		return end - at
	}
	for ; end < min(len(f.lines), at+mostGoingOn) && strings.TrimSpace(f.lines[end]) != "" && indentOf(f.lines[end]) > column; end++ {
		if whole := strings.Join(f.lines[at+1:end], "\n"); entryOf(f.lines[end]) && (strings.IndexByte("\"'[{", value[0]) < 0 || isValue(value+"\n"+whole)) {
			break
		}
	}
	if below := strings.Join(f.lines[at+1:end], "\n"); isValue(value + "\n" + below) {
		f.out[at] = head + value
		copy(f.out[at+1:end], f.lines[at+1:end])
		return end - at
	}
	for end = at + 1; end < len(f.lines) && strings.TrimSpace(f.lines[end]) != "" && indentOf(f.lines[end]) > column && !entryOf(f.lines[end]); end++ {
		value += " " + strings.TrimSpace(f.lines[end])
	}
	text, err := json.Marshal(strings.Trim(value, `"'`))
	if err != nil {
		return 0
	}
	if strings.IndexByte("\"'[{", value[0]) >= 0 {
		f.lost = append(f.lost, at)
	}
	f.out[at] = head + string(text)
	return end - at
}

// padded moves the lines of a text to the column of its first one that stand further left.
func padded(lines []string) {
	least := -1
	for i, line := range lines {
		switch n := indentOf(line); {
		case strings.TrimSpace(line) == "":
		case least < 0:
			least = n
		case n < least:
			lines[i] = strings.Repeat(" ", least-n) + line
		}
	}
}

// indentOf is how many blanks a line begins with.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// entryOf reports whether a line looks like an entry.
func entryOf(line string) bool {
	m := entryLine.FindStringSubmatch(line)
	return m != nil && (m[2] != "" || m[3] != "")
}

// isValue reports whether a text is a value in YAML.
func isValue(text string) bool {
	var value map[string]any
	return !masked.MatchString(strings.TrimSpace(text)) && yaml.Unmarshal([]byte("v: "+strings.ReplaceAll(text, "\n", "\n ")), &value) == nil && len(value) == 1
}
