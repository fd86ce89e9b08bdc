package signs

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// leastSteps is how many different numbers show where one runs.
	leastSteps = 3
	// leastSpan is how long that takes at least: who begins prints several lines at once.
	leastSpan = 10 * time.Second
	// leastQuiet is how long an error does not come again at least where it is over.
	leastQuiet = 30 * time.Second
)

// step is one of several times at which the same was said but for its numbers.
type step struct {
	at   time.Time
	text string
}

// course are such steps, the first one first.
type course []step

func (c course) with(s step) course {
	c = append(c, s)
	for i := len(c) - 1; i > 0 && c[i].at.Before(c[i-1].at); i-- { // logs of several pods
		c[i], c[i-1] = c[i-1], c[i]
	}
	return c
}

// from is the place of the first step after a time.
func (c course) from(at time.Time) int {
	first := slices.IndexFunc(c, func(s step) bool { return s.at.After(at) })
	if first < 0 {
		return len(c)
	}
	return first
}

// widest is the longest time between two steps.
func (c course) widest() (gap time.Duration) {
	for i := 1; i < len(c); i++ {
		gap = max(gap, c[i].at.Sub(c[i-1].at))
	}
	return gap
}

// runs reports whether one of the numbers runs up or down all the time, and when it did so last.
func (c course) runs() (last time.Time, does bool) {
	if len(c) < leastSteps || trying.MatchString(c[0].text) || c[len(c)-1].at.Sub(c[0].at) < leastSpan {
		return last, false
	}
	all := make([][]float64, len(c))
	for i := range c {
		if all[i] = figuresIn(c[i].text); len(all[i]) != len(all[0]) {
			return last, false
		}
	}
	for at := range all[0] {
		up, down, turn := 0, 0, 0
		for i := 1; i < len(all); i++ {
			switch before, now := all[i-1][at], all[i][at]; {
			case now > before:
				up, turn = up+1, i
			case now < before:
				down, turn = down+1, i
			}
		}
		if up+down+1 >= leastSteps && (up == 0 || down == 0 && !resting.MatchString(c[0].text)) && c[turn].at.After(last) {
			last, does = c[turn].at, true
		}
	}
	return last, does
}

var (
	// trying are words beside numbers that run by themselves, or with all that is tried in vain.
	trying = regex.New(`(?i)attempt|\bretr(?:y|i)|\btr(?:y|ies|ied|ying)\b|requeu|back(?:ing)?[- ]?off|elapsed|\btook\b|duration|\bage\b|uptime|\b(?:second|sec|minute|hour)s?\b|generation|version|revision|iteration|\bloop\b|\bround\b|\btick\b|\bpoll\b|\btimes\b|\b(?:id|pid|port)\b`)
	// resting are words beside what gets less where it goes on.
	resting = regex.New(`(?i)\b(?:left|remain\w*|pending|open|outstanding|still|queue\w*|undeleted|wait\w*)\b`)
	// figure is a number that may tell how far something is.
	figure = regex.New(`^\d{1,9}(?:\.\d+)?(?:%|[KMGT]i?B?)?$`)
)

// figuresIn are the numbers of a text that are no part of a name, an address or a time.
func figuresIn(text string) (out []float64) {
	for _, word := range strings.FieldsFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(".:%-_", c)
	}) {
		if word = strings.Trim(word, ".:-_"); figure.MatchString(word) {
			n, _ := strconv.ParseFloat(strings.TrimRight(word, "%KMGTiB"), 64)
			out = append(out, n)
		}
	}
	return out
}

// goesFurther reports whether the numbers of a word ran until a moment ago.
func (w Word) goesFurther(h *hearing.Case) bool {
	last, runs := w.course.runs()
	if !runs {
		return false
	}
	spacing := w.Last.Sub(w.First) / time.Duration(len(w.course)-1)
	return h.View.Clock.Within(last, max(freshWrite, min(leastSteps*spacing, longestPause)))
}

// overcome reports whether a failure that has a date did not come again for longer than it
// took before, and its program tells of something else since: what it tells as well before it
// fails counts only where its numbers go on.
func (s *lines) overcome(w *Word) bool {
	said, on := 0, false
	var last time.Time
	for _, other := range s.order {
		if other.fails || trying.MatchString(other.Text) {
			continue
		}
		first := other.course.from(s.failed)
		_, runs := other.course[max(first-1, 0):].runs()
		if first == len(other.course) || first > 0 && !runs {
			continue
		}
		said, on = said+len(other.course)-first, on || runs
		if other.Last.After(last) {
			last = other.Last
		}
	}
	return said >= leastPassed && (on || len(w.course) > 1) && last.Sub(w.Last) > max(leastQuiet, 2*w.course.widest())
}

// reported are the events of the holder since the deletion that are no Warnings, and after them
// those that are alike but for their numbers, as one.
func reported(ctx context.Context, h *hearing.Case) (out []Word) {
	alike := map[string]int{}
	var joined []Word
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		w := eventWord(h, e)
		if e.Warning || w.author != theHolder || !w.since || w.Last.IsZero() {
			continue
		}
		out = append(out, w)
		key := w.source + ": " + logline.Alike(w.Text, h.Node.Name, h.Node.Namespace)
		at, known := alike[key]
		if !known {
			at = len(joined)
			alike[key] = at
			joined = append(joined, w)
			joined[at].count = 0
		}
		j := &joined[at]
		j.course = j.course.with(step{w.Last, w.Text})
		j.count += max(1, w.count)
		if w.First.Before(j.First) {
			j.First = w.First
		}
		j.Last, j.Text = j.course[len(j.course)-1].at, j.course[len(j.course)-1].text
	}
	return append(out, joined...)
}
