package diagnose

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// noneShown is why an object that a copy shows without a finalizer is not as the copy has it.
const noneShown = "the copy shows no finalizer on it, and what is asked to go without any goes at once: the copy is old or cut, somebody changed it, or it is gone by now"

// judgeUnheld judges an object on its way out that a copy shows without a finalizer, and of which nothing else tells what
// holds it. What objects of its kind mostly have is presumed, unless the copy has a list and that is empty: no server
// prints one, so that somebody took them off.
func judgeUnheld(ctx context.Context, h *hearing.Case) explain.Hold {
	again := explain.Look("look whether it is still there, and which finalizers it has now", h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")...).For(explain.Mends)
	if _, listed, _ := unstructured.NestedFieldNoCopy(h.Object.Object, "metadata", "finalizers"); listed {
		return explain.Hold{Holder: explain.Holder{Confidence: explain.NotKnown}, Verdict: explain.Undecided, Reason: explain.Silent, Message: noneShown, Next: []explain.Step{again}}
	}
	hold := judgeUntold(ctx, h)
	hold.Verdict, hold.Next = explain.Undecided, append([]explain.Step{again}, hold.Next...)
	if hold.Holder.Name != "" {
		hold.Message = noneShown + "; if it is still there: " + hold.Message
	} else {
		hold.Message, hold.Reason = noneShown, explain.Silent
	}
	return hold
}
