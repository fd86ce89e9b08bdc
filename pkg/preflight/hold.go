package preflight

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// hold is what the diagnosis says of a finalizer of a thing, with the steps for that thing first.
// Where it was not judged, it is what is said of the same finalizer of another object of the
// kind, which is then borrowed: of that only what is about the holder is true of the thing.
func (s *Situation) hold(n *trace.Node, finalizer string) (hold *explain.Hold, borrowed bool) {
	if s.Diagnosis == nil {
		return nil, false
	}
	hold, borrowed = s.judged(n, finalizer)
	if hold == nil {
		return nil, false
	}
	own := s.Facts.Around.Withheld[explain.NeedKey{UID: n.UID, Finalizer: finalizer}].Next
	if len(own) == 0 && !borrowed {
		return hold, false
	}
	out := *hold
	out.Next = slices.Clone(own)
	for i := range hold.Next {
		if step := &hold.Next[i]; !borrowed || step.Target == hold.Holder.Workload && step.Target.Name != "" {
			out.Next = append(out.Next, *step)
		}
	}
	return &out, borrowed
}

// judged is what the diagnosis says of a finalizer of an object, or else of another like it.
func (s *Situation) judged(n *trace.Node, finalizer string) (hold *explain.Hold, borrowed bool) {
	for i := range s.Diagnosis.Objects {
		o := &s.Diagnosis.Objects[i]
		same := o.UID == n.UID && o.UID != ""
		if !same && (hold != nil || o.Group != n.Group || o.Kind != n.Kind || o.State != n.State) {
			continue
		}
		at := slices.IndexFunc(o.Holds, func(h explain.Hold) bool { return h.Finalizer == finalizer })
		switch {
		case at < 0:
		case same:
			return &o.Holds[at], false
		default:
			hold = &o.Holds[at]
		}
	}
	return hold, hold != nil
}
