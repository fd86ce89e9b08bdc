package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// mostNamed is how many objects a message names before it only counts.
	mostNamed = 3
	// blockersListed is how many blockers a hold lists. The rest are alike, and
	// its message counts them.
	blockersListed = 20
)

// on makes the condition of a rule for one finalizer on one kind.
func on(group, kind string, finalizers ...string) func(trace.Kind, string) bool {
	return func(k trace.Kind, finalizer string) bool {
		if k.Group != group || k.Kind != kind {
			return false
		}
		for _, name := range finalizers {
			if finalizer == name || strings.HasSuffix(name, "*") && strings.HasPrefix(finalizer, strings.TrimSuffix(name, "*")) {
				return true
			}
		}
		return false
	}
}

// everywhere makes the condition of a rule for a finalizer on any kind.
func everywhere(name string) func(trace.Kind, string) bool {
	return func(_ trace.Kind, finalizer string) bool { return finalizer == name }
}

// naming joins names, the first few of them.
func naming(names []string) string {
	if len(names) > mostNamed {
		return strings.Join(names[:mostNamed], ", ") + fmt.Sprintf(" and %d more", len(names)-mostNamed)
	}
	return strings.Join(names, ", ")
}

// count is "1 pod" or "2 pods".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// verb is the first for one and the second for several.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// str is the text in a field, empty where there is none.
func str(obj *unstructured.Unstructured, path ...string) string {
	if obj == nil {
		return ""
	}
	text, _, _ := unstructured.NestedString(obj.Object, path...)
	return text
}

// refOfObject is the Ref of a whole object of a kind.
func refOfObject(group, kind string, obj *unstructured.Unstructured) trace.Ref {
	return trace.Ref{Group: group, Kind: kind, Namespace: obj.GetNamespace(), Name: obj.GetName()}
}

// stateOfBrief is the true state of an object of which only metadata was read.
func (w *world) stateOfBrief(b *brief) trace.State {
	switch {
	case b.Deleted.IsZero():
		return trace.Live
	case !w.now.IsZero() && b.Deleted.After(w.now):
		return trace.Grace
	}
	return trace.Deleting
}

// goingText says since when an object is going; that it is, its state says.
func (w *world) goingText(deleted time.Time) string {
	if !w.now.IsZero() && deleted.After(w.now) {
		return "still in its grace period"
	}
	return "for " + w.ago(deleted)
}

// command is what kubectl takes to do something with an object: the verb, the
// object, then the flags.
func (w *world) command(ref trace.Ref, words ...string) []string {
	flags := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "-") })
	if flags < 0 {
		flags = len(words)
	}
	return slices.Concat([]string{"kubectl"}, words[:flags], w.typed(ref), words[flags:])
}

// whyStuck are the words that ask this program about another object.
func (w *world) whyStuck(ref trace.Ref) []string {
	return w.command(ref, "finalizers", "why-stuck")
}

// older reports whether the object has been going for longer than that.
func (h *hearing) older(than time.Duration) bool {
	return !h.node.Since.IsZero() && h.now.Sub(h.node.Since) > than
}

// runBy makes the controller manager the holder's workload, where it shows one.
func (h *hearing) runBy(m manager) {
	h.hold.Evidence = append(h.hold.Evidence, m.evidence...)
	h.hold.Health = m.health
	if m.workload.Name != "" {
		h.hold.Holder.Workload = m.workload
	}
}

// halted decides where the kube-controller-manager that has to act does not
// run. found says what it would do, or find, if it did.
func (h *hearing) halted(ctx context.Context, found string) bool {
	m := h.controllerManager(ctx)
	h.runBy(m)
	switch m.health {
	case NotLeading:
		h.next("see who leads, and since when", "kubectl", "get", "lease", managerName, "-n", systemNamespace, "-o", "yaml")
		h.next("see why it does not run", "kubectl", "get", "pods", "-n", systemNamespace, "-l", "component="+managerName, "-o", "wide")
		return h.decide(Stuck, HolderNotLeading, managerName+" "+m.message+"; "+found)
	case NotReady:
		h.next("see why it does not run", h.command(m.workload, "describe")...)
		return h.decide(Stuck, HolderNotReady, managerName+" "+m.message+"; "+found)
	default:
		return false
	}
}

// idle is for a hold that has nothing left to wait for, so that all depends on
// the kube-controller-manager.
func (h *hearing) idle(ctx context.Context, found string) bool {
	if h.halted(ctx, found) {
		return true
	}
	m := h.controllerManager(ctx)
	h.unblocked = "nothing blocks it any more: " + found + "; " + managerName + " has to take it off, and " + m.message
	return false
}

// unblocked decides where a built-in holder has nothing left to wait for, and no
// other stage found why it does not act.
func unblocked(_ context.Context, h *hearing) bool {
	if h.unblocked == "" {
		return false
	}
	return h.decide(Unknown, Silent, h.unblocked)
}
