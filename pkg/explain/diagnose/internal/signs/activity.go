package signs

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// freshWrite is how long ago a write may be to count as activity. Controllers
	// that poll do so every few seconds to a minute.
	freshWrite = time.Minute
	// freshAlone is how long ago a write may be that is the only one which is known.
	freshAlone = 40 * time.Second
)

// Working decides where the holder goes on writing to the object: a moment ago, and not
// for the first time. One write on the request is what a controller does too that then
// stands still.
func Working(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	last, wrote := h.LastActed()
	if !wrote {
		return f
	}
	f.Add(explain.Evidence{Kind: explain.Written, Source: "managedFields", Fact: fmt.Sprintf("%s wrote to it %s, after the deletion", last.Manager, h.View.Clock.When(last.At))})
	// A name that many programs go by does not tell whether it was the holder.
	if !h.View.Clock.Within(last.At, freshWrite) || manifest.GenericManager(last.Manager) && h.Holder.Workload.Name == "" {
		return f
	}
	if len(actedAt(h)) > 1 || last.At.Sub(h.Node.Since) > freshWrite && h.View.Clock.Within(last.At, freshAlone) {
		who := last.Manager
		if h.Holder.Sure() {
			who = h.HolderName()
		}
		return f.Decide(explain.Progressing, explain.Working, who+" wrote to it "+h.View.Clock.When(last.At)+howFarWritten(ctx, h, &f)+h.WaitsFor()+recovered(ctx, h))
	}
	f.AskAgain(h, "it wrote once; see whether it goes on", "--observe", "20s")
	return f
}

// howFarWritten is what the holder writes of how far it is: that it writes tells no more than that it lives.
func howFarWritten(ctx context.Context, h *hearing.Case, f *hearing.Finding) string {
	for _, w := range telling(ctx, h) {
		if w.since && !w.stale && !w.fails && w.of.Name == "" && w.author == theHolder && (w.share || partDone.MatchString(w.Text)) {
			f.Add(w.evidence(h))
			return "; it says: " + phrase.Quoted(w.Text)
		}
	}
	f.AskAgain(h, "see whether it gets ahead: one look does not tell whether more than times changes", "--observe", "20s")
	if h.View.Copied || !h.Older(longestPause) {
		return ""
	}
	return "; whether it gets ahead one look does not tell, and --observe 20s does"
}

var partDone = regex.New(`\b(\d+) ?(?:of|/|out of) ?(\d+)\b`) // exported 40 of 100 firings

// AtWork decides where the holder says the same in an event again until a moment ago that tells of
// no trouble and of no waiting. Where it does so for long, it has to say how far it is.
func AtWork(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, w := range undertaken(ctx, h) {
		if !saysWaits(w) && w.repeats(h) {
			return w.atWork(ctx, h, "")
		}
	}
	return f
}

// undertaken are the words of a holder that runs about what it does since the deletion: no Warning and no trouble.
func undertaken(ctx context.Context, h *hearing.Case) []Word {
	if h.View.Copied || h.Health != explain.Running || h.Holder.Confidence == explain.Possible {
		return nil
	}
	return slices.DeleteFunc(append(reported(ctx, h), logWords(ctx, h)...), func(w Word) bool {
		return w.fails || w.passed || w.author != theHolder || !w.since || w.Text == "" || errorLike(w.Text) || sentence.Restates(w.Text)
	})
}

// atWork decides by a word that tells what is done; far is how far that is.
func (w Word) atWork(ctx context.Context, h *hearing.Case, far string) (f hearing.Finding) {
	says := "; it says: "
	if w.log != nil {
		says = "; its log says: "
	}
	f.Add(w.evidence(h))
	f.AskAgain(h, "see whether it goes on", "--observe", "20s")
	return f.Decide(explain.Progressing, explain.Working, h.HolderName()+" is at work"+far+says+phrase.Quoted(w.Text)+w.Times(h)+recovered(ctx, h))
}

// repeats reports whether a word is one event that came again until a moment ago.
func (w Word) repeats(h *hearing.Case) bool {
	if len(w.course) > 0 || w.count < 2 || w.Last.Equal(w.First) || !h.View.Clock.Within(w.Last, freshWrite) {
		return false
	}
	if m := partDone.FindStringSubmatch(w.Text); m != nil {
		done, _ := strconv.Atoi(m[1])
		all, _ := strconv.Atoi(m[2])
		if done < all {
			return true
		}
	}
	return w.Last.Sub(w.First) < endlessSpan
}

// actedAt are the times at which the holder is seen to have written to the object since
// the deletion: of each part of it the last, and the turns of its conditions.
func actedAt(h *hearing.Case) map[int64]bool {
	times := map[int64]bool{}
	add := func(at time.Time) {
		if at.After(h.Node.Since) {
			times[at.Unix()] = true
		}
	}
	for _, w := range h.Writes() {
		if h.IsHolder(w.Manager) {
			add(w.At)
		}
	}
	if h.Object != nil {
		for _, c := range manifest.ConditionsOf(h.Object.Object) {
			if authorOfStatus(h, h.ConditionWriters(&c)) == theHolder {
				add(c.SaidAt())
			}
		}
	}
	return times
}

// JustAsked decides where silence does not mean anything yet.
func JustAsked(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	asked := h.AskedAt()
	if !h.View.Clock.Within(asked, hearing.FreshFor) {
		return f
	}
	f.AskAgain(h, "look again in a moment, or watch before judging", "--observe", "20s")
	return f.Decide(explain.Undecided, explain.JustAsked, "asked to go only "+h.View.Clock.When(asked)+": too early to judge"+h.WaitsFor())
}
