package copied

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// stretch is a part of a text that begins as an object does.
type stretch struct {
	line  int // where it begins, from 1
	lines []string
	typed string // the type that kubectl was called with, where that is known
	by    beside.Command
	filed beside.Command // what the file is of that somebody has printed

	faults []error // of lines that were left out

	unclosed bool // the text ends in it, and within a fence
}

var (
	// beginning is how an object begins, alone or in a list.
	beginning = regex.New(`^\s*(- +)?("?(apiVersion|kind|metadata|items|spec|status)"?:(\s|$)|"(apiVersion|kind|metadata|items|spec|status)":["{\[]|[{\[]\s*($|"|\{))`)
	// plainList is a list of words in JSON, as templates print one.
	plainList = regex.New(`^\s*\[\s*(?:"[^"]*"\s*,?\s*)*\]\s*$`)
	// describing is how the output of kubectl describe begins.
	describing = regex.New(`^Name: +\S`)
	// describedOn is a line at the margin of a description that is of it: a field with its value, events, or what a
	// namespace says where it has no quota.
	describedOn = regex.New(`^\s*(?:[A-Z][\w./-]*(?: [\w./-]+){0,3}: +\S|Events:|(?:Normal|Warning|Type) +\S|-{3,}|No (?:resource quota|LimitRange resource)\.$)`)
	// fieldOfColumns is a field of a description without a value, or with one that stands in the column of values.
	fieldOfColumns = regex.New(`^\s*[A-Z][\w./-]*(?: [\w./-]+){0,3}:(?:\s*$| {2,}\S)`)
	// again are the fields that an object has once.
	again = regex.New(`^"?(apiVersion|kind)"?:`)
	// goesOn is a line at the margin of a document in YAML.
	goesOn = regex.New(`^(-( |$)|[#}\]]|["']?[\w./$-]+["']?:(\s|$))`)
	// scalarField is a field with its value on the line.
	scalarField = regex.New(`^\s*"?(?:apiVersion|kind)"?: +\S`)
)

// outdented reports whether the first line stands further left than the rest, as where
// the mark of an item of a list was left out.
func (s *stretch) outdented(indent int) bool {
	return len(s.lines) == 1 && indent > beside.Indent(s.lines[0]) && scalarField.MatchString(s.lines[0])
}

// begins reports whether an object begins with the line.
func begins(line string) bool {
	return (beginning.MatchString(line) || describing.MatchString(line)) && !plainList.MatchString(line)
}

// over reports whether the stretch, which is not in JSON, ends before the first of the lines.
func (s *stretch) over(lines []string, indent, margin int) bool {
	line := lines[0]
	switch {
	case indent == margin && s.has(again.FindString(line[indent:])), describing.MatchString(line):
		return true
	case s.describes():
		return beginning.MatchString(line) || beside.Typed(line) || indent <= margin && s.leftBehind(lines)
	}
	return indent < margin || indent == margin && !goesOn.MatchString(line[indent:])
}

// leftBehind reports whether a description has ended before lines at its margin: a gap stands between, and the first is
// no field of a description, which has its value behind it or what belongs to it further in. One without a value is told
// from a sentence that ends in a colon by the field that comes next.
func (s *stretch) leftBehind(lines []string) bool {
	if strings.TrimSpace(s.lines[len(s.lines)-1]) != "" || describedOn.MatchString(lines[0]) {
		return false
	}
	at := 1 + slices.IndexFunc(lines[1:], func(line string) bool { return strings.TrimSpace(line) != "" })
	empty := strings.HasSuffix(strings.TrimSpace(lines[0]), ":") && fieldOfColumns.MatchString(lines[0]) && fieldOfColumns.MatchString(lines[at])
	return at == 0 || !empty && beside.Indent(lines[at]) <= beside.Indent(lines[0])
}

// has reports whether one of its lines at the margin begins so.
func (s *stretch) has(field string) bool {
	return field != "" && slices.ContainsFunc(s.lines, func(line string) bool {
		return strings.HasPrefix(strings.TrimLeft(line, "- "), field) && !s.describes() && beside.Indent(line) == beside.Indent(s.lines[0])
	})
}

// closesItself reports whether the stretch is in JSON, of which the end tells whether it is whole.
func (s *stretch) closesItself() bool {
	part, _ := s.behindBracket()
	return part != nil || s.inJSON()
}

// lastLine is the index of the last line that is not blank.
func (s *stretch) lastLine() int {
	at := len(s.lines) - 1
	for at > 0 && strings.TrimSpace(s.lines[at]) == "" {
		at--
	}
	return at
}

func (s *stretch) describes() bool { return describing.MatchString(s.lines[0]) }

// read adds what the stretch holds. Where it ends in the middle or is wrong from some
// line on, that is what stands before.
func (s *stretch) read(limit int, into *reading) {
	if s.describes() {
		into.documents = append(into.documents, s.described())
		return
	}
	told := s.describedEnd()
	r := s.mended(limit)
	r.faults = append(r.faults, s.faults...)
	r.documents = slices.DeleteFunc(r.documents, func(d *document) bool { return d.Words() })
	if s.unclosed && !s.closesItself() && len(r.faults) == 0 && len(r.documents) > 0 {
		into.cut = cutAt(s.line + s.lastLine())
	}
	r.tell(told)
	for i, d := range r.documents {
		d.typedAs(s.typed)
		by := s.by
		if _, kind := builtin.TypeIn(s.filed.Resource); by.Name == "" && strings.EqualFold(kind, d.Text("kind")) {
			by = s.filed
		}
		if by.Name != "" {
			d, _ = d.nameFrom(by)
			r.documents[i] = d
		}
		if d.by = s.by; d.by.Resource == "" {
			d.by.Resource = s.typed
		}
		if !d.Listed && !d.part() && !d.bare() && (d.Text("kind") == "" || !d.named() && !d.going()) {
			r.faults = append(r.faults, lackf("line %d: this has not both a kind and a name; %s", s.line, advice))
		}
	}
	into.documents = append(into.documents, r.documents...)
	into.faults = append(into.faults, r.faults...)
}

// conditionItem is the first line of a condition in YAML.
var conditionItem = regex.New(`^( *)- (?:last(?:Transition|Update|Probe|Heartbeat)Time|message|observedGeneration|reason|status|type):`)

// tears reports whether conditions stand behind a part that somebody has left out, of which the head was left out with
// it: they cannot stand below what is open.
func (s *stretch) tears(behind []string) bool {
	at := slices.IndexFunc(behind, func(line string) bool { return strings.TrimSpace(line) != "" })
	if at < 0 {
		return false
	}
	m := conditionItem.FindStringSubmatch(behind[at])
	if m == nil {
		return false
	}
	for _, line := range slices.Backward(s.lines) {
		text := strings.TrimSpace(line)
		switch in := beside.Indent(line); {
		case text == "" || in > len(m[1]) || in == len(m[1]) && !strings.HasPrefix(text, "- ") && !strings.HasSuffix(text, ":"):
			continue
		default:
			return text != "conditions:" && !strings.HasPrefix(text, "- ")
		}
	}
	return true
}

// conditionAlone puts a condition that was copied without all that is around it, as a server prints it in JSON, where it
// stands in an object.
func (s *stretch) conditionAlone() {
	var c struct{ Kind, Type, Status, Reason, Message string }
	text := bytes.TrimSpace(s.text())
	if !s.inJSON() || json.Unmarshal(text, &c) != nil || c.Kind != "" || c.Type == "" || c.Reason+c.Message == "" || !slices.Contains([]string{"True", "False", "Unknown"}, c.Status) {
		return
	}
	s.lines = []string{`{"status":{"conditions":[` + string(stream.OnOneLine(text)) + `]}}`}
}
