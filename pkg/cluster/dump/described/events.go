package described

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Events reads the table of events. Their ages are seen from a moment that is
// not known, so that they have no times.
func Events(lines []string, about map[string]any) []map[string]any {
	meta, _ := about["metadata"].(map[string]any)
	involved := map[string]any{"kind": about["kind"], "apiVersion": about["apiVersion"]}
	for _, field := range []string{"name", "namespace", "uid"} {
		if meta[field] != nil {
			involved[field] = meta[field]
		}
	}
	namespace, _ := meta["namespace"].(string)
	if namespace == "" {
		namespace = "default"
	}
	var rows []Event
	for _, line := range lines {
		if row, is := Row(line); is {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b Event) int { return cmp.Compare(agePrinted(a.Last), agePrinted(b.Last)) })
	var events []map[string]any
	for i := range rows {
		events = append(events, rows[i].Object(involved, namespace, fmt.Sprintf("described-%03d", i)))
	}
	return events
}

// Event is an event as it was printed: how long ago it was seen last, and the time over which it was seen,
// empty where that is not told.
type Event struct {
	Type, Reason, Message string
	Last, Over            string
	Count                 int
	Writer                string // a component, and in releases before the host on which it runs
}

// Object is the event as an object about another one. Nothing tells its name: what it says is a part of one, so that
// the rows of two tables are not taken for readings of the same event.
func (e *Event) Object(involved map[string]any, namespace, row string) map[string]any {
	said := fnv.New32a()
	_, _ = fmt.Fprintf(said, "%v %q %q %q %q", involved, e.Type, e.Reason, e.Message, e.Writer)
	ages := map[string]any{}
	for field, age := range map[string]string{"last": e.Last, "over": e.Over} {
		if _, is := Age(age); is {
			ages[field] = age
		}
	}
	if e.silent() {
		ages["quiet"] = true
	}
	return map[string]any{
		"apiVersion": "v1", "kind": "Event", "type": e.Type, "reason": e.Reason, "message": e.Message,
		"count": max(e.Count, 1), "source": sourceOf(e.Writer), "involvedObject": involved, Printed: ages,
		"metadata": map[string]any{"namespace": namespace, "name": fmt.Sprintf("%s-%08x", row, said.Sum32())},
	}
}

// Printed is the field of an event that was printed which holds its ages as they were: "last"
// before that, the time "over" which it was seen, and whether it was "quiet" since. Of what has none it holds that as "events".
const Printed = "printed"

// silent reports whether an event that came again and again did not for long before it was printed: for longer than
// controllers pause as a rule, and than twice its own pauses. Both ages are seen from then: 23m (x5 over 23m) is 5 times within a minute.
func (e *Event) silent() bool {
	last, is := Age(e.Last)
	over, too := Age(e.Over)
	return is && too && e.Count > 1 && last >= 20*time.Minute && last > 2*(over-last)/time.Duration(e.Count-1)
}

// sourceOf is who has written an event.
func sourceOf(writer string) map[string]any {
	if strings.Contains(writer, ", kind=") {
		return map[string]any{"component": writer} // as it calls itself
	}
	component, host, found := strings.Cut(strings.Trim(writer, "{}"), ", ")
	if !found {
		component, host, found = strings.Cut(component, " ")
	}
	source := map[string]any{"component": component}
	if found {
		source["host"] = host
	}
	return source
}

// printedBefore is a row as releases before 1.8 printed it: when it was seen first and last, how often, who has
// written it, a part of the object, its type, reason and message.
var printedBefore = regex.New(`^\s*((?:\d+[smhdy])+)\s+((?:\d+[smhdy])+)\s+(\d+)\s+(\{?[a-z][^\s,]*(?:, \S+)?)\s+(?:[^\sA-Z]\S*\s+)?(Normal|Warning)\s+([A-Z]\w+)\s+(\S.*)$`)

// Row is the event that a line shows as a row of the table of events that describe prints.
func Row(line string) (e Event, is bool) {
	if m := printedBefore.FindStringSubmatch(line); m != nil {
		e = Event{Type: m[5], Reason: m[6], Message: strings.TrimSpace(m[7]), Last: m[2], Writer: m[4]}
		if e.Count, _ = strconv.Atoi(m[3]); e.Count != 1 {
			e.Over = m[1]
		}
		return e, true
	}
	cells := gaps.Split(strings.TrimSpace(strings.ReplaceAll(line, "\t", "  ")), 5)
	if len(cells) < 4 || cells[0] != "Warning" && cells[0] != "Normal" {
		return narrowRow(line)
	}
	if len(cells) == 4 { // its message begins on the next line
		if !aged.MatchString(cells[2]) || strings.Contains(cells[3], " ") {
			return narrowRow(line)
		}
		cells = append(cells, "")
	}
	e = Event{Type: cells[0], Reason: cells[1], Writer: cells[3], Message: cells[4]}
	e.Seen(cells[2])
	return e, true
}

// narrow is a row between some columns of which a page or a chat has left one blank. Who has written it is told by
// how components call themselves: in several parts, or kubelet.
var narrow = regex.New(`^\s*(Warning|Normal)\s+([A-Z][A-Za-z]+)\s+((?:\d+[smhdy])+(?: \(x\d+ over \w+\))?|<unknown>)\s+((?:kubelet|[a-z][a-z0-9]*(?:[-._/][A-Za-z0-9]+)+)(?:, [a-z0-9]\S*)?)\s+(\S.*)$`)

func narrowRow(line string) (e Event, is bool) {
	m := narrow.FindStringSubmatch(line)
	if m == nil {
		return e, false
	}
	e = Event{Type: m[1], Reason: m[2], Writer: m[4], Message: strings.TrimRight(m[5], " ")}
	e.Seen(m[3])
	return e, true
}

// IsEvent reports whether a line is a row of the table of events that describe prints.
func IsEvent(line string) bool {
	_, is := Row(line)
	return is
}

var seen = regex.New(`^(\S+) \(x(\d+) over (\w+)\)`)

// Seen takes when and how often an event was seen from how that is printed: 3m (x20 over 1h).
func (e *Event) Seen(age string) {
	e.Last, _, _ = strings.Cut(age, " ")
	if m := seen.FindStringSubmatch(age); m != nil {
		e.Over = m[3]
		e.Count, _ = strconv.Atoi(m[2])
	}
}

// aged is the age of an event.
var aged = regex.New(`^(?:\d+[smhdy])+(?: \(x\d+ over \w+\))?$`)

// Unfinished reports whether a line is a row of that table and its message goes on in the next.
func Unfinished(line string) bool {
	row, is := Row(line)
	if !is {
		return false
	}
	message := strings.TrimSpace(row.Message)
	return message == "" || strings.ContainsRune(",:;{[(", rune(message[len(message)-1]))
}

// MostFolded bounds over how many lines a message was spread.
const MostFolded = 16

// detailed reports whether a line shows fields and goes on in the next.
func detailed(line string) bool {
	line = strings.TrimSpace(line)
	return strings.ContainsAny(line, "{[") && strings.ContainsRune(",:{[", rune(line[len(line)-1]))
}

// open reports whether a bracket is open at the end of a line.
func open(line string) bool {
	return strings.Count(line, "{")+strings.Count(line, "[") > strings.Count(line, "}")+strings.Count(line, "]")
}

// Joined are lines of which each row of that table has its message on one line. What that takes
// from others is no longer there.
func Joined(lines []string) []string {
	out := slices.Clone(lines)
	for at := range out {
		for next := at + 1; next < min(len(out), at+MostFolded) && !IsEvent(out[next]) && (Unfinished(out[at]) || next > at+1 && (open(out[at]) || detailed(out[next]))); next++ {
			between := " "
			if row, _ := Row(out[at]); row.Message == "" {
				between = "  "
			}
			out[at], out[next] = strings.TrimRight(out[at], " ")+between+strings.TrimSpace(out[next]), ""
		}
	}
	return out
}
