package words

import (
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Age is the time from since to at as kubectl prints ages. A clock that is
// behind makes it zero, never negative.
func Age(since, at time.Time) string {
	return duration.HumanDuration(max(at.Sub(since), 0))
}

// ForAge is " for 14m", and nothing where the beginning is not known.
func ForAge(since time.Time, clock trace.Clock) string {
	if since.IsZero() {
		return ""
	}
	return " " + clock.For(since)
}

// Deleting is the beginning of the sentence on an object that is being deleted.
func Deleting(n *trace.Node, clock trace.Clock) string {
	if n.Presumed {
		return ", which the copy does not show as being deleted, is judged as if it were"
	}
	if clock.Copied() {
		return " had been deleting" + ForAge(n.Since, clock) + " when this was copied"
	}
	if clock.AtLeast {
		if n.Since.IsZero() {
			return " was asked to go"
		}
		return " was asked to go " + clock.When(n.Since)
	}
	return " has been deleting" + ForAge(n.Since, clock)
}

// Undated is what the sentence on an object that was asked to go then has to add
// where it is not known when it was copied.
func Undated(since time.Time, clock trace.Clock) string {
	if !clock.AtLeast {
		return ""
	}
	return " When " + notKnown(since, clock) + "."
}

// notKnown is what is not known of when something was copied, behind "when".
func notKnown(since time.Time, clock trace.Clock) string {
	switch {
	case since.IsZero():
		return "that was, and when this was copied, is not known"
	case clock.Passed(since, time.Minute):
		return "this was copied is not known: at least " + clock.Age(since) + " later"
	}
	return "this was copied is not known"
}

// AskedSince is since when an object has been asked to go, as far as what was copied tells, or by
// when it had been, as the end of a line.
func AskedSince(n *trace.Node, by time.Time, clock trace.Clock) string {
	switch {
	case n.Presumed:
		return "the copy does not show it as being deleted: it is judged as if it were"
	case clock.AtLeast && n.Since.IsZero() && !by.IsZero():
		return "it was asked to go " + clock.When(by) + " or before"
	case clock.AtLeast && n.Since.IsZero():
		return "it was asked to go; when is not known"
	case n.State == trace.Unreadable:
		return "since when it is to go is not known: it cannot be read"
	case n.Since.IsZero() && !clock.Copied():
		return "it is being deleted; since when is not known"
	}
	said := "it" + Deleting(n, clock)
	if clock.AtLeast {
		said += "; when " + notKnown(n.Since, clock)
	}
	return said
}

// StateText says what is really going on with an object.
func StateText(n *trace.Node, clock trace.Clock) string {
	switch n.State {
	case trace.Live:
		return "live"
	case trace.Grace:
		if n.Since.IsZero() {
			return "in grace"
		}
		return "in grace, " + Age(clock.At, n.Since) + " left"
	case trace.Deleting:
		if n.Since.IsZero() {
			return "deleting"
		}
		if clock.AtLeast {
			return "deleting " + clock.For(n.Since)
		}
		return "deleting " + clock.Age(n.Since)
	case trace.Gone:
		return "gone"
	case trace.Recreated:
		return "another object now stands under this name"
	case trace.Unreadable:
		return "could not be read"
	}
	return paper.Identifier(string(n.State))
}

// stateRole is how a state looks.
func stateRole(s trace.State) paper.Role {
	switch s {
	case trace.Live:
		return paper.Live
	case trace.Grace:
		return paper.Grace
	case trace.Deleting:
		return paper.Deleting
	default:
		return paper.Missing
	}
}

// Exists reports whether an object in this state can be addressed.
func Exists(s trace.State) bool {
	return s == trace.Live || s == trace.Grace || s == trace.Deleting
}

// State is what is really going on with an object, behind its name.
func State(n *trace.Node, clock trace.Clock) []paper.Span {
	return paper.Aside(stateRole(n.State), StateText(n, clock))
}

// Timestamp is how the API server writes times: in UTC, to the second. The zero
// time is empty.
func Timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
