package copied

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	fenceLine = regex.New("^\\s*(```|~~~)")
	// glued is what stands behind a fence that is more than the name of a language.
	glued = regex.New("^\\s*(?:```+|~~~+)(\\S.*[ :].*|\\S+:)$")
	// leftOut stands where somebody has left out a part.
	leftOut = regex.New(`^\s*(#\s*)?(\.{3,}|…|\[\.\.\.\]|\.*\s?<(snip|omitted|redacted)>\s?\.*)\s*$`)
	// blanks are what looks like a space, and what does not look at all.
	blanks = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u202f", " ", "\u200b", "", "\ufeff", "", "\r\n", "\n", "\r", "\n")
)

// splitter takes a text apart, line by line.
type splitter struct {
	all    []stretch
	beside []string
	open   *stretch
	// bracketed is of a stretch in JSON.
	bracketed *stream.Extent
	margin    int
	fenced    int            // how many lines stood beside at the last fence
	fences    int            // how many there were
	within    int            // how many lines are to come of a part without its head
	fields    run            // that are no metadata
	items     run            // that are no conditions
	typed     string         // by the last command that printed something
	filed     beside.Command // by the path of a file on the line before
	by        beside.Command
}

// stretches finds what may be objects between prose, prompts and the marks of
// Markdown. Aside are the lines of none of them.
func stretches(text []byte) (all []stretch, aside []string) {
	var s splitter
	lines := beside.Margins(strings.Split(blanks.Replace(string(text)), "\n"))
	for i := range lines {
		line := s.lost(lines[i:])
		indent := beside.Indent(line)
		s.parts(lines[i:], i+1, indent)
		if s.within > 0 {
			s.within--
			s.open.lines = append(s.open.lines, "  "+line)
			continue
		}
		switch {
		case s.open != nil && leftOut.MatchString(line) && s.open.tears(lines[i+1:]):
			s.end()
		case s.open != nil && leftOut.MatchString(line):
			line = ""
		case fenceLine.MatchString(line), stream.Separates([]byte(strings.TrimLeft(line, " "))):
			s.fence(line)
			if line = gluedTo(line); line == "" {
				continue
			}
			indent = 0
		case s.open == nil, s.bracketed != nil, strings.TrimSpace(line) == "":
		case s.open.over(lines[i:], indent, s.margin):
			if s.among(lines[i:], i+1) {
				continue
			}
			s.end()
		}
		if s.open == nil && (!begins(line) || s.unfinished(line)) {
			s.pass(line)
			continue
		}
		if s.open == nil {
			s.begin(i+1, line, indent)
		}
		s.take(line, indent)
	}
	if s.open != nil {
		s.open.unclosed = s.fences%2 == 1
	}
	return s.all, s.beside
}

// parts begins an object where only a part of one was copied, without the line above it.
func (s *splitter) parts(lines []string, number, indent int) {
	if s.open == nil && s.within == 0 && !s.fields.holds(number, indent) {
		n, looked := beside.Metadata(lines)
		s.fields.take(number, looked, indent)
		s.headless(n, number, indent, "metadata:")
	}
	if s.open == nil && s.within == 0 && !s.items.holds(number, indent) {
		n, looked := beside.Conditions(lines)
		s.items.take(number, looked, indent)
		s.headless(n, number, indent, "status:", "  conditions:")
	}
}

// run are lines that were looked at for a part of an object, up to the one at its end, by how far in the first stands.
type run struct{ end, indent int }

// holds reports whether a line is one of them, and stands as far in: what begins with it was looked at with the first.
func (r *run) holds(number, indent int) bool { return number < r.end && indent == r.indent }

func (r *run) take(number, looked, indent int) {
	if looked > 0 {
		*r = run{number + looked, indent}
	}
}

// fence ends a part at a line between parts.
func (s *splitter) fence(line string) {
	if leftOut.MatchString(line) {
		defer s.pass(line) // of a table, not all was copied
	}
	s.end()
	s.fenced = len(s.beside)
	if fenceLine.MatchString(line) {
		s.fences++
	}
}

// lost is the first of the lines with what it has lost where it begins a part of an object: its indents, or what stands
// before it in an object in JSON of which it is the first that was copied. Of one that quotes an object it is that.
func (s *splitter) lost(lines []string) string {
	if s.open != nil || s.within > 0 {
		return lines[0]
	}
	if before, object, behind := stream.Body(lines[0]); object != "" {
		s.pass(strings.TrimSpace(before + behind))
		return object
	}
	if beside.Reindent(lines); !beside.MetadataJSON(lines) {
		return lines[0]
	}
	return `{"metadata": {` + strings.TrimLeft(lines[0], " ")
}

// among passes what stands within the object that is open and is of something else, and reports whether it does.
func (s *splitter) among(lines []string, number int) bool {
	if s.open.describes() || begins(lines[0]) {
		return false
	}
	n := beside.Among(lines, s.margin, func(field string) bool { return s.open.has(field + ":") })
	if n == 0 {
		return false
	}
	s.pass(lines[0])
	s.open.lines = append(s.open.lines, "") // so that lines are counted as they stand
	s.open.faults = append(s.open.faults, fmt.Errorf("line %d is left out, as it is none of the object that it stands in; %s", number, advice))
	return true
}

// gluedTo is the line that somebody has begun right behind a fence, empty where the fence
// stands alone.
func gluedTo(line string) string {
	if m := glued.FindStringSubmatch(strings.TrimRight(line, " ")); m != nil {
		return m[1]
	}
	return ""
}

func (s *splitter) end() { s.open, s.bracketed = nil, nil }

// pass takes a line that is of no object.
func (s *splitter) pass(line string) {
	if c, is := beside.Printing(line); is {
		s.typed, s.by = c.Resource, beside.Command{}
	}
	if c, ok := beside.CommandIn(line); ok && strings.EqualFold(c.Resource, s.typed) {
		s.by = c
	}
	if strings.TrimSpace(line) != "" {
		s.filed, _ = beside.Filed(line)
		s.beside = append(s.beside, line)
	}
}

// unfinished reports whether a line in brackets belongs to the message of the event that was
// passed last.
func (s *splitter) unfinished(line string) bool {
	if c := strings.TrimSpace(line)[0]; c != '{' && c != '[' {
		return false
	}
	last := slices.DeleteFunc(described.Joined(s.beside[max(min(s.fenced, len(s.beside)), len(s.beside)-described.MostFolded):]), func(line string) bool { return line == "" })
	return len(last) > 0 && described.Unfinished(last[len(last)-1])
}

func (s *splitter) begin(number int, line string, indent int) {
	s.all = append(s.all, stretch{line: number, typed: s.typed, by: s.by, filed: s.filed})
	s.open, s.margin, s.typed, s.by, s.filed = &s.all[len(s.all)-1], indent, "", beside.Command{}, beside.Command{}
	if strings.IndexByte("{[", line[indent]) >= 0 {
		s.bracketed = &stream.Extent{}
	}
}

// headless begins a stretch of so many lines that stand below heads that were not copied.
func (s *splitter) headless(lines, number, indent int, heads ...string) {
	if s.within = lines; lines == 0 {
		return
	}
	s.begin(number, strings.Repeat(" ", indent)+heads[0], indent)
	for _, head := range heads {
		s.open.lines = append(s.open.lines, strings.Repeat(" ", indent)+head)
	}
}

func (s *splitter) take(line string, indent int) {
	if s.open.outdented(indent) {
		s.open.lines[0] = line[:indent] + strings.TrimLeft(s.open.lines[0], " ")
		s.margin = indent
	}
	s.open.lines = append(s.open.lines, line)
	if s.bracketed == nil {
		return
	}
	if _, done := s.bracketed.Scan([]byte(line + "\n")); done {
		s.end()
	}
}
