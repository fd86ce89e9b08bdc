package holder

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// workloadKinds are what runs controllers, all in the group apps.
var workloadKinds = []string{"Deployment", "StatefulSet", "DaemonSet"}

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

// workload is the metadata of one workload.
type workload struct {
	trace.Ref
	owners []sight.Owner
	marks  map[string]string // of workloadMarks, those it has
}

// title is what a person calls the workload.
func (k *workload) title() string { return cmp.Or(k.marks[packageProvider], k.Name) }

// Workloads are the workloads of the cluster, or of those namespaces that may be
// read. Where they are not complete, one that is missing proves nothing.
type Workloads struct {
	rows     []workload
	Complete bool
}

// Called reports whether one of them is called like that, or like a part of it.
func (w Workloads) Called(name string) bool {
	return slices.ContainsFunc(w.rows, func(one workload) bool { return strings.Contains(one.Name, name) || strings.Contains(name, one.Name) })
}

// Named are those of one name in a namespace, or in all where that is empty.
func (w Workloads) Named(namespace, name string) (out []trace.Ref) {
	for i := range w.rows {
		if at := w.rows[i].Ref; at.Name == name && (namespace == "" || at.Namespace == namespace) {
			out = append(out, at)
		}
	}
	return out
}

// WorkloadsOf returns those of all namespaces, or where that may not be listed,
// those of the given ones.
func WorkloadsOf(ctx context.Context, w *sight.View, namespaces ...string) Workloads {
	all := sight.Memory[memory](w).workloads.Get("", func() Workloads { return scanWorkloads(ctx, w, "") })
	if all.Complete {
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
		for _, row := range sight.Memory[memory](w).workloads.Get(namespace, func() Workloads { return scanWorkloads(ctx, w, namespace) }).rows {
			if !seen[row.Ref] {
				seen[row.Ref] = true
				rows = append(rows, row)
			}
		}
	}
	return Workloads{rows: rows}
}

func scanWorkloads(ctx context.Context, w *sight.View, namespace string) Workloads {
	return scan(ctx, w, manifest.AppsGroup, workloadKinds, namespace)
}

func scan(ctx context.Context, w *sight.View, group string, kinds []string, namespace string) Workloads {
	var scopes []trace.Scope
	for _, name := range kinds {
		if k, served := w.Kind(group, name); served {
			scopes = append(scopes, trace.Scope{Kind: k, Namespace: namespace})
		}
	}
	out := Workloads{Complete: !w.GroupBroken(group)}
	seen := map[trace.Ref]bool{}
	problems := w.Reader.Scan(ctx, scopes, workloadMarks, func(kind trace.Kind, row *trace.Row) {
		b := sight.BriefOf(kind, row)
		if seen[b.Ref] {
			return
		}
		seen[b.Ref] = true
		k := workload{Ref: b.Ref, owners: b.Owners, marks: map[string]string{}}
		for _, pairs := range [][]trace.RowPair{row.Labels, row.Annotations} {
			for _, p := range pairs {
				k.marks[string(p.Key)] = string(p.Value)
			}
		}
		out.rows = append(out.rows, k)
	})
	for _, p := range problems {
		w.Note(p)
		out.Complete = false
	}
	slices.SortFunc(out.rows, func(a, b workload) int { return sight.CompareRefs(a.Ref, b.Ref) })
	return out
}

// workersUnder returns the workloads of a namespace whose pods run under one of
// its accounts; where there are none, what runs under it now and then.
func workersUnder(ctx context.Context, w *sight.View, account trace.Ref) (found []trace.Ref, complete bool) {
	complete = true
	for _, name := range workloadKinds {
		l := w.List(ctx, manifest.AppsGroup, name, account.Namespace)
		complete = complete && l.Complete
		for _, obj := range l.Objects {
			if manifest.AccountOf(obj) == account {
				found = append(found, trace.Ref{Group: manifest.AppsGroup, Kind: name, Namespace: obj.GetNamespace(), Name: obj.GetName()})
			}
		}
	}
	if len(found) > 0 {
		return found, complete
	}
	found, all := timedUnder(ctx, w, account)
	return found, complete && all
}

// PodsOf returns the pods that a workload selects, and whether all pods of its
// namespace could be read.
func PodsOf(ctx context.Context, w *sight.View, workload *unstructured.Unstructured) (pods []*unstructured.Unstructured, complete bool) {
	l := w.List(ctx, "", "Pod", workload.GetNamespace())
	if workload.GetKind() == "CronJob" {
		return podsOfRuns(ctx, w, workload, l), l.Complete
	}
	selector, ok, _ := unstructured.NestedStringMap(workload.Object, "spec", "selector", "matchLabels")
	if !ok {
		return nil, false // selected in a way that is not looked into here
	}
	for _, pod := range l.Objects {
		if matchesLabels(selector, pod.GetLabels()) {
			pods = append(pods, pod)
		}
	}
	return pods, l.Complete
}

func matchesLabels(want, have map[string]string) bool {
	for key, value := range want {
		if got, ok := have[key]; !ok || got != value {
			return false
		}
	}
	return len(want) > 0
}

// WorkloadsBehind returns the workloads whose pods a Service selects.
func WorkloadsBehind(ctx context.Context, w *sight.View, service *unstructured.Unstructured) []trace.Ref {
	selector, _, _ := unstructured.NestedStringMap(service.Object, "spec", "selector")
	var found []trace.Ref
	for _, name := range workloadKinds {
		for _, obj := range w.List(ctx, manifest.AppsGroup, name, service.GetNamespace()).Objects {
			labels, _, _ := unstructured.NestedStringMap(obj.Object, "spec", "template", "metadata", "labels")
			if matchesLabels(selector, labels) {
				found = append(found, trace.Ref{Group: manifest.AppsGroup, Kind: name, Namespace: obj.GetNamespace(), Name: obj.GetName()})
			}
		}
	}
	return found
}
