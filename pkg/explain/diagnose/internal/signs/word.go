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
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Word is what somebody has said of the object, wherever that stands.
type Word struct {
	Text   string // as it stands, with its line ends
	reason string // under which it was said, often one word
	source string
	by     string // who said it, empty where that is not known
	author author
	First  time.Time
	Last   time.Time
	count  int64 // of an event, 0 elsewhere
	course logline.Course
	// often, ago, lately and quiet are of an event that was copied without its time.
	often, ago, lately string
	quiet              bool
	since              bool // surely said after the deletion
	fails              bool // says that something goes wrong
	warns              bool // fails, as far as a Warning says so that came again and again
	fine               bool // says that all is well
	gone               bool // says that what the deletion is to take away is not there any more
	state              bool // is no sentence but a state
	left               bool // tells what is left to be done
	share              bool // tells how far something is
	coming             bool // is the time until which is waited
	echo               bool // says no more than that the object goes
	stale              bool // speaks of what is gone by now
	outdone            bool // is stale, and the same have said something else since
	passed             bool // tells of a failure that is over
	// of is the other object that says so of itself, the zero Ref for words about the
	// object.
	of trace.Ref
	// log is where it was printed, nil for what stands elsewhere.
	log *explain.Printed
	// aside says that it was copied beside the object, and unnamed that it names nothing.
	aside, unnamed bool
	prose          bool // is a sentence as a person writes it
	// told says that it is a condition, and its by no name of anybody.
	told bool
}

// Line is the text on one line.
func (w Word) Line() string { return phrase.OneLine(w.Text) }

// quoted is the evidence that it was said, and what has become of that.
func (w Word) quoted(since string) explain.Evidence {
	return explain.Evidence{Source: w.source, Fact: w.Line() + since, Words: w.Text}
}

// past is quoted of what proves nothing any more.
func (w Word) past(since string) explain.Evidence {
	e := w.quoted(since)
	e.Weak = true
	return e
}

// refuted reports whether it was looked up and told that what was said is not so any more.
func (w Word) refuted(told []explain.Evidence) bool {
	return slices.ContainsFunc(told, func(e explain.Evidence) bool {
		return e.Weak && e.Source == w.source && e.Words == w.Text && e.Fact != w.Line() && strings.HasPrefix(e.Fact, w.Line()+"; ")
	})
}

// wordMemory keeps what is said, by the hold and whose words count as its holder's: most rungs ask.
type wordMemory struct {
	said sight.Memo[hold, []Word]
}

type hold struct {
	uid, object, finalizer string
	holder                 trace.Ref
	name                   string
	sure, listening        bool
}

// words returns all that is said of the object, place by place. The list is the caller's own.
func words(ctx context.Context, h *hearing.Case) []Word {
	id := hold{h.Node.UID, h.Node.Namespace + "/" + h.Node.Name, h.Finalizer, h.Holder.Workload, h.Holder.Name, h.Holder.Sure(), h.Listening}
	return slices.Clone(sight.Memory[wordMemory](h.View).said.Get(id, func() []Word { return gather(ctx, h) }))
}

// Says reports whether anything that was said of the object is so. It costs nothing where words were gathered before.
func Says(ctx context.Context, h *hearing.Case, so func(text string) bool) bool {
	return slices.ContainsFunc(words(ctx, h), func(w Word) bool { return so(w.Line()) })
}

func gather(ctx context.Context, h *hearing.Case) []Word {
	all := slices.Concat(conditionWords(h), fieldWords(h), annotationWords(h), eventWords(ctx, h), otherWords(ctx, h), logWords(ctx, h), asideWords(h))
	if severalHold(h) { // that this one has to go first is why another one stays
		all = slices.DeleteFunc(all, func(w Word) bool { return goesFirst(w.Text, h.Finalizer) })
	}
	for i := range all {
		all[i].Text = redact.Text(all[i].Text)
		all[i].passed = all[i].passed || all[i].retriedSince(all)
		all[i].echo = all[i].echoes(h)
		all[i].fails = all[i].fails && !putsOff(all[i].Text) && !all[i].passed && !all[i].echo
		if !all[i].since && all[i].saidAnew(h) {
			all[i].since = true
			all[i].First, all[i].Last = h.View.Clock.At, h.View.Clock.At
		}
	}
	return all
}

// retriedSince reports whether a later condition says that it went well when it was tried again.
func (w Word) retriedSince(all []Word) bool {
	return w.told && w.fails && slices.ContainsFunc(all, func(o Word) bool {
		return o.told && o.author == w.author && o.Last.After(w.Last) && retried.MatchString(o.Text)
	})
}

var retried = regex.New(`(?i)^retry succeeded\b|\bsucceeded (?:on|after) (?:a )?retr`)

// saidAnew reports whether something else stood in its place a moment ago.
func (w Word) saidAnew(h *hearing.Case) bool {
	said, same := false, false
	for _, e := range h.View.Before[h.Node.UID] {
		if e.Kind == explain.Said && e.Source == w.source {
			said, same = true, same || e.Words == w.Line()
		}
	}
	return said && !same
}

// failures are the words that tell of what goes wrong, those that are surely of the
// deletion first, and of these what a program says, and what tells most of why it does not end.
func failures(ctx context.Context, h *hearing.Case) []Word {
	all := slices.DeleteFunc(words(ctx, h), func(w Word) bool { return !w.fails || w.refuted(h.Told) })
	slices.SortStableFunc(all, func(a, b Word) int {
		return cmp.Or(cmp.Compare(sinceFirst(a), sinceFirst(b)), cmp.Compare(b.leading(h), a.leading(h)))
	})
	return all
}

func sinceFirst(w Word) int {
	switch {
	case w.since && !w.prose:
		return 0
	case w.since:
		return 1
	}
	return 2
}

// countOf gives a word the count of an event that says the same.
func countOf(all []Word, w Word) Word {
	for _, other := range all {
		if other.count > w.count && (strings.Contains(other.Line(), w.Line()) || strings.Contains(w.Line(), other.Line())) {
			return w.With(other)
		}
	}
	return w
}

// With takes over how often and when another one that says the same was said.
func (w Word) With(other Word) Word {
	if w.First.IsZero() || !other.First.IsZero() && other.First.Before(w.First) {
		w.First = other.First
	}
	w.Last, w.count, w.often, w.ago, w.lately, w.quiet = other.Last, other.count, other.often, other.ago, other.lately, other.quiet
	return w
}

// says is what stands before the words of somebody who fails.
func (w Word) says() string {
	switch {
	case w.log != nil:
		return "; its log says: "
	case w.aside:
		return "; the " + w.source + " says: "
	}
	return ": "
}

// Times says how often and when.
func (w Word) Times(h *hearing.Case) string {
	switch {
	case w.count > 1 && w.Last.IsZero():
		return " (" + cmp.Or(w.often, fmt.Sprintf("%d times", w.count)) + w.lately + ")"
	case w.count > 1 && !w.Last.IsZero():
		return fmt.Sprintf(" (%d times, last %s)", w.count, h.View.Clock.When(w.Last))
	case w.count == 1 && !w.Last.IsZero(), w.Last.After(w.First):
		return " (" + h.View.Clock.When(w.Last) + ")"
	case w.count == 0 && !w.Last.IsZero():
		return " (" + h.View.Clock.For(w.Last) + ")"
	}
	return ""
}

// heard are the words that may speak of the deletion: an event only where it is of after it. Another word counts
// whenever it was written: what it names is looked up now.
func heard(ctx context.Context, h *hearing.Case) []Word {
	return slices.DeleteFunc(words(ctx, h), func(w Word) bool { return w.count > 0 && w.Last.Before(h.Node.Since) })
}
