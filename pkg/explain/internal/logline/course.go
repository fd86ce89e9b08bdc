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

// Run is how a number of a course ran.
type Run struct {
	From, To string
	// Of is the number that does not change and says how many there are, empty where none does.
	Of   string
	Down bool
	// Last is when it changed last.
	Last  time.Time
	tells bool
}

// String says from where to where it ran.
func (r *Run) String() string {
	way := "up"
	if r.Down {
		way = "down"
	}
	text := way + " from " + r.From + " to " + r.To
	if r.Of != "" {
		text += " of " + r.Of
	}
	return text
}

// Runs reports whether one of the numbers runs up or down all the time, the one that tells most
// of what is left.
func (c Course) Runs() (run Run, does bool) {
	if len(c) < leastSteps || c[len(c)-1].At.Sub(c[0].At) < leastSpan {
		return run, false
	}
	all := make([][]figured, len(c))
	for i := range c {
		if all[i] = figuresIn(c[i].Text); len(all[i]) != len(all[0]) {
			return run, false
		}
	}
	tried, rests := trying.MatchString(c[0].Text), resting.MatchString(c[0].Text)
	for at, first := range all[0] {
		up, down, turn := turnsOf(all, at)
		of := totalOf(all, at)
		falls, rises := up == 0 && first.mayFall(tried), down == 0 && (first.ended || of != "") && first.mayRise(tried, rests)
		if up+down+1 < leastSteps || !falls && !rises {
			continue
		}
		found := Run{From: first.text, To: all[turn][at].text, Of: of, Down: falls, Last: c[turn].At, tells: first.rests || first.share}
		if !does || found.tellsMore(&run) {
			run, does = found, true
		}
	}
	return run, does
}

// tellsMore reports whether a number tells more of what is left than another, or as much and later.
func (r *Run) tellsMore(than *Run) bool {
	if r.tells != than.tells {
		return r.tells
	}
	return r.Last.After(than.Last)
}

// turnsOf counts how often a number got more and less, and tells in which step it did last.
func turnsOf(all [][]figured, at int) (up, down, last int) {
	for i := 1; i < len(all); i++ {
		switch before, now := all[i-1][at].value, all[i][at].value; {
		case now > before:
			up, last = up+1, i
		case now < before:
			down, last = down+1, i
		}
	}
	return up, down, last
}

// totalOf is the number that says of how many another one is: it stays as it is, and is never less.
func totalOf(all [][]figured, of int) string {
	for at, first := range all[0] {
		if at == of || !first.total {
			continue
		}
		if !slices.ContainsFunc(all, func(step []figured) bool { return step[at].value != first.value || step[of].value > first.value }) {
			return first.text
		}
	}
	return ""
}

var (
	// trying are words beside numbers that run by themselves, or with all that is tried in vain, as how full a disk is.
	trying = regex.New(`(?i)attempt|\bretr(?:y|i)|\btr(?:y|ies|ied|ying)\b|requeu|back(?:ing)?[- ]?off|elapsed|latency|time[- ]?out|deadline|\bttl\b|\btook\b|duration|\bage\b|uptime|\b(?:second|sec|minute|hour)s?\b|generation|version|revision|iteration|\bloop\b|\bround\b|\b(?:tick|poll|ping|probe|pass|cycle|seq|sequence|sync|resync)\b|heart-?beat|keep-?alive|reconcil|\balive\b|\btimes\b|\b(?:id|pid|port)\b|\blag\b|\butili[sz]ation\b|\busage\b|[KMGT]i?B? (?:is |are )?(?:free|available)\b|\bhealthy\b`)
	// resting are words beside what gets less where it goes on.
	resting = regex.New(`(?i)\b(?:left|remain\w*|pending|open|outstanding|still|queue\w*|undeleted|wait\w*)\b`)
	// ending are words beside how many have come to their end. Any other number that gets more, and is of no total, tells
	// of no end: who never comes to one counts on too.
	ending = regex.New(`(?i)\b(?:delet|remov|eras|purg|drain|evict|terminat|releas|free|clean|detach|unmount|archiv|export|migrat|mov|copi|finish|complet|wip|flush|upload|shred|destroy)(?:ed|d)\b|\b(?:done|gone|emptied)\b`)
	// figure is a number that may tell how far something is.
	figure = regex.New(`^\d{1,9}(?:\.\d+)?(?:%|[KMGT]i?B?)?$`)
)

// CountsTries reports whether a text tells of what is tried again, or how long it takes.
func CountsTries(text string) bool { return trying.MatchString(text) }

// figured is a number of a text, with what stands beside it there.
type figured struct {
	text  string
	value float64
	// tried, rests and ended say that words of trying, of what is left, and of what is done with, stand beside it, or that
	// it is a share of all; share that it is so many of a number, and total that it is that number.
	tried, rests, ended, share, total bool
}

// mayFall reports whether it is progress that a number gets less, in a text that tells of tries or
// does not.
func (f *figured) mayFall(tried bool) bool { return !tried || f.rests && !f.tried }

// mayRise reports the same of one that gets more and is of a total or of what is done with, in a text that tells of what
// is left or does not.
func (f *figured) mayRise(tried, rests bool) bool {
	return !tried && !rests || f.share && !f.rests && !f.tried
}

var (
	// aside parts what does not stand beside each other.
	aside = regex.New(`[,;()\n]`)
	// outOf is how one writes that something is so many of all.
	outOf = regex.New(`(\d) ?(?:/|out of) ?(\d)`)
	// bracketed is so many of all in brackets, with the word before these, which says of what.
	bracketed = regex.New(`([A-Za-z][\w-]*)[:=]?\s*\((\d+ ?(?:/|(?:out )?of) ?\d+)\)`)
	// grouped is a number in groups of three digits.
	grouped = regex.New(`\b\d{1,3}(?:,\d{3})+\b`)
	// totals are the names of numbers of all.
	totals = []string{"of", "total", "all", "overall"}
)

// mostBetween is how many words may stand between a number and those that tell of it.
const mostBetween = 2

// countOf is how many a value lists, in its place.
func countOf(list string) string {
	before, inner, _ := strings.Cut(strings.TrimSuffix(list, "]"), "[")
	entries := len(strings.FieldsFunc(inner, func(c rune) bool { return c == ',' }))
	if entries == 1 { // as Go prints them
		entries = len(strings.Fields(inner))
	}
	return before + strconv.Itoa(entries)
}

// figuresIn are the numbers of a text that are no part of a name, an address or a time.
func figuresIn(text string) (out []figured) {
	text = grouped.ReplaceAllStringFunc(text, func(number string) string { return strings.ReplaceAll(number, ",", "") })
	text = bracketed.ReplaceAllString(listed.ReplaceAllStringFunc(text, countOf), ", ${1} ${2},")
	for _, part := range aside.Split(outOf.ReplaceAllString(text, "$1 of $2"), -1) {
		words := strings.FieldsFunc(part, func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(".:%-_", c)
		})
		for i := range words {
			words[i] = strings.Trim(words[i], ".:-_")
		}
		is := func(at int, list []string) bool {
			return at >= 0 && at < len(words) && slices.Contains(list, strings.ToLower(words[at]))
		}
		for i, word := range words {
			if !figure.MatchString(word) {
				continue
			}
			n, _ := strconv.ParseFloat(strings.TrimRight(word, "%KMGTiB"), 64)
			near := strings.Join(words[max(0, i-mostBetween):min(len(words), i+mostBetween+2)], " ")
			out = append(out, figured{
				text: word, value: n, tried: trying.MatchString(near), rests: resting.MatchString(near), ended: strings.HasSuffix(word, "%") || ending.MatchString(near),
				share: is(i+1, totals[:1]) && i+2 < len(words) && figure.MatchString(words[i+2]),
				total: is(i-1, totals) || is(i+1, totals[1:]),
			})
		}
	}
	return out
}
