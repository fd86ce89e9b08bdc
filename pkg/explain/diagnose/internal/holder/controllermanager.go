package holder

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// runBy makes the controller manager the holder's workload, where it shows one.
func runBy(h *hearing.Case, m Manager) {
	h.Hold.Evidence = append(h.Hold.Evidence, m.Evidence...)
	h.Hold.Health = m.Health
	if m.Workload.Name != "" {
		h.Hold.Holder.Workload = m.Workload
	}
}

// Halted decides where the kube-controller-manager that has to act does not
// run. found says what it would do, or find, if it did.
func Halted(ctx context.Context, h *hearing.Case, found string) bool {
	m := ControllerManager(ctx, h.View)
	runBy(h, m)
	switch m.Health {
	case explain.NotLeading:
		h.Next("see who leads, and since when", "kubectl", "get", "lease", managerName, "-n", sight.SystemNamespace, "-o", "yaml")
		h.Next("see why it does not run", "kubectl", "get", "pods", "-n", sight.SystemNamespace, "-l", "component="+managerName, "-o", "wide")
		return h.Decide(explain.Stuck, explain.HolderNotLeading, managerName+" "+m.Message+"; "+found)
	case explain.NotReady:
		h.Next("see why it does not run", h.View.Command(m.Workload, "describe")...)
		return h.Decide(explain.Stuck, explain.HolderNotReady, managerName+" "+m.Message+"; "+found)
	default:
		return false
	}
}

// Idle is for a hold that has nothing left to wait for, so that all depends on
// the kube-controller-manager.
func Idle(ctx context.Context, h *hearing.Case, found string) bool {
	if Halted(ctx, h, found) {
		return true
	}
	m := ControllerManager(ctx, h.View)
	h.Unblocked = "nothing blocks it any more: " + found + "; " + managerName + " has to take it off, and " + m.Message
	return false
}

// ManagerDown decides where the controller manager does not do its work.
func ManagerDown(h *hearing.Case, m Manager, message string) bool {
	var reason explain.Reason
	switch m.Health {
	case explain.NotLeading:
		reason = explain.HolderNotLeading
	case explain.NotReady:
		reason = explain.HolderNotReady
	default:
		return false
	}
	h.Next("see how the kube-controller-manager fares", "kubectl", "get", "pods", "-n", sight.SystemNamespace, "-l", "component="+managerName)
	return h.Decide(explain.Stuck, reason, message)
}
