package signs

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Until decides where the holder names the time until which it waits, or at which it tries
// again: up to then nothing is amiss. What no retry mends is not mended by waiting either.
func Until(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || !h.View.Copied && (h.Health != explain.Running || h.Holder.Confidence == explain.Possible) {
		return f
	}
	several := severalHold(h)
	said := telling(ctx, h)
	for _, w := range said {
		m, told := w.until(h)
		if !told || !w.since || w.stale || w.of.Name != "" || !w.byHolder(h.View.Copied, several) {
			continue
		}
		if slices.ContainsFunc(said, func(w Word) bool { return w.fails && w.since && w.author == theHolder && !w.passes() }) {
			return f
		}
		f.Add(w.evidence(h))
		at := whenComing(h, m)
		message, step := h.HolderName()+" waits until "+at, "wait until "
		if m.Again {
			message, step = h.HolderName()+" tries again at "+at, "wait until it tries again at "
		}
		f.Join(w.waited(h, said, &message))
		blocked := w.blocker(said)
		f.Join(blocked.besides(ctx, h, w, &message))
		step += at + "; if the object is still there after it, look again"
		if h.View.Copied { // a copy stays as it is
			f.Mend(step)
		} else {
			f.Do(explain.Look(step, h.View.Command(h.Node.Ref, "finalizers", "why-stuck")...).For(explain.Mends))
		}
		f.Join(seeToNamed(ctx, h, blocked.Text))
		return f.Decide(explain.Waiting, explain.Blocked, message)
	}
	return f
}

// blocker is the word that tells by what it is blocked, beside one that names a time; the zero Word where none does.
func (w Word) blocker(said []Word) Word {
	for _, o := range append([]Word{w}, said...) {
		if o.since && o.author == theHolder && !o.coming && !o.fine && !o.stale && !o.fails && o.of.Name == "" && blocks.MatchString(o.source+": "+o.Text) {
			return o
		}
	}
	return Word{}
}

// besides adds to a message that names a time what blocks it, where another word tells that.
func (w Word) besides(ctx context.Context, h *hearing.Case, time Word, message *string) (n hearing.Notes) {
	if w.Text != "" && w.source != time.source && !strings.Contains(*message, w.Line()) {
		*message += "; " + w.quote(h)
		n.Add(w.evidence(h))
	}
	n.Join(acts.BlockedBy(ctx, h, w.Text))
	return n
}

// seeToNamed are the steps to the objects that words name.
func seeToNamed(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	for _, s := range acts.SeeTo(ctx, h, words).Steps {
		if len(s.Command) > 0 {
			n.Do(s)
		}
	}
	return n
}

// blocks is how one tells by what something is blocked.
var blocks = regex.New(`(?i)block(?:ed|ing|er)|held ?by|locked ?by|in ?use ?by|used ?by|waits? ?for|waiting ?(?:for|on)`)

// waited adds to a message in which words, and how often, it is said until when is waited.
func (w Word) waited(h *hearing.Case, said []Word, message *string) (n hearing.Notes) {
	if w.coming {
		return lastSaid(h, said, message)
	}
	*message += ": " + phrase.Quoted(w.Text)
	if w.count > 1 {
		*message += w.Times(h)
	}
	return n
}

// lastSaid adds what the holder said last beside a time that it names in a field.
func lastSaid(h *hearing.Case, said []Word, message *string) (n hearing.Notes) {
	at := slices.IndexFunc(said, func(w Word) bool {
		return w.since && w.author == theHolder && !w.coming && !w.state && !w.fine && !w.stale && w.of.Name == ""
	})
	if at >= 0 {
		*message += "; " + said[at].quote(h)
		n.Add(said[at].evidence(h))
	}
	return n
}

const (
	// soonest is how far off a next attempt is at least that is worth waiting for: those that
	// poll come back sooner.
	soonest = time.Minute
	// latest is how far off one may be: a clock that is wrong, or no end at all, is farther.
	latest = 366 * 24 * time.Hour
)

// until is the time to come that a word names. One that is said again and again proves that
// trying again does not help.
func (w Word) until(h *hearing.Case) (m sentence.Moment, told bool) {
	if w.fails && !w.passes() {
		return m, false
	}
	m, told = sentence.MomentIn(w.Text, w.Last)
	if !told || !h.View.Clock.Before(m.At) || m.At.Sub(h.View.Clock.At) > latest {
		return m, false
	}
	if !m.Again && w.putOff(m.At) {
		return m, false
	}
	return m, !m.Again || w.count < oftenFailed && m.At.Sub(h.View.Clock.At) > soonest
}

// putOff reports whether the time until which is waited comes no nearer: as much is left each time
// that it is said.
func (w Word) putOff(at time.Time) bool {
	if len(w.course) < 2 {
		return false
	}
	before, told := sentence.MomentIn(w.course[0].Text, w.course[0].At)
	return told && at.Sub(before.At) > time.Minute+w.Last.Sub(w.course[0].At)/2
}

// passes reports whether what went wrong passes by itself, by the words.
func (w Word) passes() bool {
	m := failure.Of(w.Text)
	return m != nil && m.Passing
}

// whenComing is a time to come, and how far off it is.
func whenComing(h *hearing.Case, m sentence.Moment) string {
	return m.At.Format("2006-01-02 15:04 UTC") + " (in " + duration.HumanDuration(m.At.Sub(h.View.Clock.At)) + ")"
}

// tried adds to what is said of a failure when its holder tries again, which its own words tell or a field of the object:
// until then nothing comes of what was mended.
func tried(ctx context.Context, h *hearing.Case, c Word, says *string) (n hearing.Notes) {
	for _, w := range append([]Word{c}, words(ctx, h)...) {
		m, told := sentence.MomentIn(w.Text, w.Last)
		off := m.At.Sub(h.View.Clock.At)
		if !told || !m.Again || !w.since || w.stale || w.author != theHolder || w.Text != c.Text && !w.coming || off > latest || max(off, m.Lasts) < soonest {
			continue
		}
		switch {
		case off >= soonest:
			at := whenComing(h, m)
			*says += "; it tries again at " + at
			n.Do(explain.Tell("once that is mended, wait until it tries again at " + at).Then())
		case m.Lasts > 0: // the time of what is said again and again is that of the first
			n.Do(explain.Tell("once that is mended, give it " + duration.HumanDuration(m.Lasts) + ": by its own words it tries again by itself only then").Then())
		}
		return n
	}
	return n
}

// WaitsSince reports whether a condition that the holder has turned since the object was asked to go says what it waits for: so it
// has looked at the object, and found what it needs for that. Where what it waits for is gone by now, it has not looked since.
func WaitsSince(ctx context.Context, h *hearing.Case) bool {
	return slices.ContainsFunc(words(ctx, h), func(w Word) bool {
		return w.told && !w.fails && !w.stale && w.of.Name == "" && w.author == theHolder && h.Since(w.Last) && saysWaits(w) && !knownStale(h.Told, w.source) &&
			len(awaitedIn(ctx, h, w.reason, w.Text).gone) == 0
	})
}
