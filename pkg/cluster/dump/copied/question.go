package copied

import (
	"slices"
	"strings"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// MostRead is up to what size a text is looked through for objects among other
// things. What is larger was written by a program.
const MostRead = 4 << 20

// SnapshotKind is the kind of a document in which everything is told by the program that wrote it.
const SnapshotKind = "Snapshot"

// Question is what somebody wants to know of a text. What was copied without an object, or without the name and the
// kind of one, is taken for what is said of the one that is asked about.
type Question struct {
	// About is the object that is asked about, its name empty where that is not known.
	About spoken.Of
	// Hangs says that an object, of which nothing tells whether it was asked to go, may be presumed to have been.
	Hangs bool
	// Kinds tells the kind of an object by its finalizers or by lines about it, empty where there is none, or
	// several. It may be nil.
	Kinds func(finalizers, lines []string) (group, kind string)
	// Spelled is the kind that a word means which is no built-in one, with its group where that is told, empty where
	// it means none. It may be nil.
	Spelled func(word string) (group, kind string)
	// Typed is the kind that people mean who type a word to kubectl, by what is short for it where lines tell whose that is,
	// or by its name, with its group where that is told, empty where none is known. It may be nil.
	Typed func(word string, lines []string) (group, kind string)
	// Listed is the group of a kind that one project has, where lines tell of that, empty where they do not. It may be nil.
	Listed func(kind string, lines []string) (group string)
	// Grouped is the group of a kind by the one project of which lines tell, empty where they tell of none, or of several.
	// It may be nil.
	Grouped func(kind string, lines []string) (group string)
	// Shaped is the kind that a part of an object shows by what stands in it, empty where it shows none, or several. It may
	// be nil.
	Shaped func(obj map[string]any) (group, kind string)
	// Alone says that the text is all that is read.
	Alone bool
	// Limit is how many bytes a document may have.
	Limit int

	lines   []string             // of the whole text
	domains func() []string      // of the finalizers of which it tells
	spelled map[string][2]string // what was asked of Spelled: the words of a text come again
}

// Read reads a text of which all is at hand. Where it is not what a program wrote,
// it is looked through for the objects that people copy among other things.
func (q *Question) Read(text []byte) Text {
	text = unframed([]byte(beside.Plain(string(text))), q.Limit)
	indented, flat := beside.Indented(blanks.Replace(string(text)))
	if len(flat) > 0 {
		text = []byte(indented)
	}
	q.lines = withHeads(strings.Split(string(text), "\n"))
	withoutCutPlaces(q.lines)
	text = []byte(strings.Join(q.lines, "\n"))
	q.domains = sync.OnceValue(func() []string { return finalizerDomains(q.lines) })
	whole, aside := q.amongOthers(text, read(text, q.Limit))
	aside = q.toldApart(&whole, string(text), aside)
	whole.ending(text)
	whole = q.completed(whole, aside)
	for _, line := range flat {
		whole.faults = append(whole.faults, lackf("line %d begins an object that has lost its indents, and only what is plain without them was read; %s", line, advice))
	}
	t := Text{Faults: whole.faults, Aside: aside, Seen: whole.seen}
	if whole.cut != nil {
		t.Faults = append(t.Faults, whole.cut)
	}
	for _, d := range whole.documents {
		t.Documents = append(t.Documents, &d.Document)
	}
	if q.Alone {
		t.None = q.notThere(&whole, aside)
	}
	t.Objects = slices.ContainsFunc(whole.documents, func(d *document) bool { return len(d.Items) > 0 || d.named() })
	t.Nameless = slices.ContainsFunc(whole.documents, func(d *document) bool {
		return !d.Listed && d.Text("kind") != SnapshotKind && !d.named()
	})
	return t
}

// ofEvents is a line of the table of events that kubectl describe prints, which is no event.
var ofEvents = regex.New(`^\s*(?:Events:\s*|Type\s+Reason\s.*|-{3,}[\s-]*)?$`)

// eventsAlone reports whether lines are a table of events and nothing else.
func eventsAlone(lines []string) bool {
	return slices.ContainsFunc(lines, described.IsEvent) && !slices.ContainsFunc(lines, func(line string) bool { return !described.IsEvent(line) && !ofEvents.MatchString(line) })
}

// amongOthers is the text as it is read where objects stand among other things, and these;
// or as it was read whole, where that is better.
func (q *Question) amongOthers(text []byte, whole reading) (reading, []string) {
	mixed := whole.mixed()
	if !mixed && (whole.large() || !spoken.HasLog(text)) {
		return whole, nil
	}
	found := reading{}
	all, aside := stretches(text)
	beside := described.Joined(aside)
	for i := range all {
		all[i].conditionAlone()
		if entry, is := all[i].logEntry(); is {
			beside = append(beside, entry)
			continue
		}
		before := len(found.documents)
		if all[i].read(q.Limit, &found); len(found.documents) == before {
			beside = append(beside, all[i].lines...) // what cannot be read is heard
		}
	}
	if mixed && found.better(&whole) || found.asGood(&whole, mixed) && (slices.ContainsFunc(beside, spoken.Logged) || eventsAlone(beside)) || !whole.any() && !found.any() && len(beside) > 0 {
		found.eventsBeside(beside)
		return found, beside
	}
	return whole, nil
}
