package trace

import (
	"time"

	"k8s.io/apimachinery/pkg/util/duration"
)

// Clock is the moment of reading, against which ages are taken. Of its zero value
// nothing is known.
type Clock struct {
	At time.Time
	// AtLeast says that it was then or at any time later: a copy of an object does not
	// say when it was made.
	AtLeast bool
}

// known reports whether ages can be told.
func (c Clock) known() bool { return !c.At.IsZero() && !c.AtLeast }

// clock is the moment of reading.
func (t *Tracer) clock() Clock { return Clock{At: t.Now, AtLeast: t.AtLeast} }

// Passed reports whether so much time has surely passed since then.
func (c Clock) Passed(since time.Time, d time.Duration) bool {
	return !c.At.IsZero() && !since.IsZero() && c.At.Sub(since) >= d
}

// Within reports whether it was surely less than that ago.
func (c Clock) Within(since time.Time, d time.Duration) bool {
	return c.known() && !since.IsZero() && c.At.Sub(since) < d
}

// Before reports whether a moment has surely not come yet.
func (c Clock) Before(t time.Time) bool { return c.known() && t.After(c.At) }

// Untold is the deletionTimestamp of an object of which only that it was asked to go is
// known, and not when. Where it is known how long before the copy that was, it is so
// much earlier, and the clock stands at it.
const Untold = "1970-01-01T00:00:00Z"

// Presumed is the deletionTimestamp of an object that was copied in part, and of which that
// part does not tell whether it was asked to go.
const Presumed = "1970-01-01T00:00:01Z"

// IsPresumed reports whether a deletionTimestamp is no more than presumed.
func IsPresumed(deleted time.Time) bool { return deleted.Unix() == 1 }

// untold reports whether a time only says that something was.
func (c Clock) untold(t time.Time) bool {
	return t.Unix() == 0 || IsPresumed(t) || t.Unix() < 0 && !c.Copied()
}

// Copied reports whether the clock stands at the moment of copying, of which nothing
// else is known.
func (c Clock) Copied() bool { return !c.At.IsZero() && c.At.Unix() == 0 }

// Since is the time at which an object was asked to go, zero where that is not told.
func (c Clock) Since(deleted time.Time) time.Time {
	if !deleted.IsZero() && c.untold(deleted) {
		return time.Time{}
	}
	return deleted
}

const dateForm = "2006-01-02 15:04 UTC"

// When says when something was: "14m ago", or the date where that is not known. A
// clock that is behind makes it "0s ago", never less.
func (c Clock) When(t time.Time) string {
	if !t.IsZero() && c.untold(t) {
		return "at a time that is not known"
	}
	if !c.known() {
		return "on " + t.UTC().Format(dateForm)
	}
	return c.Age(t) + " ago"
}

// For says how long something has lasted: "for 14m", or "since" and the date.
func (c Clock) For(since time.Time) string {
	if !since.IsZero() && c.untold(since) {
		return "since a time that is not known"
	}
	if !c.known() {
		return "since " + since.UTC().Format(dateForm)
	}
	return "for " + c.Age(since)
}

// Age is the time since then as kubectl prints it.
func (c Clock) Age(since time.Time) string { return duration.HumanDuration(max(c.At.Sub(since), 0)) }
