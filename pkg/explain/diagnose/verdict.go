package diagnose

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ownVerdict is what the object's own state and holds say, whatever these wait
// for in turn.
func ownVerdict(o *explain.Object) explain.Verdict {
	switch o.State {
	case trace.Gone, trace.Recreated:
		return explain.Absent
	case trace.Unreadable:
		return explain.Undecided
	case trace.Grace:
		return explain.InGrace
	case trace.Live:
		return liveVerdict(o)
	case trace.Deleting:
	}
	if len(o.Holds) == 0 {
		return explain.Undecided // the API server should have removed it
	}
	worst := explain.Progressing
	for i := range o.Holds {
		if explain.Rank(o.Holds[i].Verdict) > explain.Rank(worst) {
			worst = o.Holds[i].Verdict
		}
	}
	return worst
}

// liveVerdict takes up what a rung found although nobody deletes the object.
func liveVerdict(o *explain.Object) explain.Verdict {
	verdict := explain.NotDeleting
	for i := range o.Holds {
		if h := &o.Holds[i]; h.Finalizer == "" && explain.Rank(h.Verdict) > explain.Rank(verdict) {
			verdict = h.Verdict
		}
	}
	return verdict
}
