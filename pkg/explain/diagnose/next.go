package diagnose

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// advise puts the steps of every hold into the order in which they are told. What ends by
// itself is waited for; where nothing else can be said, one looks again.
func advise(w *sight.View, d *explain.Diagnosis) {
	for i := range d.Objects {
		o := &d.Objects[i]
		gone := w.Command(o.Ref, "wait", "--for=delete", "--timeout=5m")
		for j := range o.Holds {
			h := &o.Holds[j]
			switch {
			case !o.State.Going():
			case h.Verdict == explain.Progressing, h.Verdict == explain.InGrace:
				h.Next = append([]explain.Step{explain.Await("it goes on by itself: wait; this ends when it is gone", gone...).For(explain.Mends)}, h.Next...)
			case h.Verdict == explain.Waiting && w.Copied && len(h.Next) > 0 && !slices.ContainsFunc(h.Blockers, func(b explain.Blocker) bool { return b.State.Going() }):
				// Whether anything goes by itself was not copied.
			case h.Verdict == explain.Waiting:
				h.Next = append(h.Next, explain.Await("it goes by itself once that is done: wait; this ends when it is gone", gone...))
			case (h.Verdict == explain.Stuck || h.Verdict == explain.Undecided && len(h.Blockers) > 0) && h.Reason == explain.Blocked && !slices.ContainsFunc(h.Next, mends):
				h.Next = append(h.Next, firstWaitedFor(w, h))
			case len(h.Next) == 0 && w.Copied:
				h.Next = []explain.Step{explain.Look("copy all that an answer needs, and ask of that", w.Command(o.Ref, "finalizers", "snapshot")...)}
			case len(h.Next) == 0:
				again := explain.Look("look again in a moment, or watch before judging", w.Command(o.Ref, "finalizers", "why-stuck", "--observe", "20s")...)
				again.Again = true
				h.Next = []explain.Step{again}
			}
			h.Next = explain.Ordered(h.Next)
		}
	}
}

func mends(s explain.Step) bool { return s.Aim == explain.Mends }

// firstWaitedFor is the act for a hold that waits for what nobody has asked to go.
func firstWaitedFor(w *sight.View, h *explain.Hold) explain.Step {
	what := "what it waits for"
	if at := slices.IndexFunc(h.Blockers, func(b explain.Blocker) bool { return b.Name != "" && b.State == trace.Live }); at >= 0 {
		what = w.NameOf(h.Blockers[at].Ref)
	}
	return explain.Tell("end what it waits for first: " + what + " stays as it is until somebody changes or deletes it")
}
