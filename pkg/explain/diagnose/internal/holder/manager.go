package holder

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const managerName = "kube-controller-manager"

// Manager is what can be seen of the kube-controller-manager. Its health is
// Running, NotLeading, NotReady or Hidden, and empty where it could not be read.
type Manager struct {
	Health   explain.Health
	Workload trace.Ref
	// Message completes "kube-controller-manager …".
	Message  string
	Evidence []explain.Evidence
}

// ControllerManager says how the kube-controller-manager is, which serves
// most of what Kubernetes itself holds. Managed clusters run it out of sight;
// that it is not seen never means that it is not there.
func ControllerManager(ctx context.Context, w *sight.View) Manager {
	return sight.Memory[memory](w).managers.Get(managerName, func() Manager { return seeManager(ctx, w) })
}

func seeManager(ctx context.Context, w *sight.View) Manager {
	ref := trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: sight.SystemNamespace, Name: managerName}
	lease := w.Look(ctx, ref)
	if lease.Object == nil {
		m := managerPods(ctx, w)
		if lease.Gone() {
			return m
		}
		return m.known("its Lease "+w.Unread(), w.NameOf(ref))
	}
	renewed := manifest.LeaseRenewed(lease.Object)
	leader := manifest.LeaseHolder(lease.Object)
	if leader == "" || renewed.IsZero() {
		return managerPods(ctx, w).known("its Lease names no leader", w.NameOf(ref))
	}
	m := Manager{Health: explain.Running, Message: "leads, so that its log should say what keeps it"}
	host, _, _ := strings.Cut(leader, "_")
	pod := trace.Ref{Kind: "Pod", Namespace: sight.SystemNamespace, Name: managerName + "-" + host}
	if s := w.Look(ctx, pod); s.Object != nil {
		m.Workload = pod
	}
	clock := w.ClockOf(ctx)
	if clock.Passed(renewed, manifest.StaleLease) {
		m.Health = explain.NotLeading
		m.Message = "has not renewed its leader election " + clock.For(renewed)
	}
	return m.known(leader+" holds the leader election, renewed "+clock.When(renewed), w.NameOf(ref)+": .spec.renewTime")
}

// known adds a fact to what is known of the manager.
func (m Manager) known(fact, source string) Manager {
	m.Evidence = append(m.Evidence, explain.Evidence{Fact: fact, Source: source})
	return m
}

// managerPods looks for the manager's static pods, which carry its name and
// that of the node.
func managerPods(ctx context.Context, w *sight.View) Manager {
	rows := w.Sketch(ctx, "", "Pod", sight.SystemNamespace)
	var seen []trace.Ref
	for i := range rows.Rows {
		if row := &rows.Rows[i]; strings.HasPrefix(row.Name, managerName+"-") && row.Deleted.IsZero() {
			seen = append(seen, row.Ref)
		}
	}
	for _, ref := range seen {
		if s := w.Look(ctx, ref); s.Object != nil && manifest.Ready(s.Object) {
			return Manager{Health: explain.Running, Workload: ref, Message: "runs, so that its log should say what keeps it"}.known("ready", w.NameOf(ref)+": .status.conditions")
		}
	}
	switch {
	case !rows.Complete && len(seen) == 0:
		return Manager{Message: "could not be looked for"}
	case len(seen) == 0:
		return Manager{Health: explain.Hidden, Message: "is not visible here"}.known(
			"it has neither a Lease nor a pod here, as in managed clusters and in those that run it outside", "namespace "+sight.SystemNamespace)
	}
	return Manager{Health: explain.NotReady, Workload: seen[0], Message: "is not ready"}.known("no pod of it is ready", w.NameOf(seen[0])+": .status.conditions")
}
