package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// workloadKinds are what runs controllers, all in the group apps.
var workloadKinds = []string{"Deployment", "StatefulSet", "DaemonSet"}

const appsGroup = "apps"

// The labels and annotations by which installers mark what belongs together.
const (
	helmRelease     = "meta.helm.sh/release-name"
	helmNamespace   = "meta.helm.sh/release-namespace"
	appName         = "app.kubernetes.io/name"
	appInstance     = "app.kubernetes.io/instance"
	olmOwner        = "olm.owner"
	olmComponent    = "operators.coreos.com/"
	capiProvider    = "cluster.x-k8s.io/provider"
	packageProvider = "pkg.crossplane.io/provider"
	kroGraph        = "kro.run/resource-graph-definition-name"
)

var workloadMarks = trace.Want{
	Labels:      []string{appName, appInstance, olmOwner, capiProvider, packageProvider},
	Annotations: []string{helmRelease, helmNamespace},
}

// work is the metadata of one workload.
type work struct {
	trace.Ref
	owners []ownerOf
	marks  map[string]string // of workloadMarks, those it has
}

// title is what a person calls the workload.
func (k *work) title() string { return cmp.Or(k.marks[packageProvider], k.Name) }

// works are the workloads of the cluster, or of those namespaces that may be
// read. Where they are not complete, one that is missing proves nothing.
type works struct {
	rows     []work
	complete bool
}

// workloads returns those of all namespaces, or where that may not be listed,
// those of the given ones.
func (w *world) workloads(ctx context.Context, namespaces ...string) works {
	all := of[holderMemory](w).workloads.get("", func() works { return w.scanWorkloads(ctx, "") })
	if all.complete {
		return all
	}
	rows := slices.Clone(all.rows)
	seen := map[trace.Ref]bool{}
	for i := range rows {
		seen[rows[i].Ref] = true
	}
	for _, namespace := range namespaces {
		if namespace == "" || strings.Contains(namespace, "*") {
			continue
		}
		for _, row := range of[holderMemory](w).workloads.get(namespace, func() works { return w.scanWorkloads(ctx, namespace) }).rows {
			if !seen[row.Ref] {
				seen[row.Ref] = true
				rows = append(rows, row)
			}
		}
	}
	return works{rows: rows}
}

func (w *world) scanWorkloads(ctx context.Context, namespace string) works {
	var scopes []trace.Scope
	for _, name := range workloadKinds {
		if k, served := w.kind(appsGroup, name); served {
			scopes = append(scopes, trace.Scope{Kind: k, Namespace: namespace})
		}
	}
	out := works{complete: !w.groupBroken(appsGroup)}
	seen := map[trace.Ref]bool{}
	problems := w.Scan(ctx, scopes, workloadMarks, func(kind trace.Kind, row *trace.Row) {
		b := briefOf(kind, row)
		if seen[b.Ref] {
			return
		}
		seen[b.Ref] = true
		k := work{Ref: b.Ref, owners: b.Owners, marks: map[string]string{}}
		for _, pairs := range [][]trace.RowPair{row.Labels, row.Annotations} {
			for _, p := range pairs {
				k.marks[string(p.Key)] = string(p.Value)
			}
		}
		out.rows = append(out.rows, k)
	})
	for _, p := range problems {
		w.note(p)
		out.complete = false
	}
	slices.SortFunc(out.rows, func(a, b work) int { return compareRefs(a.Ref, b.Ref) })
	return out
}

func compareRefs(a, b trace.Ref) int {
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
}

// accountOf is the ServiceAccount that the pods of a whole workload run under.
func accountOf(workload *unstructured.Unstructured) trace.Ref {
	name, _, _ := unstructured.NestedString(workload.Object, "spec", "template", "spec", "serviceAccountName")
	return trace.Ref{Kind: "ServiceAccount", Namespace: workload.GetNamespace(), Name: cmp.Or(name, "default")}
}

// workersUnder returns the workloads of a namespace whose pods run under one of
// its accounts.
func (w *world) workersUnder(ctx context.Context, account trace.Ref) (found []trace.Ref, complete bool) {
	complete = true
	for _, name := range workloadKinds {
		l := w.list(ctx, appsGroup, name, account.Namespace)
		complete = complete && l.complete
		for _, obj := range l.objects {
			if accountOf(obj) == account {
				found = append(found, trace.Ref{Group: appsGroup, Kind: name, Namespace: obj.GetNamespace(), Name: obj.GetName()})
			}
		}
	}
	return found, complete
}

// podsOf returns the pods that a workload selects, and whether all pods of its
// namespace could be read.
func (w *world) podsOf(ctx context.Context, workload *unstructured.Unstructured) (pods []*unstructured.Unstructured, complete bool) {
	l := w.list(ctx, "", "Pod", workload.GetNamespace())
	selector, ok, _ := unstructured.NestedStringMap(workload.Object, "spec", "selector", "matchLabels")
	if !ok {
		return nil, false // selected in a way that is not looked into here
	}
	for _, pod := range l.objects {
		if matchesLabels(selector, pod.GetLabels()) {
			pods = append(pods, pod)
		}
	}
	return pods, l.complete
}

func matchesLabels(want, have map[string]string) bool {
	for key, value := range want {
		if got, ok := have[key]; !ok || got != value {
			return false
		}
	}
	return len(want) > 0
}

// workloadsBehind returns the workloads whose pods a Service selects.
func (w *world) workloadsBehind(ctx context.Context, service *unstructured.Unstructured) []trace.Ref {
	selector, _, _ := unstructured.NestedStringMap(service.Object, "spec", "selector")
	var found []trace.Ref
	for _, name := range workloadKinds {
		for _, obj := range w.list(ctx, appsGroup, name, service.GetNamespace()).objects {
			labels, _, _ := unstructured.NestedStringMap(obj.Object, "spec", "template", "metadata", "labels")
			if matchesLabels(selector, labels) {
				found = append(found, trace.Ref{Group: appsGroup, Kind: name, Namespace: obj.GetNamespace(), Name: obj.GetName()})
			}
		}
	}
	return found
}

// where names an object as the source of a fact.
func where(ref trace.Ref) string {
	if ref.Namespace == "" {
		return ref.Kind + "/" + ref.Name
	}
	return ref.Kind + "/" + ref.Name + " in namespace " + ref.Namespace
}

// short is how a person types the kind and name of a workload: deployment/web.
func short(ref trace.Ref) string { return strings.ToLower(ref.Kind) + "/" + ref.Name }
