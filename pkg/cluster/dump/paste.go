package dump

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// maxPaste is up to what size a text is looked through for objects among other
// things. What is larger was written by a program.
const maxPaste = 4 << 20

// reading is what was read of a text, and what is wrong with it.
type reading struct {
	documents []*document
	faults    []error
}

// objects counts what is like an object, and how much is said of all of them.
func (r *reading) objects() (n, size int) {
	for _, d := range r.documents {
		if !d.Listed && d.Text("kind") == "" && !d.part() {
			continue
		}
		if size += d.Size(); !d.Listed {
			n++
		}
		for _, item := range d.Items {
			if size += len(item); d.Text("kind") != "" || bytes.Contains(item, []byte(`"kind"`)) {
				n++ // the conditions of an object are none
			}
		}
	}
	return n, size
}

// better reports whether more was understood than by another reading, or the same
// without what is no object.
func (r *reading) better(than *reading) bool {
	n, size := r.objects()
	others, otherSize := than.objects()
	return n > others || n == others && (size > otherSize || len(r.faults) > 0 && len(than.faults) > 0 || than.orphan() && !r.orphan() && len(r.faults) == 0)
}

// asGood reports whether as much was understood as by another reading, with fewer faults
// where that one has some.
func (r *reading) asGood(than *reading, mixed bool) bool {
	n, size := r.objects()
	others, otherSize := than.objects()
	if !mixed {
		return n == others && size >= otherSize && len(r.faults) == 0
	}
	return n >= others && len(r.faults) < len(than.faults)
}

// any reports whether there is an object in it.
func (r *reading) any() bool {
	n, _ := r.objects()
	return n > 0
}

// large reports whether so much was understood that a program has written it.
func (r *reading) large() bool {
	n, _ := r.objects()
	return n > mostCopied || slices.ContainsFunc(r.documents, func(d *document) bool { return d.Text("kind") == snapshotKind })
}

// mostCopied is how many objects a person copies among other things.
const mostCopied = 50

// orphan reports whether a document is in it that has no kind.
func (r *reading) orphan() bool {
	return slices.ContainsFunc(r.documents, func(d *document) bool { return !d.Listed && d.Text("kind") == "" })
}

// nameless remembers that a file holds something that looks like an object and has no
// name.
func (l *loader) nameless(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unnamed = append(l.unnamed, name)
}

// mixed reports whether there may be more in it than was understood. What a snapshot
// that was cut short lacks, nobody can tell.
func (r *reading) mixed() bool {
	large := slices.ContainsFunc(r.faults, func(err error) bool { return errors.Is(err, stream.ErrTooLarge) })
	snapshot := slices.ContainsFunc(r.documents, func(d *document) bool { return d.Text("kind") == snapshotKind })
	n, _ := r.objects()
	return !large && !snapshot && (len(r.faults) > 0 || n == 0 || r.orphan())
}

// read reads a text that is YAML or JSON as a whole.
func read(text []byte, limit int) reading {
	var r reading
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	first := stream.SkipBlank(text, 0)
	if first == len(text) {
		return r
	}
	var err error
	visit := func(d *document) { r.documents = append(r.documents, d) }
	fault := func(err error) { r.faults = append(r.faults, err) }
	if c := text[first]; c == '{' || c == '[' {
		err = (&stream.JSON{R: bufio.NewReader(bytes.NewReader(text)), Limit: limit}).Documents(each(visit))
	} else {
		err = (&stream.YAML{R: bufio.NewReader(bytes.NewReader(text)), Limit: limit}).Documents(each(visit), fault)
	}
	if err != nil {
		fault(err)
	}
	return r
}

// paste reads a text of which all is at hand. Where it is not what a program wrote,
// it is looked through for the objects that people copy among other things.
func (l *loader) paste(ctx context.Context, name string, text []byte) error {
	b := batch{loader: l, ctx: ctx, hint: hintOf(name)}
	text = unframed(text, l.valueLimit)
	whole, aside := l.amongOthers(text, read(text, l.valueLimit))
	whole = l.completed(whole, aside)
	if prose(name) && !slices.ContainsFunc(whole.documents, func(d *document) bool { return len(d.Items) > 0 || d.named() }) {
		return nil
	}
	l.setAside(name, aside)
	l.date(beside.Date(aside))
	for _, d := range whole.documents {
		if !d.Listed && d.Text("kind") != snapshotKind && !d.named() {
			l.nameless(name)
		}
		b.add(d)
	}
	for _, err := range whole.faults {
		b.fault(err)
	}
	return b.done(nil)
}

// amongOthers is the text as it is read where objects stand among other things, and these;
// or as it was read whole, where that is better.
func (l *loader) amongOthers(text []byte, whole reading) (reading, []string) {
	mixed := whole.mixed()
	if !mixed && (whole.large() || !spoken.HasLog(text)) {
		return whole, nil
	}
	found := reading{}
	all, aside := stretches(text)
	beside := described.Joined(aside)
	for i := range all {
		if entry, is := all[i].logEntry(); is {
			beside = append(beside, entry)
			continue
		}
		before := len(found.documents)
		if all[i].read(l.valueLimit, &found); len(found.documents) == before {
			beside = append(beside, all[i].lines...) // what cannot be read is heard
		}
	}
	if mixed && found.better(&whole) || found.asGood(&whole, mixed) && slices.ContainsFunc(beside, spoken.Logged) || !whole.any() && !found.any() && len(beside) > 0 {
		found.eventsBeside(beside)
		return found, beside
	}
	return whole, nil
}

// stretch is a part of a text that begins as an object does.
type stretch struct {
	line  int // where it begins, from 1
	lines []string
	typed string // the type that kubectl was called with, where that is known
	by    beside.Command

	faults []error // of lines that were left out
}

var (
	fenceLine = regex.New("^\\s*(```|~~~)")
	// glued is what stands behind a fence that is more than the name of a language.
	glued = regex.New("^\\s*(?:```+|~~~+)(\\S.*[ :].*|\\S+:)$")
	// beginning is how an object begins, alone or in a list.
	beginning = regex.New(`^\s*(- +)?("?(apiVersion|kind|metadata|items|spec|status)"?:(\s|$)|[{\[]\s*($|"|\{))`)
	// plainList is a list of words in JSON, as templates print one.
	plainList = regex.New(`^\s*\[\s*(?:"[^"]*"\s*,?\s*)*\]\s*$`)
	// describing is how the output of kubectl describe begins.
	describing = regex.New(`^Name: +\S`)
	// again are the fields that an object has once.
	again = regex.New(`^"?(apiVersion|kind)"?:`)
	// leftOut stands where somebody has left out a part.
	leftOut = regex.New(`^\s*(#\s*)?(\.{3,}|…|\[\.\.\.\]|<(snip|omitted|redacted)>)\s*$`)
	// goesOn is a line at the margin of a document in YAML.
	goesOn = regex.New(`^(-( |$)|[#}\]]|["']?[\w./$-]+(\s[\w./$-]+)*["']?:(\s|$))`)
	// blanks are what looks like a space, and what does not look at all.
	blanks = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u202f", " ", "\u200b", "", "\ufeff", "", "\r\n", "\n", "\r", "\n")
)

// stretches finds what may be objects between prose, prompts and the marks of
// Markdown. Aside are the lines of none of them.
func stretches(text []byte) (all []stretch, aside []string) {
	var s splitter
	lines := beside.Margins(strings.Split(blanks.Replace(string(text)), "\n"))
	for i, line := range lines {
		indent := beside.Indent(line)
		s.parts(lines[i:], i+1, indent)
		if s.within > 0 {
			s.within--
			s.open.lines = append(s.open.lines, "  "+line)
			continue
		}
		switch {
		case s.open != nil && leftOut.MatchString(line):
			line = ""
		case fenceLine.MatchString(line), stream.Separates([]byte(strings.TrimLeft(line, " "))):
			s.end()
			s.fenced = len(s.beside)
			if line = gluedTo(line); line == "" {
				continue
			}
			indent = 0
		case s.open == nil, s.bracketed != nil, strings.TrimSpace(line) == "":
		case s.open.over(line, indent, s.margin):
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
	return s.all, s.beside
}

// parts begins an object where only a part of one was copied, without the line above it.
func (s *splitter) parts(lines []string, number, indent int) {
	if s.open == nil && s.within == 0 {
		s.headless(beside.Metadata(lines), number, indent, "metadata:")
	}
	if s.open == nil && s.within == 0 {
		s.headless(beside.Conditions(lines), number, indent, "status:", "  conditions:")
	}
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

// splitter takes a text apart, line by line.
type splitter struct {
	all    []stretch
	beside []string
	open   *stretch
	// bracketed is of a stretch in JSON.
	bracketed *stream.Extent
	margin    int
	fenced    int    // how many lines stood beside at the last fence
	within    int    // how many lines of metadata without its head are to come
	typed     string // by the last command that printed something
	by        beside.Command
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
	s.all = append(s.all, stretch{line: number, typed: s.typed, by: s.by})
	s.open, s.margin, s.typed, s.by = &s.all[len(s.all)-1], indent, "", beside.Command{}
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

// scalarField is a field with its value on the line.
var scalarField = regex.New(`^\s*"?(?:apiVersion|kind)"?: +\S`)

// outdented reports whether the first line stands further left than the rest, as where
// the mark of an item of a list was left out.
func (s *stretch) outdented(indent int) bool {
	return len(s.lines) == 1 && indent > beside.Indent(s.lines[0]) && scalarField.MatchString(s.lines[0])
}

// begins reports whether an object begins with the line.
func begins(line string) bool {
	return (beginning.MatchString(line) || describing.MatchString(line)) && !plainList.MatchString(line)
}

// over reports whether the stretch, which is not in JSON, ends before the line.
func (s *stretch) over(line string, indent, margin int) bool {
	switch {
	case indent == margin && s.has(again.FindString(line[indent:])), describing.MatchString(line):
		return true
	case s.describes():
		return beginning.MatchString(line) || beside.Typed(line)
	}
	return indent < margin || indent == margin && !goesOn.MatchString(line[indent:])
}

// has reports whether one of its lines at the margin begins so.
func (s *stretch) has(field string) bool {
	return field != "" && slices.ContainsFunc(s.lines, func(line string) bool {
		return strings.HasPrefix(strings.TrimLeft(line, "- "), field) && !s.describes() && beside.Indent(line) == beside.Indent(s.lines[0])
	})
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
	r.tell(told)
	for i, d := range r.documents {
		d.typedAs(s.typed)
		if s.by.Name != "" {
			d, _ = d.nameFrom(s.by)
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

// named reports whether the document has a name, as every object has.
func (d *document) named() bool {
	var meta struct{ Name string }
	return json.Unmarshal(d.Field("metadata"), &meta) == nil && meta.Name != ""
}

// advice is how to copy an object so that it can be read.
const advice = "'kubectl get TYPE NAME -o yaml --show-managed-fields > FILE' copies an object whole"

// The bounds of mending: how many lines, and of how large a text.
const (
	mostMended   = 24
	mendedAtMost = 256 << 10
)

// mended reads the stretch. A line that is wrong, such as one with a value that had to
// be quoted, is read as what it most likely says, or else left out; where the text
// ends in the middle, what stands before is read.
func (s *stretch) mended(limit int) reading {
	r := s.reading(limit)
	var faults []error
	if lines, cut := beside.Closed(s.lines); cut && len(r.faults) > 0 && !s.inJSON() {
		s.lines = lines
		r = s.reading(limit)
		faults = append(faults, lackf("line %d is the end of a value that goes on; %s", s.line+len(lines)-1, advice))
	}
	for range mostMended {
		if len(r.faults) == 0 {
			break
		}
		at, better := s.mend(r.faults[0], limit)
		if at < 0 {
			break
		}
		if better.lost {
			faults = append(faults, fmt.Errorf("line %d cannot be read (%s); %s", s.line+at, beside.PlainFault(r.faults[0]), advice))
		}
		r = better.reading
	}
	if len(r.faults) > 0 {
		fault := fmt.Errorf("line %d: what stands from here on cannot be read (%s); %s", s.line+s.faulty(r.faults[0]), beside.PlainFault(r.faults[0]), advice)
		r = s.before(s.faulty(r.faults[0]), limit)
		faults = append(faults, fault)
	}
	r.faults = faults
	return r
}

func (s *stretch) text() []byte { return []byte(strings.Join(s.lines, "\n") + "\n") }

// reading reads the stretch. A part of an object in JSON begins with a field.
func (s *stretch) reading(limit int) reading {
	if text := bytes.TrimSpace(s.text()); text[0] == '"' {
		if part := stream.Closed(append([]byte("{"), text...)); json.Valid(part) {
			return read(part, limit)
		}
	}
	return read(s.text(), limit)
}

// faulty is the index of the line that a fault names.
func (s *stretch) faulty(fault error) int {
	at := beside.LineOf(fault) - 1
	if s.inJSON() {
		at = len(s.lines) - 1
		var syntax *json.SyntaxError
		var any any
		if text := s.text(); errors.As(json.Unmarshal(text, &any), &syntax) {
			at = bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		}
	}
	return max(min(at, len(s.lines)-1), 0)
}

func (s *stretch) inJSON() bool {
	c := strings.TrimLeft(s.lines[0], " ")[0]
	return c == '{' || c == '['
}

// mending is a reading after a line was changed.
type mending struct {
	reading
	lost bool // the line was left out
}

// mend changes the line that a fault is about, or one of those before it, so that the
// fault is gone or further down. It returns the index of that line, -1 where none
// helps.
func (s *stretch) mend(fault error, limit int) (int, mending) {
	if len(s.text()) > mendedAtMost {
		return -1, mending{}
	}
	was := s.faulty(fault)
	for _, at := range []int{was + 1, was, was - 1} {
		if at < 1 || at >= len(s.lines) || strings.TrimSpace(s.lines[at]) == "" {
			continue
		}
		before := s.lines[at]
		as := []string{beside.Aligned(s.lines, at), beside.Quoted(before), ""}
		if at > was {
			as = as[:1] // a parser names the line above one that stands too far left
		}
		for _, line := range as {
			if line == before {
				continue
			}
			s.lines[at] = line
			r := s.reading(limit)
			if len(r.faults) == 0 || s.faulty(r.faults[0]) > was {
				return at, mending{reading: r, lost: line == ""}
			}
			s.lines[at] = before
		}
	}
	return -1, mending{}
}

// fewer is how many lines before a fault are left out in the search for its beginning.
const fewer = 12

// before reads what stands before a fault.
func (s *stretch) before(fault, limit int) reading {
	if s.inJSON() {
		return read(stream.Closed(s.text()), limit)
	}
	for n := fault + 1; n > max(fault-fewer, 0); n-- {
		if r := read([]byte(strings.Join(s.lines[:n], "\n")+"\n"), limit); len(r.faults) == 0 && !r.mixed() {
			return r
		}
	}
	return reading{}
}
