package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// complaint is one thing that a controller says is going wrong.
type complaint struct {
	text   string // its own words, one line
	source string
	first  time.Time
	last   time.Time
	count  int64  // of an event, 0 for a condition
	since  bool   // surely said after the deletion
	by     string // who said it, empty where that is not known
	voice  voice
}

// failing decides where somebody says, since the deletion, that it goes wrong.
// What was said before is only a hint: it may be of another time.
func failing(ctx context.Context, h *hearing) bool {
	var certain, heard []complaint
	for _, c := range h.complaints(ctx) {
		switch {
		case c.voice == another || h.cannotAct():
			h.hint(c.source, shortened(c.text)+c.times(h)+" (its holder does not say so)")
		case !c.since:
			h.hint(c.source, shortened(c.text)+" (it may have been said before the deletion)")
		case c.voice == itsOwn:
			certain = append(certain, c)
		default:
			heard = append(heard, c)
		}
	}
	if len(certain) == 0 {
		return h.heardSay(ctx, heard)
	}
	first := h.worst(certain)
	for _, c := range certain {
		h.fact(c.source, shortened(c.text)+c.times(h))
	}
	h.blockNamed(ctx, first.text)
	return h.decideFailing(countOf(certain, first))
}

// heardSay is the outcome where something goes wrong and nothing tells whether it
// is the holder who says so.
func (h *hearing) heardSay(ctx context.Context, heard []complaint) bool {
	if len(heard) == 0 {
		return false
	}
	for _, c := range heard {
		h.hint(c.source, shortened(c.text)+c.times(h))
	}
	first := heard[0]
	h.blockNamed(ctx, first.text)
	h.nextFor(first.text)
	by := first.by
	if by == "" {
		by = "somebody"
	}
	return h.decide(Unknown, Failing, fmt.Sprintf("%s says of it: %s%s; whether that is what holds it is not known", by, quoted(first.text), countOf(heard, first).times(h)))
}

// decideFailing is the outcome of a failure.
func (h *hearing) decideFailing(c complaint) bool {
	verdict, what := Stuck, ""
	if m := h.nextFor(c.text); m != nil {
		what = " (" + m.name + ")"
		if m.passing {
			verdict = Unknown
		}
	}
	if h.fresh(c) {
		return h.decide(h.attempting(), Failing, fmt.Sprintf("%s %s: %s%s", h.holderName(), h.retries(c), quoted(c.text), what))
	}
	return h.decide(verdict, Failing, fmt.Sprintf("%s tries and fails%s: %s%s", h.holderName(), what, quoted(c.text), c.times(h)))
}

const (
	// freshFailure is how long a failure proves nothing of a holder that runs.
	freshFailure = time.Minute
	// oftenFailed is how many times are a pattern, however fast they came.
	oftenFailed = 3
)

// fresh reports whether the failure is too young, and too seldom yet, to prove
// that a running holder does not get over it. What no retry mends is never so.
func (h *hearing) fresh(c complaint) bool {
	if h.hold.Health != Running && h.hold.Health != Hidden && h.hold.Health != "" || c.first.IsZero() || h.now.Sub(c.first) >= freshFailure || c.count >= oftenFailed {
		return false
	}
	m := mechanismOf(c.text)
	return m == nil || !m.lasting
}

// attempting is the verdict on a fresh failure: an attempt is only sure to come
// again where the holder is seen to run.
func (h *hearing) attempting() Verdict {
	if h.hold.Health == Running {
		return Progressing
	}
	return Unknown
}

// retries says how young a failure is.
func (h *hearing) retries(c complaint) string {
	then := "; it retries"
	if h.hold.Health != Running {
		then = "; too early to judge"
	}
	if c.count > 1 {
		return fmt.Sprintf("failed %d times, last %s ago", c.count, h.ago(c.last)) + then
	}
	return "failed once, " + h.ago(c.last) + " ago" + then
}

// worst is the first complaint that proves something, or else the first.
func (h *hearing) worst(all []complaint) complaint {
	for _, c := range all {
		if !h.fresh(countOf(all, c)) {
			return c
		}
	}
	return all[0]
}

// nextFor adds the steps that help against a failure of these words.
func (h *hearing) nextFor(words string) *mechanism {
	h.next("read all that is said of it", h.command(h.node.Ref, "describe")...)
	m := mechanismOf(words)
	if m != nil {
		h.next(m.step)
	}
	return m
}

// sameInEvents finds the Warning since the deletion that says the same.
func (h *hearing) sameInEvents(ctx context.Context, words string) (complaint, bool) {
	words = oneLine(words)
	for _, e := range h.eventsOf(ctx, h.node) {
		if e.Message != "" && !e.Last.Before(h.node.Since) && (strings.Contains(words, e.Message) || words != "" && strings.Contains(e.Message, words)) {
			c := complaint{text: e.Message, first: e.First, last: e.Last, count: e.Count}
			h.fact("event "+e.Reason+prefixed(" of ", e.Component), shortened(c.text)+c.times(h))
			return c, true
		}
	}
	return complaint{}, false
}

// countOf gives a complaint the count of an event that says the same.
func countOf(all []complaint, c complaint) complaint {
	for _, other := range all {
		if other.count > c.count && (strings.Contains(other.text, c.text) || strings.Contains(c.text, other.text)) {
			return c.with(other)
		}
	}
	return c
}

// with takes over how often and when another one that says the same was said.
func (c complaint) with(other complaint) complaint {
	if c.first.IsZero() || !other.first.IsZero() && other.first.Before(c.first) {
		c.first = other.first
	}
	c.last, c.count = other.last, other.count
	return c
}

// times says how often and when.
func (c complaint) times(h *hearing) string {
	switch {
	case c.count > 1 && !c.last.IsZero():
		return fmt.Sprintf(" (%d times, last %s ago)", c.count, h.ago(c.last))
	case c.count == 1 && !c.last.IsZero():
		return " (" + h.ago(c.last) + " ago)"
	case c.count == 0 && !c.last.IsZero():
		return " (since " + h.ago(c.last) + ")"
	}
	return ""
}

// complaints returns what conditions and events say goes wrong, those that are
// surely of the deletion first, conditions before events.
func (h *hearing) complaints(ctx context.Context) []complaint {
	var out []complaint
	if h.obj != nil {
		for _, c := range conditionsOf(h.obj.Object) {
			if text, ok := complains(c); ok {
				out = append(out, complaint{
					text: text, source: c.source(), first: c.since, last: c.since, since: h.saidSince(c),
					by: "condition " + c.kind, voice: h.voiceOfCondition(c.kind),
				})
			}
		}
	}
	for _, e := range h.eventsOf(ctx, h.node) {
		if e.Message == "" || !errorLike(e.Reason) && !errorLike(e.Message) {
			continue
		}
		out = append(out, complaint{
			text: e.Message, source: "event " + e.Reason + prefixed(" of ", e.Component), first: e.First, last: e.Last, count: e.Count,
			since: !e.Last.IsZero() && !h.node.Since.IsZero() && !e.Last.Before(h.node.Since),
			by:    e.Component, voice: h.voiceOf(e.Component),
		})
	}
	slices.SortStableFunc(out, func(a, b complaint) int { return cmp.Compare(certainFirst(a), certainFirst(b)) })
	return out
}

func certainFirst(c complaint) int {
	if c.since {
		return 0
	}
	return 1
}

// complains returns a condition's message where the condition says that
// something goes wrong. A condition that is only not true yet does not.
func complains(c condition) (string, bool) {
	message := oneLine(c.message)
	if message == "" {
		return "", false
	}
	adverse := adverseType(c.kind)
	switch c.status {
	case "True":
		return message, adverse
	case "False", "Unknown":
		return message, !adverse && (errorLike(c.reason) || errorLike(message))
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
