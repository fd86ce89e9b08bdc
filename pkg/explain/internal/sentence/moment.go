package sentence

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Moment is a time that somebody who waits names.
type Moment struct {
	At time.Time
	// Again says that it is when the next attempt is made, and not when what is waited for ends.
	Again bool
	// Lasts is how long that is from when it was said, 0 where a time is told.
	Lasts time.Duration
}

const (
	timestamp = `["']?(\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?: ?(?:Z|UTC|[+-]\d\d:\d\d))?)`
	duration  = `["']?(?:about |around |roughly |another |a further |~ ?)*((?:\d+(?:\.\d+)?(?:ms|h|m|s))+|\d+(?:\.\d+)?(?: ?d| (?:second|sec|minute|min|hour|day)s?))\b`
	// again is how a next attempt is spoken of.
	again = `(?:next (?:attempt|try|retry|check|look|reconcile|poll)|retr(?:y|ies|ying)|tr(?:y|ies|ying) again|check(?:s|ing)? again|look(?:s|ing)? again|requeu(?:e|es|ed|ing)|back ?off)`
	// barred is how one says that something is not, or cannot be.
	barred = `(?:no|not|none|nobody|no one|nothing|never|cannot|can't|won't|unable|unavailable|closed|locked)`
	// resumes is how one speaks of when something goes on, or may be done.
	resumes = `(?:resum(?:e|es|ed|ing)|reopens?|continues?|window (?:opens?|begins?|starts?)|(?:deletion|removal|clean-?up|purge|teardown|finalization|decommissioning) (?:is |was )?(?:scheduled|planned|due|allowed|possible|permitted))`
	// over is how one speaks of an end.
	over = `(?:ends?|expires?|over|released|removed|deleted|freed|unlocked|elapses?|lifted)`
)

// moments are how a time is told, the more certain end first.
var moments = []struct {
	pattern  *regex.Regexp
	again    bool
	relative bool
}{
	{regex.New(`(?i)\b` + barred + `\b[^.;]{0,100}? before:? (?:(?:at |(?:[a-z]+ ){1,4}(?:at|on) )?)` + timestamp), false, false},
	{regex.New(`(?i)\b` + resumes + `(?: again)? (?:at|on|after|from|for) ` + timestamp), false, false},
	{regex.New(`(?i)\b(?:until|till|not before|no earlier than):? (?:at )?` + timestamp), false, false},
	{regex.New(`(?i)\b` + over + `(?: again)? (?:at|on|after) ` + timestamp), false, false},
	{regex.New(`(?i)\b` + again + `(?: is| again| scheduled)*(?: at| on| after|[ _-]?(?:at|after|time))?["']?[:= ]+` + timestamp), true, false},
	{regex.New(`(?i)\b` + again + `(?: is| again| scheduled)*(?: at| on)["']?[:= ]+["']?(\d\d:\d\d(?::\d\d)?)(?: ?(?:Z|UTC))?(?:[\s,.;)"']|$)`), true, false},
	{regex.New(`(?i)` + duration + ` (?:is |are )?(?:left|remaining|to go)\b`), false, true},
	{regex.New(`(?i)\b(?:left|remaining)["']?[:=] ?` + duration), false, true},
	{regex.New(`(?i)\b` + over + `(?: again)? in ` + duration), false, true},
	{regex.New(`(?i)\b` + resumes + `(?: again)? in ` + duration), false, true},
	{regex.New(`(?i)\b(?:for|waits?|waiting) (?:another|a further) ` + duration), false, true},
	{regex.New(`(?i)\b` + again + `(?: is| again)*(?: in| after|[ _-]?after)["']?[:= ]+` + duration), true, true},
	{regex.New(`(?i)\b` + again + `[ _-]?after[ _-]?sec(?:ond)?s["']?[:= ]+(\d{1,6})\b`), true, true},
}

// MomentIn is until when a text says that is waited, or when the next attempt is made. Said is
// when the text was: from then on is counted how long it takes.
func MomentIn(text string, said time.Time) (m Moment, told bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return Moment{}, false
	}
	for _, way := range moments {
		found := way.pattern.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		if !way.relative {
			at, valid := momentOf(found[1])
			if !valid {
				at, valid = clockOf(found[1], said)
			}
			if !valid {
				continue
			}
			return Moment{At: at, Again: way.again}, true
		}
		if lasts := lastsOf(found[1]); lasts > 0 && !said.IsZero() {
			return Moment{At: said.Add(lasts), Again: way.again, Lasts: lasts}, true
		}
	}
	return Moment{}, false
}

// clockOf reads a time of the day, the next one after it was told.
func clockOf(text string, said time.Time) (time.Time, bool) {
	for _, layout := range []string{time.TimeOnly, "15:04"} {
		if of, err := time.Parse(layout, text); err == nil && !said.IsZero() {
			day := said.UTC().Truncate(24 * time.Hour)
			at := day.Add(time.Duration(of.Hour())*time.Hour + time.Duration(of.Minute())*time.Minute + time.Duration(of.Second())*time.Second)
			if at.Before(said) {
				at = at.Add(24 * time.Hour)
			}
			return at, true
		}
	}
	return time.Time{}, false
}

// momentOf reads a time as controllers print it. One without a zone is in UTC, as in most pods.
func momentOf(text string) (time.Time, bool) {
	text = strings.TrimSpace(strings.TrimSuffix(text, "UTC"))
	for _, layout := range []string{
		time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05",
		"2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly,
	} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// lastsOf reads how long something takes, as Go prints it or in words.
func lastsOf(text string) time.Duration {
	if lasts, err := time.ParseDuration(text); err == nil {
		return lasts
	}
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789."))]
	many, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0
	}
	unit := cmp.Or(strings.TrimSpace(text[len(digits):]), "s") // a field of seconds
	return time.Duration(many * float64(map[string]time.Duration{
		"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour,
	}[unit[:1]]))
}
