// Package watch tells of a deletion that is followed: each event as a line of a log, and
// what is left as a frame on a screen.
package watch

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Lines is one event for a person, without an end of line: in one line, or where there is
// a limit of width in as many as it takes, broken between words. With a clock it begins
// with the time of day alone, as for somebody who looks on.
func Lines(e *follow.Event, clock bool, look paper.Look) []string {
	stamp := words.Timestamp(e.Time)
	if clock {
		stamp = e.Time.Format(time.TimeOnly)
	}
	said, r := word(e)
	l := paper.NewLayout(look)
	said += strings.Repeat(" ", max(wordColumns-len(said), 0)+1)
	l.Para(paper.Para{
		Spans: []paper.Span{paper.Quiet.Of(stamp), paper.Plain.Of("  "), r.Of(said), paper.Plain.Of(text(e, l.Sheet.Marks.Ellipsis))},
		Hang:  len(stamp) + 2 + len(said),
	})
	return linesOf(l)
}

const wordColumns = len("follow")

// word is what a person can look for in a log.
func word(e *follow.Event) (string, paper.Role) {
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

func text(e *follow.Event, ellipsis string) string {
	switch e.Type {
	case follow.Gone:
		return words.Placed(e.Object.Ref) + goneNote(e)
	case follow.Changed:
		return heldText(e, ellipsis)
	case follow.Stuck:
		return words.Placed(e.Object.Ref) + " will not finish without help: " + paper.Prose(e.Message)
	case follow.Progress:
		return progressText(e.Gone, e.Known)
	case follow.Silent:
		return "does not answer, waiting: " + paper.Prose(e.Message)
	case follow.Answers:
		return "answers again"
	case follow.Incomplete:
		return words.Incomplete(e.Problems)
	case follow.Summary:
		return summaryText(e)
	default:
		return paper.Prose(Message(e))
	}
}

// goneNote says what else there is to know of an object that went.
func goneNote(e *follow.Event) string {
	switch {
	case e.Recreated != "":
		return "; another object now stands under this name"
	case e.Unserved:
		return "; " + Message(e)
	case e.Object.State == trace.Deleting && !e.Object.Since.IsZero():
		return ", " + words.Age(e.Object.Since, e.At) + " after it was asked to go"
	}
	return ""
}

func heldText(e *follow.Event, ellipsis string) string {
	o := e.Object
	name := words.Placed(o.Ref)
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
	message := paper.Shorten(paper.Prose(h.Message), words.MessageColumns, ellipsis)
	switch {
	case message == "":
		return words.HoldHead(h)
	case h.Finalizer == "":
		return message
	}
	return paper.Identifier(h.Finalizer) + ": " + message
}

func progressText(gone, known int) string {
	return words.Thousands(gone) + " of " + words.Thousands(known) + " gone"
}

// shownLeft is how many objects a summary names.
const shownLeft = 5

func summaryText(e *follow.Event) string {
	took := words.Age(e.At.Add(-e.Took), e.At)
	switch e.Outcome {
	case follow.OutcomeGone:
		text := "gone within " + took + ": " + progressText(e.Gone, e.Known)
		if len(e.Left) > 0 {
			text += "; beside what was asked for, there may still be " + leftText(e.Left)
		}
		return text
	case follow.OutcomeUndecided:
		return "undecided, what could be read does not tell whether it will finish: " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	case follow.OutcomeStuck:
		return "stuck: " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	case follow.OutcomeTimedOut:
		return "not gone within " + took + ": " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	case follow.OutcomeQuit:
		return "watched for " + took + ": " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	default:
		return "interrupted after " + took + ": " + progressText(e.Gone, e.Known) + "; left: " + leftText(e.Left)
	}
}

func leftText(left []*explain.Object) string {
	var names []string
	for _, o := range left[:min(len(left), shownLeft)] {
		name := words.Placed(o.Ref)
		var finalizers []string
		for _, f := range o.Finalizers {
			finalizers = append(finalizers, paper.Identifier(f.Name))
		}
		if len(finalizers) > 0 {
			name += " (" + strings.Join(finalizers, ", ") + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ") + words.More(len(left)-len(names))
}

// Message completes an event for a person: one line, no full stop.
func Message(e *follow.Event) string {
	switch {
	case e.Type == follow.Began:
		return diagnosis.Verdict(e.Diagnosis)
	case e.Unserved:
		return "its kind is no longer served"
	}
	return e.Message
}
