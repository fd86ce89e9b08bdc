package signs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Complaint is one thing that a controller says is going wrong.
type Complaint struct {
	Text   string // its own words, one line
	source string
	First  time.Time
	Last   time.Time
	count  int64  // of an event, 0 for a condition
	since  bool   // surely said after the deletion
	by     string // who said it, empty where that is not known
	author author
}

// Failing decides where somebody says, since the deletion, that it goes wrong.
// What was said before is only a hint: it may be of another time.
func Failing(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	var certain, heard []Complaint
	for _, c := range complaints(ctx, h) {
		switch {
		case c.author == somebodyElse || cannotAct(h):
			f.Hint(c.source, phrase.Shortened(c.Text)+c.Times(h)+" (its holder does not say so)")
		case !c.since:
			f.Hint(c.source, phrase.Shortened(c.Text)+" (it may have been said before the deletion)")
		case c.author == theHolder:
			certain = append(certain, c)
		default:
			heard = append(heard, c)
		}
	}
	if len(certain) == 0 {
		return f.And(heardSay(ctx, h, heard))
	}
	first := worst(h, certain)
	for _, c := range certain {
		f.Fact(c.source, phrase.Shortened(c.Text)+c.Times(h))
	}
	_, named := blockNamed(ctx, h, first.Text)
	f.Join(named)
	return f.And(decideFailing(h, countOf(certain, first)))
}

// heardSay is the outcome where something goes wrong and nothing tells whether it
// is the holder who says so.
func heardSay(ctx context.Context, h *hearing.Case, heard []Complaint) (f hearing.Finding) {
	if len(heard) == 0 {
		return f
	}
	for _, c := range heard {
		f.Hint(c.source, phrase.Shortened(c.Text)+c.Times(h))
	}
	first := heard[0]
	_, named := blockNamed(ctx, h, first.Text)
	f.Join(named)
	_, steps := NextFor(h, first.Text)
	f.Join(steps)
	by := first.by
	if by == "" {
		by = "somebody"
	}
	return f.Decide(explain.Unknown, explain.Failing, fmt.Sprintf("%s says of it: %s%s; whether that is what holds it is not known", by, phrase.Quoted(first.Text), countOf(heard, first).Times(h)))
}

// decideFailing is the outcome of a failure.
func decideFailing(h *hearing.Case, c Complaint) (f hearing.Finding) {
	verdict, what := explain.Stuck, ""
	m, steps := NextFor(h, c.Text)
	f.Join(steps)
	if m != nil {
		what = " (" + m.name + ")"
		if m.passing {
			verdict = explain.Unknown
		}
	}
	if Fresh(h, c) {
		return f.Decide(Attempting(h), explain.Failing, fmt.Sprintf("%s %s: %s%s", h.HolderName(), Retries(h, c), phrase.Quoted(c.Text), what))
	}
	return f.Decide(verdict, explain.Failing, fmt.Sprintf("%s tries and fails%s: %s%s", h.HolderName(), what, phrase.Quoted(c.Text), c.Times(h)))
}

const (
	// freshFailure is how long a failure proves nothing of a holder that runs.
	freshFailure = time.Minute
	// oftenFailed is how many times are a pattern, however fast they came.
	oftenFailed = 3
)

// Fresh reports whether the failure is too young, and too seldom yet, to prove
// that a running holder does not get over it. What no retry mends is never so.
func Fresh(h *hearing.Case, c Complaint) bool {
	if h.Health != explain.Running && h.Health != explain.Hidden && h.Health != "" || c.First.IsZero() || h.View.Now.Sub(c.First) >= freshFailure || c.count >= oftenFailed {
		return false
	}
	m := mechanismOf(c.Text)
	return m == nil || !m.lasting
}

// Attempting is the verdict on a fresh failure: an attempt is only sure to come
// again where the holder is seen to run.
func Attempting(h *hearing.Case) explain.Verdict {
	if h.Health == explain.Running {
		return explain.Progressing
	}
	return explain.Unknown
}

// Retries says how young a failure is.
func Retries(h *hearing.Case, c Complaint) string {
	then := "; it retries"
	if h.Health != explain.Running {
		then = "; too early to judge"
	}
	if c.count > 1 {
		return fmt.Sprintf("failed %d times, last %s ago", c.count, h.View.Ago(c.Last)) + then
	}
	return "failed once, " + h.View.Ago(c.Last) + " ago" + then
}

// worst is the first complaint that proves something, or else the first.
func worst(h *hearing.Case, all []Complaint) Complaint {
	for _, c := range all {
		if !Fresh(h, countOf(all, c)) {
			return c
		}
	}
	return all[0]
}

// NextFor adds the steps that help against a failure of these words.
func NextFor(h *hearing.Case, words string) (m *Mechanism, n hearing.Notes) {
	n.Next("read all that is said of it", h.View.Command(h.Node.Ref, "describe")...)
	if m = mechanismOf(words); m != nil {
		n.Next(m.step)
	}
	return m, n
}

// SameInEvents finds the Warning since the deletion that says the same.
func SameInEvents(ctx context.Context, h *hearing.Case, words string) (c Complaint, said bool, n hearing.Notes) {
	words = phrase.OneLine(words)
	for _, e := range h.View.EventsOf(ctx, h.Node) {
		if e.Message != "" && !e.Last.Before(h.Node.Since) && (strings.Contains(words, e.Message) || words != "" && strings.Contains(e.Message, words)) {
			c = Complaint{Text: e.Message, First: e.First, Last: e.Last, count: e.Count}
			n.Fact("event "+e.Reason+phrase.Prefixed(" of ", e.Component), phrase.Shortened(c.Text)+c.Times(h))
			return c, true, n
		}
	}
	return c, false, n
}

// countOf gives a complaint the count of an event that says the same.
func countOf(all []Complaint, c Complaint) Complaint {
	for _, other := range all {
		if other.count > c.count && (strings.Contains(other.Text, c.Text) || strings.Contains(c.Text, other.Text)) {
			return c.With(other)
		}
	}
	return c
}

// With takes over how often and when another one that says the same was said.
func (c Complaint) With(other Complaint) Complaint {
	if c.First.IsZero() || !other.First.IsZero() && other.First.Before(c.First) {
		c.First = other.First
	}
	c.Last, c.count = other.Last, other.count
	return c
}

// Times says how often and when.
func (c Complaint) Times(h *hearing.Case) string {
	switch {
	case c.count > 1 && !c.Last.IsZero():
		return fmt.Sprintf(" (%d times, last %s ago)", c.count, h.View.Ago(c.Last))
	case c.count == 1 && !c.Last.IsZero():
		return " (" + h.View.Ago(c.Last) + " ago)"
	case c.count == 0 && !c.Last.IsZero():
		return " (since " + h.View.Ago(c.Last) + ")"
	}
	return ""
}

// complaints returns what conditions and events say goes wrong, those that are
// surely of the deletion first, conditions before events.
func complaints(ctx context.Context, h *hearing.Case) []Complaint {
	var out []Complaint
	if h.Object != nil {
		for _, c := range manifest.ConditionsOf(h.Object.Object) {
			if text, ok := complains(c); ok {
				out = append(out, Complaint{
					Text: text, source: c.Source(), First: c.Since, Last: c.Since, since: h.SaidSince(c),
					by: "condition " + c.Kind, author: authorOfCondition(h, c.Kind),
				})
			}
		}
	}
	for _, e := range h.View.EventsOf(ctx, h.Node) {
		if e.Message == "" || !errorLike(e.Reason) && !errorLike(e.Message) {
			continue
		}
		out = append(out, Complaint{
			Text: e.Message, source: "event " + e.Reason + phrase.Prefixed(" of ", e.Component), First: e.First, Last: e.Last, count: e.Count,
			since: !e.Last.IsZero() && !h.Node.Since.IsZero() && !e.Last.Before(h.Node.Since),
			by:    e.Component, author: authorOf(h, e.Component),
		})
	}
	slices.SortStableFunc(out, func(a, b Complaint) int { return cmp.Compare(certainFirst(a), certainFirst(b)) })
	return out
}

func certainFirst(c Complaint) int {
	if c.since {
		return 0
	}
	return 1
}

// complains returns a condition's message where the condition says that
// something goes wrong. A condition that is only not true yet does not.
func complains(c manifest.Condition) (string, bool) {
	message := phrase.OneLine(c.Message)
	if message == "" {
		return "", false
	}
	adverse := adverseType(c.Kind)
	switch c.Status {
	case "True":
		return message, adverse
	case "False", "Unknown":
		return message, !adverse && (errorLike(c.Reason) || errorLike(message))
	}
	return "", false
}

// errorWords are how controllers say in a reason or message that it goes wrong.
var errorWords = []string{
	"fail", "error", "denied", "forbidden", "unauthorized", "invalid", "conflict", "cannot", "unable", "refus",
	"timeout", "timed out", "stalled", "degraded", "backoff", "not found", "notfound", "violat", "exceeded", "not authorized",
}

func errorLike(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(errorWords, func(word string) bool { return strings.Contains(text, word) })
}

// adverseType reports whether a condition of the type is bad news where it is
// true, and good news where it is false.
func adverseType(conditionType string) bool {
	name := strings.ToLower(conditionType)
	return errorLike(name) || slices.ContainsFunc([]string{"recoverable", "terminal", "blocked", "unhealthy", "unavailable", "pressure"},
		func(word string) bool { return strings.Contains(name, word) })
}
