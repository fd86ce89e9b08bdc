package diagnose

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// inTurn takes what says nothing of itself for what is in turn, where another object waits for it whose holder, the same one,
// gets ahead: it goes through them.
func inTurn(d *explain.Diagnosis) {
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			h := &d.Objects[i].Holds[j]
			if h.Verdict != explain.Progressing || h.Reason != explain.Working {
				continue
			}
			for k := range h.Blockers {
				if at := h.Blockers[k].Object; h.Blockers[k].Name != "" && at != i && d.Objects[at].Ref == h.Blockers[k].Ref {
					waitsItsTurn(&d.Objects[at], h, d.Objects[i].Ref)
				}
			}
		}
	}
}

// waitsItsTurn judges the holds of a silent object by the holder of the one that waits for it.
func waitsItsTurn(o *explain.Object, by *explain.Hold, of trace.Ref) {
	for j := range o.Holds {
		h := &o.Holds[j]
		if h.Verdict != explain.Undecided || h.Reason != explain.Silent || h.Holder.Workload.Name == "" || h.Holder.Workload != by.Holder.Workload {
			continue
		}
		h.Verdict, h.Reason = explain.Progressing, explain.Working
		h.Message = "it is in turn, of those that " + of.Kind + " " + of.Name + " waits for: " + by.Message
		h.Next = by.Next
	}
	o.Verdict = ownVerdict(o)
}
