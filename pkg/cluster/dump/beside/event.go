package beside

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Event is a row of a table of events as kubectl get events or kubectl events prints it, and which
// object it is about: the kind may be in lower case.
type Event struct {
	described.Event
	Namespace, Kind, Name string
}

const (
	agePattern   = `((?:\d+[smhdy])+|<unknown>|<invalid>)`
	inAllPattern = `^(?:([a-z0-9][a-z0-9-]*)\s+)?`
)

var (
	// eventHead is the head of a table of events, and ofEvents how it goes on in one that is understood.
	eventHead = regex.New(`^(?:NAMESPACE\s+)?(?:LAST|FIRST) ?SEEN\s+[A-Z]`)
	// anyHead is the head of any table.
	anyHead = regex.New(`^[A-Z][A-Z_-]*(?: [A-Z_-]+)?(?:\s{2,}[A-Z][A-Z_-]*(?: [A-Z_-]+)?)+$`)
	// eventRow is a row as it is printed today, and eventRowBefore as releases before 1.13 did.
	eventRow       = regex.New(inAllPattern + agePattern + `( \(x\d+ over \w+\))?\s+(Normal|Warning)\s+([A-Za-z][\w.-]*)\s+([A-Za-z][\w.-]*)/(\S+)(?:\s+(\S.*))?$`)
	eventRowBefore = regex.New(inAllPattern + agePattern + `\s+` + agePattern + `\s+(\d+)\s+(\S+)\s+([A-Z][A-Za-z]*)\s+(?:[^\sA-Z]\S*\s+)?(Normal|Warning)\s+([A-Za-z]\w*)\s+(\{[^}]*\}|\S+(?:, \S+)?)\s+(\S.*)$`)
	// eventRowCut is one of which the column of its age was not copied.
	eventRowCut = regex.New(`^(Normal|Warning)\s{2,}([A-Z][A-Za-z]*)\s{2,}([A-Za-z][\w.-]*)/(\S+)\s{2,}(\S.*)$`)
	// eventWide are the columns behind the message of a wide table, and eventName is the end of the
	// name of an event, before which it has that of the object.
	eventWide = regex.New(`^(.*\S)\s{2,}` + agePattern + `\s+(\d+)\s+[a-z0-9]\S*$`)
	eventName = regex.New(`\.[0-9a-f]{13,}$`)
	// partOf is a part of an object in its column, and writtenBy who has written an event.
	partOf    = regex.New(`^[a-z]\S*[.{\[]\S*$`)
	writtenBy = regex.New(`^[a-zA-Z][\w./-]*(?:, \S+)?$`)
	twoBlanks = regex.New(`\s{2,}`)
)

// isEvents reports whether a type, as people name it to kubectl, is that of events.
func isEvents(resource string) bool {
	name, _, _ := strings.Cut(strings.ToLower(resource), ".")
	return name == "events" || name == "event" || name == "ev"
}

// Events are the events that tables among the lines show. Unread are the heads of tables of which no
// row could be read. What is read is taken from the lines.
func Events(lines []string) (events []Event, unread []string) {
	var of Command
	head, rows := "", 0
	answer := false // in columns of its own, which the line is that comes next
	end := func() {
		if head != "" && rows == 0 {
			unread = append(unread, head)
		}
		head, rows = "", 0
	}
	for i, line := range lines {
		line = strings.TrimSpace(strings.ReplaceAll(line, "\t", "   "))
		if c, is := Printing(line); is {
			end()
			of, answer = c, isEvents(c.Resource) && strings.Contains(line, "custom-columns")
			continue
		}
		if eventHead.MatchString(line) || answer && anyHead.MatchString(line) {
			end()
			head, lines[i], answer = strings.Join(strings.Fields(line), " "), "", false
			continue
		}
		answer = answer && line == ""
		e, is := eventOf(line)
		if !is {
			continue
		}
		if rows++; isEvents(of.Resource) {
			e.Namespace = cmp.Or(e.Namespace, of.Namespace)
		}
		events, lines[i] = append(events, e), ""
	}
	end()
	return events, unread
}

// About is the object that the event is about as an event refers to it, and its namespace: the one among the
// objects that were copied which has its kind and name, and is in its namespace where both tell one.
func (e *Event) About(known []map[string]any, types Types) (involved map[string]any, namespace string) {
	involved = map[string]any{"name": e.Name}
	apiVersion, kind := types(e.Kind)
	if e.Kind != strings.ToLower(e.Kind) || !strings.EqualFold(kind, e.Kind) {
		kind = e.Kind // as the table spells it, or no plural
	}
	namespace = e.Namespace
	if of := e.among(known); of != nil {
		meta, _ := of["metadata"].(map[string]any)
		apiVersion, _ = of["apiVersion"].(string)
		kind, _ = of["kind"].(string)
		if namespace, _ = meta["namespace"].(string); meta["uid"] != nil {
			involved["uid"] = meta["uid"]
		}
	}
	involved["apiVersion"], involved["kind"] = apiVersion, kind
	if namespace != "" {
		involved["namespace"] = namespace
	}
	return involved, namespace
}

// among is the one object that the event may be about, nil where there is none. Of several it is no more than
// their type, where they have one.
func (e *Event) among(known []map[string]any) (found map[string]any) {
	space := ""
	for _, obj := range known {
		meta, _ := obj["metadata"].(map[string]any)
		kind, _ := obj["kind"].(string)
		in, _ := meta["namespace"].(string)
		version, _ := obj["apiVersion"].(string)
		of, _ := found["apiVersion"].(string)
		switch {
		case meta["name"] != e.Name || !strings.EqualFold(kind, e.Kind) || in != "" && e.Namespace != "" && in != e.Namespace:
		case found == nil:
			found, space = obj, in
		case !sameGroup(of, version):
			return nil
		case space == "":
			found, space = obj, in
		case in != "" && in != space:
			found = map[string]any{"apiVersion": of, "kind": kind}
		}
	}
	return found
}

// IsEvent reports whether a line is a row of such a table.
func IsEvent(line string) bool {
	_, is := eventOf(strings.TrimSpace(line))
	return is
}

func eventOf(line string) (e Event, is bool) {
	if m := eventRow.FindStringSubmatch(line); m != nil {
		e = Event{Namespace: m[1], Kind: m[6], Name: m[7], Event: described.Event{Type: m[4], Reason: m[5], Message: m[8]}}
		e.Seen(m[2] + m[3])
		e.wide()
		return e, true
	}
	if m := eventRowCut.FindStringSubmatch(line); m != nil {
		return Event{Kind: m[3], Name: m[4], Event: described.Event{Type: m[1], Reason: m[2], Message: m[5]}}, true
	}
	m := eventRowBefore.FindStringSubmatch(line)
	if m == nil {
		return e, false
	}
	last, over := m[2], m[3]
	if younger(over, last) { // releases had the two columns in either order
		last, over = over, last
	}
	e = Event{
		Namespace: m[1], Kind: m[6], Name: eventName.ReplaceAllString(m[5], ""),
		Event: described.Event{Type: m[7], Reason: m[8], Writer: m[9], Message: strings.TrimSpace(m[10]), Last: last},
	}
	e.often(m[4], over)
	return e, true
}

// younger reports whether an age is less than another.
func younger(age, than string) bool {
	a, is := described.Age(age)
	b, too := described.Age(than)
	return is && too && a < b
}

// often takes how often an event was seen, and over which time.
func (e *Event) often(count, over string) {
	if n, err := strconv.Atoi(count); err == nil && n > 1 {
		e.Count, e.Over = n, over
	}
}

// wide takes from a message the columns that stand around it in a wide table.
func (e *Event) wide() {
	m := eventWide.FindStringSubmatch(e.Message)
	if m == nil {
		return
	}
	e.Message = m[1]
	e.often(m[3], m[2])
	cells := twoBlanks.Split(e.Message, 3)
	if len(cells) > 1 && partOf.MatchString(cells[0]) {
		cells = twoBlanks.Split(strings.TrimSpace(strings.TrimPrefix(e.Message, cells[0])), 2)
	} else {
		cells = twoBlanks.Split(e.Message, 2)
	}
	if len(cells) > 1 && writtenBy.MatchString(cells[0]) {
		e.Writer, e.Message = cells[0], cells[1]
	}
}
