package described

import (
	"cmp"
	"fmt"
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
	var rows []eventRow
	for _, line := range lines {
		if row, is := eventRowOf(line); is {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Compare(a.age, b.age) })
	var events []map[string]any
	for i, row := range rows {
		events = append(events, map[string]any{
			"apiVersion": "v1", "kind": "Event", "type": row.cells[0], "reason": row.cells[1], "message": row.cells[4],
			"count": timesIn(row.cells[2]), "source": sourceOf(row.cells[3]), "involvedObject": involved,
			Printed:    printedAge(row.cells[2]),
			"metadata": map[string]any{"namespace": namespace, "name": fmt.Sprintf("described-%03d", i)},
		})
	}
	return events
}

// Printed is the field of an event that was described which holds its ages as they were printed: "last"
// before that, and the time "over" which it was seen.
const Printed = "printed"

func printedAge(cell string) map[string]any {
	last, often, _ := strings.Cut(cell, " ")
	ages := map[string]any{}
	if _, is := Age(last); is {
		ages["last"] = last
	}
	if _, over, found := strings.Cut(strings.TrimSuffix(often, ")"), " over "); found {
		if _, is := Age(over); is {
			ages["over"] = over
		}
	}
	return ages
}

// sourceOf is who has written an event: a component, and in releases before the host on which it runs.
func sourceOf(cell string) map[string]any {
	component, host, found := strings.Cut(cell, ", ")
	if !found {
		return map[string]any{"component": cell}
	}
	return map[string]any{"component": component, "host": host}
}

// eventRow is an event as describe prints it: its type, reason, age, writer and message.
type eventRow struct {
	cells []string
	age   time.Duration // of the last time
}

// printedBefore is a row as releases before 1.8 printed it: when it was seen first and last, how often, who has
// written it, a part of the object, its type, reason and message.
var printedBefore = regex.New(`^\s*((?:\d+[smhdy])+)\s+((?:\d+[smhdy])+)\s+(\d+)\s+(\{?[a-z][^\s,]*(?:, \S+)?)\s+(?:\S+\s+)?(Normal|Warning)\s+([A-Z]\w+)\s+(\S.*)$`)

// eventRowOf reads a row of the table of events.
func eventRowOf(line string) (row eventRow, is bool) {
	row.cells = gaps.Split(strings.TrimSpace(strings.ReplaceAll(line, "\t", "  ")), 5)
	if m := printedBefore.FindStringSubmatch(line); m != nil {
		row.cells = []string{m[5], m[6], m[2], m[4], strings.TrimSpace(m[7])}
		if m[3] != "1" {
			row.cells[2] += " (x" + m[3] + " over " + m[1] + ")"
		}
	}
	if len(row.cells) < 4 || row.cells[0] != "Warning" && row.cells[0] != "Normal" {
		return row, false
	}
	if len(row.cells) == 4 { // its message begins on the next line
		if !aged.MatchString(row.cells[2]) || strings.Contains(row.cells[3], " ") {
			return row, false
		}
		row.cells = append(row.cells, "")
	}
	last, _, _ := strings.Cut(row.cells[2], " ")
	row.age = agePrinted(last)
	return row, true
}

// IsEvent reports whether a line is a row of the table of events that describe prints.
func IsEvent(line string) bool {
	_, is := eventRowOf(line)
	return is
}

var seen = regex.New(`\(x(\d+) over`)

// timesIn is how often an event was seen, by its age: 3m (x20 over 1h).
func timesIn(age string) int {
	if m := seen.FindStringSubmatch(age); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return n
		}
	}
	return 1
}

// aged is the age of an event.
var aged = regex.New(`^(?:\d+[smhdy])+(?: \(x\d+ over \w+\))?$`)

// Unfinished reports whether a line is a row of that table and its message goes on in the next.
func Unfinished(line string) bool {
	row, is := eventRowOf(line)
	if !is {
		return false
	}
	message := strings.TrimSpace(row.cells[4])
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
			if row, _ := eventRowOf(out[at]); row.cells[4] == "" {
				between = "  "
			}
			out[at], out[next] = strings.TrimRight(out[at], " ")+between+strings.TrimSpace(out[next]), ""
		}
	}
	return out
}
