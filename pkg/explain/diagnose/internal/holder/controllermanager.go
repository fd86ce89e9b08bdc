package holder

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// runBy makes the controller manager the holder's workload, where it shows one.
func runBy(h *hearing.Case, m Manager) hearing.Notes {
	by := hearing.Actor{Holder: h.Holder, Health: m.Health}
	if m.Workload.Name != "" {
		by.Holder.Workload = m.Workload
	}
	return hearing.Notes{Evidence: m.Evidence, Actor: &by}
}

// Halted decides where the kube-controller-manager that has to act does not
// run. found says what it would do, or find, if it did.
func Halted(ctx context.Context, h *hearing.Case, found string) (f hearing.Finding) {
	m := ControllerManager(ctx, h.View)
	f.Join(runBy(h, m))
	switch m.Health {
	case explain.NotLeading:
		f.Join(StartManager(m))
		f.Next("see why it does not run", "kubectl", "get", "pods", "-n", sight.SystemNamespace, "-l", "component="+managerName, "-o", "wide")
		return f.Decide(explain.Stuck, explain.HolderNotLeading, managerName+" "+m.Message+"; "+found)
	case explain.NotReady:
		f.Join(StartManager(m))
		f.Next("see why it does not run", h.View.Command(m.Workload, "describe")...)
		return f.Decide(explain.Stuck, explain.HolderNotReady, managerName+" "+m.Message+"; "+found)
	default:
		return f
	}
}

// Idle is for a hold that has nothing left to wait for, so that all depends on
// the kube-controller-manager.
func Idle(ctx context.Context, h *hearing.Case, found string) (f hearing.Finding) {
	if f = f.And(Halted(ctx, h, found)); f.Decided() {
		return f
	}
	m := ControllerManager(ctx, h.View)
	if h.View.Copied && m.Health != explain.Running { // what is copied hangs mostly, and then waiting ends nothing
		// Its pods are seen in few clusters, its Lease in all.
		f.Do(explain.Look("see whether "+managerName+" runs, which renews its Lease every few seconds then, and if so what its log says of "+h.Node.Name, "kubectl", "get", "leases.coordination.k8s.io/"+managerName, "-n", sight.SystemNamespace, "-o", "yaml").For(explain.Mends))
	}
	f.Await(h, "wait for its next try; this ends when the object is gone")
	f.Unblocked = "nothing blocks it any more: " + found + "; " + managerName + " has to take it off, and " + m.Message
	return f
}

// Unasked is Idle for what its controller looks at when that changes, or what has used it, and never else: where it has missed
// that the last of these went, a touch makes it look (pkg/controller/volume/pvcprotection, pvprotection).
func Unasked(ctx context.Context, h *hearing.Case, found string) hearing.Finding {
	f := Idle(ctx, h, found)
	if f.Unblocked != "" && h.Older(overdueTouch) {
		f.Steps[len(f.Steps)-1].Text = "then wait; this ends when the object is gone" // there is no next try before that
		f.Steps = slices.Insert(f.Steps, 0, acts.Touch(h, "have its controller look at it once more, which changes nothing else: by itself it looks only at what changes"))
	}
	return f
}

// overdueTouch is after how long who looks at every change has missed one.
const overdueTouch = time.Minute

// StartManager says how the kube-controller-manager comes back. Most clusters run it as
// a static pod, which no request starts.
func StartManager(m Manager) (n hearing.Notes) {
	if node, static := strings.CutPrefix(m.Workload.Name, managerName+"-"); static {
		n.Mend("have " + managerName + " run again: it is a static pod, which the kubelet of " + node + " starts from its file there")
		return n
	}
	n.Mend("have " + managerName + " run again, on the machines of the control plane")
	return n
}

// ManagerDown decides where the controller manager does not do its work.
func ManagerDown(m Manager, message string) (f hearing.Finding) {
	var reason explain.Reason
	switch m.Health {
	case explain.NotLeading:
		reason = explain.HolderNotLeading
	case explain.NotReady:
		reason = explain.HolderNotReady
	default:
		return f
	}
	f.Join(StartManager(m))
	f.Next("see why it does not run", "kubectl", "get", "pods", "-n", sight.SystemNamespace, "-l", "component="+managerName)
	return f.Decide(explain.Stuck, reason, message)
}
