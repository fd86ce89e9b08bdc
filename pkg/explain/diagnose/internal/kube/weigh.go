package kube

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/collector"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/storage"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Weighed are steps with what each takes where it is run, as a removal is judged. A
// step is left out where nobody can tell that, and it acts on another object than
// the one that is judged.
func Weighed(ctx context.Context, w *sight.View, judged trace.Ref, steps []explain.Step) []explain.Step {
	var out []explain.Step
	for _, s := range steps {
		if len(s.Command) > 0 && s.Effect.Takes() && s.Cost == (explain.Cost{}) {
			cost, told := takenBy(ctx, w, &s)
			if !told && s.Target != judged {
				continue
			}
			s.Cost = cost
		}
		out = append(out, s)
	}
	return out
}

// takenBy is what a step takes beyond its target.
func takenBy(ctx context.Context, w *sight.View, s *explain.Step) (cost explain.Cost, told bool) {
	if s.Effect == explain.Unbounded {
		return explain.Cost{Loss: "what that takes is not known here", Risk: explain.RiskHigh}, true
	}
	about := hearing.About(ctx, w, s.Target)
	if about == nil {
		return explain.Cost{Loss: "what goes with it could not be read", Risk: explain.RiskHigh}, false
	}
	switch s.Effect {
	case explain.Unprotects:
		return released(ctx, about, s), true
	case explain.Stops:
		return stopped(ctx, about)
	default:
		return deleted(ctx, about), true
	}
}

// released is what goes once nothing holds back the deletion of an object. That
// nothing is seen to go is no proof: what then acts is a controller.
func released(ctx context.Context, h *hearing.Case, s *explain.Step) explain.Cost {
	then := "it can then be deleted"
	if h.Node.State.Going() {
		then = "its deletion then goes on"
		if m := marks.Of(h); m != nil && m.Foreign && slices.Equal(m.Undo, s.Command) {
			then = "its deletion may then go on"
		}
	}
	cost := deleted(ctx, h)
	if cost.Risk == explain.RiskLow {
		return explain.Cost{Loss: then + ", and what that takes is not known here", Risk: explain.RiskMedium}
	}
	cost.Loss = then + "; " + cost.Loss
	return cost
}

// stopped is what goes where something is scaled to zero, or a node's pods are
// driven out.
func stopped(ctx context.Context, h *hearing.Case) (explain.Cost, bool) {
	if h.Kind.Group == "" && h.Kind.Kind == "Node" {
		return explain.Cost{Loss: "its pods in all namespaces are deleted, and with them the claims that were made for one of them alone", Risk: explain.RiskHigh}, true
	}
	costs, told := storage.GoesWithPods(ctx, h, "whenScaled")
	if !told {
		return explain.Cost{Loss: "what stops with it is not known here", Risk: explain.RiskHigh}, false
	}
	return sum(costs, "it runs no other pod, and no claim goes with that"), true
}

// deleted is what goes with an object that is deleted.
func deleted(ctx context.Context, h *hearing.Case) explain.Cost {
	costs := []explain.Cost{GoesWith(ctx, h)}
	why := []string{}
	switch {
	case h.Kind.IsNamespace():
		costs = append(costs, explain.Cost{Loss: "all that is in it goes with it", Risk: explain.RiskHigh})
	case h.Kind.IsPod():
		costs = append(costs, storage.GoesWithPod(ctx, h)...)
		why = append(why, "no claim was made for it alone")
	case h.Kind.Group == "" && h.Kind.Kind == "PersistentVolumeClaim":
		why = append(why, "no volume is bound to it")
	case storage.RunsPods(h.Kind):
		more, told := storage.GoesWithPods(ctx, h, "whenDeleted")
		if !told {
			more = append(more, explain.Cost{Loss: "its pods could not be read", Risk: explain.RiskHigh})
		}
		costs = append(costs, more...)
		why = append(why, "it runs no other pod, and no claim goes with that")
	case h.Kind.Group == "" && h.Kind.Kind == "PersistentVolume": // of its disk was spoken
	default:
		names := hearing.IdentityOf(h)
		if h.Kind.MayBeCustom() {
			names = marks.Undoing(h)
		}
		if names != "" {
			costs = append(costs, explain.Cost{Loss: "with it goes what it stands for: " + names, Risk: explain.RiskHigh})
		}
	}
	owned, folded, complete := ownedBy(ctx, h)
	costs = append(costs, storage.GoesWithOwner(ctx, h.View, owned)...)
	for _, ref := range owned {
		if ref.Kind != "PersistentVolumeClaim" {
			folded = append(folded, h.View.ShortName(ref))
		}
	}
	if len(folded) > 0 {
		costs = append(costs, explain.Cost{Loss: "the garbage collector deletes what it owns: " + phrase.Names(folded), Risk: explain.RiskMedium})
	}
	if !complete {
		costs = append(costs, explain.Cost{Loss: "what it owns could not all be read", Risk: explain.RiskMedium})
	}
	return sum(costs, strings.Join(append(why, "nothing names it as its owner"), ", and "))
}

// ownedBy are the live objects that an object owns, without those of which is spoken
// apart: what a workload runs its pods by, and the claims of a pod's own volumes.
// Of some, the graph has only the number.
func ownedBy(ctx context.Context, h *hearing.Case) (owned []trace.Ref, folded []string, complete bool) {
	add := func(ref trace.Ref) {
		runs := storage.RunsPods(h.Kind) && (ref.Group == "" && ref.Kind == "Pod" || ref.Kind == "ControllerRevision" || storage.RunsPods(trace.Kind{Group: ref.Group, Kind: ref.Kind}))
		if !runs && !storage.MadeFor(h, ref) {
			owned = append(owned, ref)
		}
	}
	g := h.View.Graph
	if at, shown := g.Index[h.Node.UID]; shown && g.Nodes[at].Asked && h.Node.Namespace != "" { // the graph leads down from it
		for _, e := range g.Below[at] {
			if to := &g.Nodes[e.To]; e.Rule == trace.OwnerRule && to.State == trace.Live {
				add(to.Ref)
			}
		}
		for _, f := range g.Nodes[at].Folded {
			if f.Rule == trace.OwnerRule {
				folded = append(folded, phrase.Count(f.Count, f.Resource, f.Resource))
			}
		}
		return owned, folded, true
	}
	rows, complete := collector.OwnedBy(ctx, h.View, h.Node)
	for i := range rows {
		add(rows[i].Ref)
	}
	return owned, folded, complete
}

// sum adds up what goes. Where nothing does, it says why that is known.
func sum(costs []explain.Cost, why string) explain.Cost {
	var out explain.Cost
	for _, c := range costs {
		if c.Loss == "" {
			continue
		}
		out.Loss = explain.Joined("; ", out.Loss, lowered(c.Loss))
		out.Identity = explain.Joined(", ", out.Identity, c.StandsFor())
		if out.Risk == "" || out.Risk.Below(c.Risk) {
			out.Risk = c.Risk
		}
	}
	if out.Loss == "" {
		return explain.Cost{Loss: "nothing else goes with it: " + why, Risk: explain.RiskLow}
	}
	return out
}

// lowered is a sentence that goes on from another.
func lowered(sentence string) string {
	if sentence == "" {
		return ""
	}
	return strings.ToLower(sentence[:1]) + sentence[1:]
}
