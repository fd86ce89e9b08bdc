package signs

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// leastQuiet is how long an error does not come again at least where it is over.
const leastQuiet = 30 * time.Second

// goesFurther reports whether the numbers of a word ran until a moment ago.
func (w Word) goesFurther(h *hearing.Case) (run logline.Run, does bool) {
	run, runs := w.course.Runs()
	if !runs {
		return run, false
	}
	spacing := w.Last.Sub(w.First) / time.Duration(len(w.course)-1)
	return run, h.View.Clock.Within(run.Last, max(freshWrite, min(3*spacing, longestPause)))
}

// rested says how far a number ran that stands still since.
func (w Word) rested(h *hearing.Case) string {
	run, runs := w.course.Runs()
	if !runs {
		return ""
	}
	if h.View.Copied { // what came later was not copied
		return "; that went " + run.String()
	}
	return "; that went " + run.String() + " until " + h.View.Clock.When(run.Last) + ", and no further"
}

// recovered tells of a failure of the holder since the deletion that is over, the last one.
func recovered(ctx context.Context, h *hearing.Case) string {
	var last Word
	for _, w := range words(ctx, h) {
		if w.passed && w.author == theHolder && w.of.Name == "" && h.Since(w.Last) && w.Last.After(last.Last) {
			last = w
		}
	}
	switch {
	case last.Last.IsZero():
		return ""
	case last.count > 1:
		return fmt.Sprintf("; it failed %d times until %s, and goes on since: %s", last.count, h.View.Clock.When(last.Last), phrase.Quoted(last.Text))
	}
	return "; it failed " + h.View.Clock.When(last.Last) + ", and goes on since: " + phrase.Quoted(last.Text)
}

// Advancing decides where a number ran on until a moment ago in what the holder repeats that tells
// of no trouble, also where that says what is still left.
func Advancing(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, w := range undertaken(ctx, h) {
		if run, does := w.goesFurther(h); does {
			return w.atWork(ctx, h, ", "+run.String()+" in "+duration.HumanDuration(run.Last.Sub(w.course[0].At)))
		}
	}
	return f
}

// goesOnBeside decides where single errors stand beside a count that ran on until a moment ago: it gets further all the same.
func goesOnBeside(ctx context.Context, h *hearing.Case, failed Word) (f hearing.Finding) {
	if h.View.Copied || h.Health != explain.Running || h.Holder.Confidence == explain.Possible {
		return f
	}
	for _, w := range append(reported(ctx, h), logWords(ctx, h)...) {
		if w.fails || w.passed || w.author != theHolder || !w.since || errorLike(w.Text) {
			continue
		}
		if run, does := w.goesFurther(h); does {
			f = w.atWork(ctx, h, ", "+run.String()+" in "+duration.HumanDuration(run.Last.Sub(w.course[0].At)))
			f.Message += "; beside that it fails at some: " + phrase.Quoted(failed.Text) + failed.Times(h)
			return f
		}
	}
	return f
}

// overcome reports whether a failure that has a date did not come again for longer than it
// took before, and its program tells of something else since: what it tells as well before it
// fails counts only where its numbers go on.
func (s *lines) overcome(w *Word) bool {
	said, on := 0, false
	var last time.Time
	for _, other := range s.order {
		if other.fails || logline.CountsTries(other.Text) {
			continue
		}
		first := other.course.From(s.failed)
		_, runs := other.course[max(first-1, 0):].Runs()
		if first == len(other.course) || first > 0 && !runs {
			continue
		}
		said, on = said+len(other.course)-first, on || runs
		if other.Last.After(last) {
			last = other.Last
		}
	}
	return said >= leastPassed && (on || len(w.course) > 1) && last.Sub(w.Last) > max(leastQuiet, 2*w.course.Widest())
}

// reported are the events of the holder since the deletion that are no Warnings, and after them
// those that are alike but for their numbers, as one: these also where they warn of no trouble.
func reported(ctx context.Context, h *hearing.Case) (out []Word) {
	alike := map[string]int{}
	var joined []Word
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		w := eventWord(h, e)
		if w.fails || w.author != theHolder || !w.since || w.Last.IsZero() {
			continue
		}
		if !e.Warning {
			out = append(out, w)
		}
		key := w.source + ": " + logline.Alike(w.Text, h.Node.Name, h.Node.Namespace)
		at, known := alike[key]
		if !known {
			at = len(joined)
			alike[key] = at
			joined = append(joined, w)
			joined[at].count = 0
		}
		j := &joined[at]
		j.course = j.course.With(logline.Step{At: w.Last, Text: w.Text})
		j.count += max(1, w.count)
		if w.First.Before(j.First) {
			j.First = w.First
		}
		j.Last, j.Text = j.course[len(j.course)-1].At, j.course[len(j.course)-1].Text
	}
	return append(out, joined...)
}
