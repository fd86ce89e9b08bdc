package render

import (
	"io"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// WatchType is what an event of a followed deletion is about.
type WatchType string

// The types of a WatchEvent.
const (
	// WatchBegan opens the log: what is followed, as one sentence.
	WatchBegan WatchType = "Began"
	// WatchChanged is an object that something holds, or something else than before.
	WatchChanged WatchType = "Changed"
	// WatchGone is an object that no longer exists.
	WatchGone WatchType = "Gone"
	// WatchProgress says how many objects are gone by now.
	WatchProgress WatchType = "Progress"
	// WatchStuck says that an asked object will not go without help.
	WatchStuck WatchType = "Stuck"
	// WatchSilent is a server that does not answer, WatchAnswers one that does again.
	WatchSilent  WatchType = "Silent"
	WatchAnswers WatchType = "Answers"
	// WatchIncomplete names what could not be read.
	WatchIncomplete WatchType = "Incomplete"
	// WatchSummary closes the log.
	WatchSummary WatchType = "Summary"
)

// WatchOutcome is how the following of a deletion ended.
type WatchOutcome string

// The outcomes in a summary.
const (
	OutcomeGone        WatchOutcome = "Gone"
	OutcomeStuck       WatchOutcome = "Stuck"
	OutcomeTimedOut    WatchOutcome = "TimedOut"
	OutcomeInterrupted WatchOutcome = "Interrupted"
)

// WatchEvent is one thing that was seen while deletions were followed. Which
// fields are set depends on its type.
type WatchEvent struct {
	Type WatchType
	// Time is when it was seen, by the clock of the person.
	Time time.Time
	// At is the clock of the server at that moment, against which ages are taken.
	At time.Time
	// Object is the one that is gone, stuck or held.
	Object *explain.Object
	// Recreated is the UID of another object that stands under the name of the
	// one that is gone. Unserved says that its kind went with it.
	Recreated string
	Unserved  bool
	// Gone of the Known objects no longer exist.
	Gone, Known int
	// Message completes the event for a person: one line, no full stop.
	Message string
	// Problems are what could not be read.
	Problems []trace.Problem
	// Outcome, Took and Left belong to a summary. Left are the objects that are
	// not known to be gone.
	Outcome WatchOutcome
	Took    time.Duration
	Left    []*explain.Object
}

// WatchFormats returns the formats of a followed deletion, the default first.
func WatchFormats() []string { return []string{"text", "json"} }

// WatchStyle says what the lines of a log look like.
type WatchStyle struct {
	// Clock shows the time of day alone, as to somebody who looks on.
	Clock bool
	Color bool
	// ASCII writes our own marks in ASCII.
	ASCII bool
}

// WatchLine is one event as a line for a person, without an end of line.
func WatchLine(e *WatchEvent, style WatchStyle) string {
	stamp := timestamp(e.Time)
	if style.Clock {
		stamp = e.Time.Format(time.TimeOnly)
	}
	word, r := watchWord(e)
	s := newSheet(Options{Color: style.Color, ASCII: style.ASCII})
	word += strings.Repeat(" ", max(watchWordColumns-len(word), 0))
	return strings.TrimRight(s.paint(line{
		{role: roleQuiet, text: stamp}, {role: roleText, text: "  "}, {role: r, text: word}, {role: roleText, text: " " + watchText(e, s.marks.ellipsis)},
	}), " ")
}

const watchWordColumns = len("follow")

// watchWord is what a person can look for in a log.
func watchWord(e *WatchEvent) (string, role) {
	switch e.Type {
	case WatchBegan:
		return "follow", roleText
	case WatchGone:
		return "gone", roleName
	case WatchChanged:
		if e.Object.State == trace.Live {
			return "live", roleLive
		}
		return "held", roleText
	case WatchProgress:
		return "count", roleText
	case WatchStuck:
		return "stuck", roleFlag
	case WatchSilent, WatchAnswers:
		return "server", roleFlag
	case WatchIncomplete:
		return "unread", roleFlag
	default:
		return "end", roleVerdict
	}
}

func watchText(e *WatchEvent, ellipsis string) string {
	switch e.Type {
	case WatchGone:
		return placed(e.Object.Ref) + goneNote(e)
	case WatchChanged:
		return heldText(e, ellipsis)
	case WatchStuck:
		return placed(e.Object.Ref) + " will not finish without help: " + prose(e.Message)
	case WatchProgress:
		return progressText(e.Gone, e.Known)
	case WatchSilent:
		return "does not answer, waiting: " + prose(e.Message)
	case WatchAnswers:
		return "answers again"
	case WatchIncomplete:
		return incompleteText(e.Problems)
	case WatchSummary:
		return summaryText(e)
	default:
		return prose(e.Message)
	}
}

// goneNote says what else there is to know of an object that went.
func goneNote(e *WatchEvent) string {
	switch {
	case e.Recreated != "":
		return "; another object now stands under this name"
	case e.Unserved:
		return "; its kind is no longer served"
	case e.Object.State == trace.Deleting && !e.Object.Since.IsZero():
		return ", " + age(e.Object.Since, e.At) + " after it was asked to go"
	}
	return ""
}

func heldText(e *WatchEvent, ellipsis string) string {
	o := e.Object
	name := placed(o.Ref)
	if o.State == trace.Live {
		return name + ": " + liveText(o)
	}
	var holds []string
	for i := range o.Holds {
		holds = append(holds, holdText(&o.Holds[i], ellipsis))
	}
	if len(holds) == 0 {
		return name + ": nothing holds it any more"
	}
	return name + ": " + strings.Join(holds, "; ")
}

// liveText is said of an object that is followed although nobody deletes it.
func liveText(o *explain.Object) string {
	for i := range o.Holds {
		if h := &o.Holds[i]; h.Finalizer == "" && h.Message != "" {
			return prose(h.Message)
		}
	}
	return "nobody has asked it to go, waiting until somebody does"
}

func holdText(h *explain.Hold, ellipsis string) string {
	message := shorten(prose(h.Message), messageColumns, ellipsis)
	switch {
	case message == "":
		return holdHead(h)
	case h.Finalizer == "":
		return message
	}
	return identifier(h.Finalizer) + ": " + message
}

func progressText(gone, known int) string {
	return thousands(gone) + " of " + thousands(known) + " gone"
}

// shownLeft is how many objects a summary names.
const shownLeft = 5

func summaryText(e *WatchEvent) string {
	took := age(e.At.Add(-e.Took), e.At)
	switch e.Outcome {
	case OutcomeGone:
		text := "gone within " + took + ": " + progressText(e.Gone, e.Known)
		if len(e.Left) > 0 {
			text += "; beside what was asked for, there may still be " + leftText(e.Left)
		}
		return text
	case OutcomeStuck:
		return "stuck: " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	case OutcomeTimedOut:
		return "not gone within " + took + ": " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	default:
		return "interrupted after " + took + ": " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	}
}

func leftText(left []*explain.Object) string {
	var names []string
	for _, o := range left[:min(len(left), shownLeft)] {
		name := placed(o.Ref)
		var finalizers []string
		for _, f := range o.Finalizers {
			finalizers = append(finalizers, identifier(f.Name))
		}
		if len(finalizers) > 0 {
			name += " (" + strings.Join(finalizers, ", ") + ")"
		}
		names = append(names, name)
	}
	text := strings.Join(names, ", ")
	if more := len(left) - len(names); more > 0 {
		text += " and " + thousands(more) + " more"
	}
	return text
}

// WatchSentence says how the asked objects fare.
func WatchSentence(d *explain.Diagnosis) string { return whyVerdict(d, askedAmong(judgedOf(d))) }

// Columns is how wide a line is in a terminal. Colour takes no room.
func Columns(line string) int { return width(line) }

// WatchJSON writes one event as a document on one line.
func WatchJSON(w io.Writer, e *WatchEvent) error {
	text, err := encodeLine(WatchDocumentOf(e))
	if err != nil {
		return err
	}
	return send(w, "an event", text)
}
