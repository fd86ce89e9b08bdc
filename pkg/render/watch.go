package render

import (
	"io"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

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
func WatchLine(e *follow.Event, style WatchStyle) string {
	stamp := timestamp(e.Time)
	if style.Clock {
		stamp = e.Time.Format(time.TimeOnly)
	}
	word, r := watchWord(e)
	s := paper.NewSheet(paper.Look{Color: style.Color, ASCII: style.ASCII})
	word += strings.Repeat(" ", max(watchWordColumns-len(word), 0))
	return strings.TrimRight(s.Paint(paper.Line{
		{Role: paper.Quiet, Text: stamp}, {Role: paper.Plain, Text: "  "}, {Role: r, Text: word}, {Role: paper.Plain, Text: " " + watchText(e, s.Marks.Ellipsis)},
	}), " ")
}

const watchWordColumns = len("follow")

// watchWord is what a person can look for in a log.
func watchWord(e *follow.Event) (string, paper.Role) {
	switch e.Type {
	case follow.Began:
		return "follow", paper.Plain
	case follow.Gone:
		return "gone", paper.Name
	case follow.Changed:
		if e.Object.State == trace.Live {
			return "live", paper.Live
		}
		return "held", paper.Plain
	case follow.Progress:
		return "count", paper.Plain
	case follow.Stuck:
		return "stuck", paper.Flag
	case follow.Silent, follow.Answers:
		return "server", paper.Flag
	case follow.Incomplete:
		return "unread", paper.Flag
	default:
		return "end", paper.Verdict
	}
}

func watchText(e *follow.Event, ellipsis string) string {
	switch e.Type {
	case follow.Gone:
		return placed(e.Object.Ref) + goneNote(e)
	case follow.Changed:
		return heldText(e, ellipsis)
	case follow.Stuck:
		return placed(e.Object.Ref) + " will not finish without help: " + paper.Prose(e.Message)
	case follow.Progress:
		return progressText(e.Gone, e.Known)
	case follow.Silent:
		return "does not answer, waiting: " + paper.Prose(e.Message)
	case follow.Answers:
		return "answers again"
	case follow.Incomplete:
		return incompleteText(e.Problems)
	case follow.Summary:
		return summaryText(e)
	default:
		return paper.Prose(eventMessage(e))
	}
}

// goneNote says what else there is to know of an object that went.
func goneNote(e *follow.Event) string {
	switch {
	case e.Recreated != "":
		return "; another object now stands under this name"
	case e.Unserved:
		return "; " + eventMessage(e)
	case e.Object.State == trace.Deleting && !e.Object.Since.IsZero():
		return ", " + age(e.Object.Since, e.At) + " after it was asked to go"
	}
	return ""
}

func heldText(e *follow.Event, ellipsis string) string {
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
			return paper.Prose(h.Message)
		}
	}
	return "nobody has asked it to go, waiting until somebody does"
}

func holdText(h *explain.Hold, ellipsis string) string {
	message := paper.Shorten(paper.Prose(h.Message), messageColumns, ellipsis)
	switch {
	case message == "":
		return holdHead(h)
	case h.Finalizer == "":
		return message
	}
	return paper.Identifier(h.Finalizer) + ": " + message
}

func progressText(gone, known int) string {
	return thousands(gone) + " of " + thousands(known) + " gone"
}

// shownLeft is how many objects a summary names.
const shownLeft = 5

func summaryText(e *follow.Event) string {
	took := age(e.At.Add(-e.Took), e.At)
	switch e.Outcome {
	case follow.OutcomeGone:
		text := "gone within " + took + ": " + progressText(e.Gone, e.Known)
		if len(e.Left) > 0 {
			text += "; beside what was asked for, there may still be " + leftText(e.Left)
		}
		return text
	case follow.OutcomeStuck:
		return "stuck: " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	case follow.OutcomeTimedOut:
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
			finalizers = append(finalizers, paper.Identifier(f.Name))
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

// eventMessage completes an event for a person: one line, no full stop.
func eventMessage(e *follow.Event) string {
	switch {
	case e.Type == follow.Began:
		return whyVerdict(e.Diagnosis, askedAmong(judgedOf(e.Diagnosis)))
	case e.Unserved:
		return "its kind is no longer served"
	}
	return e.Message
}

// WatchJSON writes one event as a document on one line.
func WatchJSON(w io.Writer, e *follow.Event) error {
	text, err := paper.JSONLine(WatchDocumentOf(e))
	if err != nil {
		return err
	}
	return paper.Send(w, "an event", text)
}
