package logline

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// leastSteps is how many different numbers show where one runs.
	leastSteps = 3
	// leastSpan is how long that takes at least: who begins prints several lines at once.
	leastSpan = 10 * time.Second
	// mostSteps is how many are remembered, the last ones.
	mostSteps = 200
)

// Step is one of several times at which the same was said but for its numbers.
type Step struct {
	At   time.Time
	Text string
}

// Course are such steps, the first one first.
type Course []Step

// With adds a step where it belongs.
func (c Course) With(s Step) Course {
	c = append(c, s)
	for i := len(c) - 1; i > 0 && c[i].At.Before(c[i-1].At); i-- { // logs of several pods
		c[i], c[i-1] = c[i-1], c[i]
	}
	return c[max(0, len(c)-mostSteps):]
}

// From is the place of the first step after a time.
func (c Course) From(at time.Time) int {
	first := slices.IndexFunc(c, func(s Step) bool { return s.At.After(at) })
	if first < 0 {
		return len(c)
	}
	return first
}

// Widest is the longest time between two steps.
func (c Course) Widest() (gap time.Duration) {
	for i := 1; i < len(c); i++ {
		gap = max(gap, c[i].At.Sub(c[i-1].At))
	}
	return gap
}

// Runs reports whether one of the numbers runs up or down all the time, and when it did so last.
func (c Course) Runs() (last time.Time, does bool) {
	if len(c) < leastSteps || trying.MatchString(c[0].Text) || c[len(c)-1].At.Sub(c[0].At) < leastSpan {
		return last, false
	}
	all := make([][]float64, len(c))
	for i := range c {
		if all[i] = figuresIn(c[i].Text); len(all[i]) != len(all[0]) {
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
		if up+down+1 >= leastSteps && (up == 0 || down == 0 && !resting.MatchString(c[0].Text)) && c[turn].At.After(last) {
			last, does = c[turn].At, true
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

// CountsTries reports whether a text tells of what is tried again, or how long it takes.
func CountsTries(text string) bool { return trying.MatchString(text) }

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
