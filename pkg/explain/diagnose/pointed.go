package diagnose

import (
	"context"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/around"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// byWords are the outcomes that rest on what somebody says.
var byWords = []explain.Reason{explain.Failing, explain.Blocked, explain.Silent}

// pointed tells with the words that a judgement rests on what the objects say of themselves that these name: they may do no
// more than point there.
func pointed(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if h.Holder.BuiltIn || !slices.Contains(byWords, f.Reason) {
		return f
	}
	for _, words := range quotedIn(&f) {
		for _, at := range acts.PointedAt(ctx, h, words) {
			says, n := tellsOfItself(ctx, h, around.Object{Ref: at, How: "it names", Anytime: true})
			if says != "" && !strings.Contains(f.Message, says) {
				return f.Beside(says, n)
			}
		}
	}
	return f
}

// quotedIn are the words that a judgement quotes, but for those that tell little, as of a time before the deletion.
func quotedIn(f *hearing.Finding) (out []string) {
	for i := range f.Evidence {
		if e := &f.Evidence[i]; !e.Weak && quotes(f.Message, e) {
			out = append(out, e.Words)
		}
	}
	return out
}

// quotes reports whether a message has the words that stand in the evidence.
func quotes(message string, e *explain.Evidence) bool {
	return e.Words != "" && strings.Contains(message, e.Words)
}

// tellsOfItself is what an object around this one tells: that it fails, is paused, or who holds it. What has no status of its
// own, such as a Secret, is as whoever made it says. It is empty where it is well.
func tellsOfItself(ctx context.Context, h *hearing.Case, o around.Object) (says string, n hearing.Notes) {
	of := hearing.About(ctx, h.View, o.Ref)
	if of == nil {
		return "", n
	}
	name := o.Ref.Kind + " " + o.Ref.Name + ", which " + o.How + ","
	if o.Ref.Kind == "Lease" && o.Ref.Group == manifest.LeaseGroup {
		return leaseHeld(ctx, h, of)
	}
	if said, mend := signs.SaidBy(ctx, h, o); said != "" {
		return name + " says: " + said, mend
	}
	// An owner of Kubernetes' own makes nothing new while it is halted, and that is all.
	if field := haltedBy(of); field != "" && (of.Kind.MayBeCustom() || !o.Standing) {
		n.Fact(o.Ref.Kind+" "+o.Ref.Name+": "+field, "is set")
		n.Do(explain.Look("see why "+h.View.NameOf(o.Ref)+" is halted ("+field+"), and end that where whoever did it agrees", h.View.AsYAML(o.Ref)...).For(explain.Mends))
		return name + " is halted (" + field + ")", n
	}
	if _, tells := of.Object.Object["status"]; tells {
		return "", n
	}
	if owner := metav1.GetControllerOf(of.Object); owner != nil {
		at := acts.Scoped(of, trace.Ref{Group: trace.GroupOf(owner.APIVersion), Kind: owner.Kind, Name: owner.Name, Namespace: o.Ref.Namespace})
		if said, mend := signs.SaidBy(ctx, h, around.Object{Ref: at, How: "makes " + o.Ref.Kind + " " + o.Ref.Name, Anytime: o.Anytime, Standing: o.Standing}); said != "" {
			return name + " is made by " + at.Kind + " " + at.Name + ", which says: " + said, mend
		}
	}
	return "", n
}

// haltedBy is the field or mark by which an object is halted, empty where it is not.
func haltedBy(of *hearing.Case) string {
	if on, _, _ := unstructured.NestedBool(of.Object.Object, "spec", "suspend"); on {
		return "spec.suspend"
	}
	if m := marks.Of(of); m != nil {
		return m.Field
	}
	return ""
}

// leaseHeld is how the pod is that holds a Lease, where one of that name is there and not well.
func leaseHeld(ctx context.Context, h *hearing.Case, lease *hearing.Case) (says string, n hearing.Notes) {
	host := manifest.LeaseHost(lease.Object)
	if host == "" {
		return "", n
	}
	pod := hearing.About(ctx, h.View, trace.Ref{Kind: "Pod", Namespace: lease.Node.Namespace, Name: host})
	if pod == nil {
		return "", n
	}
	trouble := holder.Trouble(ctx, h.View, pod.Kind, pod.Object)
	if trouble == "" {
		return "", n
	}
	n.Fact("Pod "+host, trouble)
	n.Do(explain.Look("have pod "+host+" run again, which holds "+h.View.NameOf(lease.Node.Ref)+", so that it lets go of that", h.View.Command(pod.Node.Ref, "describe")...).For(explain.Mends))
	return "that Lease is held by a pod that is not well: " + trouble, n
}
