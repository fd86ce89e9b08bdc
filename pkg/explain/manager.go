package explain

import (
	"context"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	systemNamespace = "kube-system"
	managerName     = "kube-controller-manager"
	// staleLease is four times the lease that a controller manager takes by
	// default; a healthy one renews it every other second.
	staleLease = time.Minute
	// apiServerLabel marks the Leases that API servers renew for themselves.
	apiServerLabel = "apiserver.kubernetes.io/identity"
)

// manager is what can be seen of the kube-controller-manager. Its health is
// Running, NotLeading, NotReady or Hidden, and empty where it could not be read.
type manager struct {
	health   Health
	workload trace.Ref
	// message completes "kube-controller-manager …".
	message  string
	evidence []Evidence
}

// controllerManager says how the kube-controller-manager fares, which serves
// most of what Kubernetes itself holds. Managed clusters run it out of sight;
// that it is not seen never means that it is not there.
func (w *world) controllerManager(ctx context.Context) manager {
	return of[holderMemory](w).managers.get(managerName, func() manager { return w.seeManager(ctx) })
}

func (w *world) seeManager(ctx context.Context) manager {
	ref := trace.Ref{Group: leaseGroup, Kind: "Lease", Namespace: systemNamespace, Name: managerName}
	lease := w.look(ctx, ref)
	if lease.obj == nil {
		m := w.managerPods(ctx)
		if lease.gone() {
			return m
		}
		return m.known("its Lease could not be read", w.nameOf(ref))
	}
	renewed := leaseRenewed(lease.obj)
	leader := holderOf(lease.obj)
	if leader == "" || renewed.IsZero() {
		return w.managerPods(ctx).known("its Lease names no leader", w.nameOf(ref))
	}
	m := manager{health: Running, message: "leads, so that its log should say what keeps it"}
	host, _, _ := strings.Cut(leader, "_")
	pod := trace.Ref{Kind: "Pod", Namespace: systemNamespace, Name: managerName + "-" + host}
	if s := w.look(ctx, pod); s.obj != nil {
		m.workload = pod
	}
	if age := w.clockOf(ctx).Sub(renewed); age > staleLease {
		m.health = NotLeading
		m.message = fmt.Sprintf("has not renewed its leader election for %s", w.agoFrom(age))
	}
	return m.known(fmt.Sprintf("%s holds the leader election, renewed %s ago", leader, w.agoFrom(w.clockOf(ctx).Sub(renewed))), w.nameOf(ref)+": .spec.renewTime")
}

// known adds a fact to what is known of the manager.
func (m manager) known(fact, source string) manager {
	m.evidence = append(m.evidence, Evidence{Fact: fact, Source: source})
	return m
}

// managerPods looks for the manager's static pods, which carry its name and
// that of the node.
func (w *world) managerPods(ctx context.Context) manager {
	rows := w.sketch(ctx, "", "Pod", systemNamespace)
	var seen []trace.Ref
	for i := range rows.rows {
		if row := &rows.rows[i]; strings.HasPrefix(row.Name, managerName+"-") && row.Deleted.IsZero() {
			seen = append(seen, row.Ref)
		}
	}
	for _, ref := range seen {
		if s := w.look(ctx, ref); s.obj != nil && podReady(s.obj) {
			return manager{health: Running, workload: ref, message: "runs, so that its log should say what keeps it"}.known("ready", w.nameOf(ref)+": .status.conditions")
		}
	}
	switch {
	case !rows.complete && len(seen) == 0:
		return manager{message: "could not be looked for"}
	case len(seen) == 0:
		return manager{health: Hidden, message: "is not visible here"}.known(
			"it has neither a Lease nor a pod here, as in managed clusters and in those that run it outside", "namespace "+systemNamespace)
	}
	return manager{health: NotReady, workload: seen[0], message: "is not ready"}.known("no pod of it is ready", w.nameOf(seen[0])+": .status.conditions")
}

// clockOf is the cluster's clock as the leases show it: the latest renewal by
// an API server, or the moment of reading. What is asked of a dump is as old as
// the dump, and clocks differ.
func (w *world) clockOf(ctx context.Context) time.Time {
	return w.clocks.get(systemNamespace, func() time.Time {
		var latest time.Time
		for _, obj := range w.list(ctx, leaseGroup, "Lease", systemNamespace).objects {
			if _, server := obj.GetLabels()[apiServerLabel]; !server {
				continue
			}
			if at := leaseRenewed(obj); at.After(latest) {
				latest = at
			}
		}
		if latest.IsZero() {
			return w.now
		}
		return latest
	})
}

func leaseRenewed(lease *unstructured.Unstructured) time.Time {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "renewTime")
	return firstTime(text)
}

func holderOf(lease *unstructured.Unstructured) string {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "holderIdentity")
	return text
}

// agoFrom prints an age as kubectl does.
func (w *world) agoFrom(age time.Duration) string { return w.ago(w.now.Add(-age)) }

// podReady reports whether the pod's condition Ready is True.
func podReady(pod *unstructured.Unstructured) bool {
	return conditionOf(pod, "Ready").status == "True"
}
