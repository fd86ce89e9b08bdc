package acts

import (
	"context"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Named is the one object that words of a wait or a failure name in full, whatever their form: it is there, and has to
// do with the holder or the object in no other way. Where they name another one besides, none is meant for sure.
func Named(ctx context.Context, h *hearing.Case, words string) (named trace.Ref, one bool) {
	mentioned := sentence.Mentioned(words, func(word string) bool { return len(KindsCalled(h, word)) > 0 })
	if len(mentioned) > MostNamed {
		return named, false
	}
	for _, m := range mentioned {
		at, exists := Resolve(ctx, h, m)
		switch {
		case !exists && m.Loose, at == h.Node.Ref, m.Name == h.Node.Name && at.Kind == h.Kind.Kind: // prose, or the object itself
		case !exists, one && at != named:
			return trace.Ref{}, false
		case !ofItsHolder(ctx, h, at) && !ownsIt(h, at):
			named, one = at, true
		}
	}
	return named, one
}

// PointedAt are the objects that words name in full, whatever they tell of them: these are there, and are neither the object
// itself nor what its holder runs by.
func PointedAt(ctx context.Context, h *hearing.Case, words string) (out []trace.Ref) {
	for _, m := range sentence.PointedAt(words, func(word string) bool { return len(KindsCalled(h, word)) > 0 }) {
		if len(out) == mostPointedAt {
			break
		}
		at, exists := Resolve(ctx, h, m)
		if exists && at != h.Node.Ref && at.Kind != "Namespace" && !slices.Contains(out, at) && !ofItsHolder(ctx, h, at) && !ownsIt(h, at) {
			out = append(out, at)
		}
	}
	return out
}

// Listed are the objects that a field of the status lists by their names, where it is called after their kind and they are
// there: pendingBins: bin-a, bin-c.
func Listed(ctx context.Context, h *hearing.Case, text string) (out []trace.Ref) {
	field, names, told := strings.Cut(text, ": ")
	for i := 0; told && i < len(field) && len(out) == 0; i++ {
		if i > 0 && (field[i] < 'A' || field[i] > 'Z') || len(KindsCalled(h, field[i:])) == 0 {
			continue
		}
		for name := range strings.SplitSeq(names, ", ") {
			if at, exists := Resolve(ctx, h, sentence.Mention{Kind: field[i:], Name: name}); exists && at != h.Node.Ref && len(out) < mostPointedAt {
				out = append(out, at)
			}
		}
	}
	return out
}

// mostPointedAt bounds how many objects are looked at that words point at.
const mostPointedAt = 3

// ofItsHolder reports whether an object is what the holder runs by or in, or where the object is.
func ofItsHolder(ctx context.Context, h *hearing.Case, at trace.Ref) bool {
	switch runs := h.Holder.Workload; at.Kind {
	case "ServiceAccount", "Event":
		return true
	case "Lease": // by which its pods choose one that leads
		by := leasedBy(ctx, h, at)
		return by == "" || runs.Name != "" && strings.HasPrefix(by, runs.Name)
	case "Namespace":
		return at.Name == h.Node.Namespace || at.Name == runs.Namespace
	default:
		return runs.Name != "" && at.Namespace == runs.Namespace && (at == runs || (at.Kind == "Pod" || at.Kind == "ReplicaSet") && strings.HasPrefix(at.Name, runs.Name))
	}
}

// leasedBy is who holds a Lease, by its own record; empty where nobody does.
func leasedBy(ctx context.Context, h *hearing.Case, at trace.Ref) string {
	if lease := h.View.Look(ctx, at).Object; lease != nil && at.Group == "coordination.k8s.io" {
		return phrase.OneLine(manifest.LeaseHolder(lease))
	}
	return ""
}

// seeToLease is the step to a Lease that somebody else holds: whoever that is lets go of it, or is gone.
func seeToLease(ctx context.Context, h *hearing.Case, at trace.Ref, by string) explain.Step {
	held := "held by " + phrase.Quoted(by)
	if lease := h.View.Look(ctx, at).Object; lease != nil && !manifest.LeaseRenewed(lease).IsZero() {
		held += ", renewed last " + h.View.Clock.When(manifest.LeaseRenewed(lease))
		if end := manifest.LeaseEnd(lease); !h.View.Clock.Before(end) {
			held += " and run out since"
		}
	}
	return explain.Look("have who holds "+h.View.NameOf(at)+" let go of it, or delete it if that is gone for good: it is "+held, h.View.AsYAML(at)...).For(explain.Mends)
}

// ownsIt reports whether an object is an owner of the one that goes.
func ownsIt(h *hearing.Case, at trace.Ref) bool {
	if h.Object == nil {
		return false
	}
	return slices.ContainsFunc(h.Object.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return o.Kind == at.Kind && o.Name == at.Name })
}

// BlockedBy is the object that words name in full, as what is waited for.
func BlockedBy(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if at, one := Named(ctx, h, words); one {
		n.Block(ctx, h.View, at, "")
	}
	return n
}

// SeeToNamed is the step to the object that words name in full.
func SeeToNamed(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	at, one := Named(ctx, h, words)
	switch {
	case !one:
	case leasedBy(ctx, h, at) != "":
		n.Do(seeToLease(ctx, h, at, leasedBy(ctx, h, at)))
	case h.View.Look(ctx, at).State.Going():
		n.Do(explain.Look("see what holds "+h.View.NameOf(at)+", which these words name, and which is going itself", h.View.WhyStuck(at)...).For(explain.Mends))
	default:
		n.Do(explain.Look("see to "+h.View.NameOf(at)+", which these words name: "+phrase.Quoted(words), h.View.Command(at, "describe")...).For(explain.Mends))
	}
	return n
}
