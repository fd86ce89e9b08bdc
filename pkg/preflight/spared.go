package preflight

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// sparing are the rules of the graph by which holders delete all but what asks to be left.
var sparing = map[string]func(target *unstructured.Unstructured) bool{
	"flux:inventory":  fluxSpares,
	"argocd:resource": argoSpares,
}

// readSpared reads what of that which holders would delete they leave.
func (v *survey) readSpared(ctx context.Context) {
	f := &v.situation.Facts
	f.Spared = map[string]bool{}
	nodes := v.situation.Graph.Nodes
	asks := map[string]func(*unstructured.Unstructured) bool{}
	for _, e := range v.situation.Graph.Edges {
		if ask := sparing[e.Rule]; ask != nil && f.Tended[nodes[e.From].UID] != nil {
			asks[nodes[e.To].UID] = ask
		}
	}
	v.readAll(ctx, func(n *trace.Node) bool { return asks[n.UID] != nil })
	for uid, ask := range asks {
		if obj := v.whole[uid]; obj != nil && ask(obj) {
			f.Spared[uid] = true
		}
	}
}

// fluxSpares is for what Helm or the kustomize controller would delete: the one heeds its
// own policy, the other what excludes an object from it;
// fluxcd/kustomize-controller internal/controller, deleteObjects.
func fluxSpares(obj *unstructured.Unstructured) bool {
	if obj.GetAnnotations()["meta.helm.sh/release-name"] != "" {
		return obj.GetAnnotations()["helm.sh/resource-policy"] == "keep"
	}
	for key, value := range map[string]string{"prune": "disabled", "reconcile": "disabled", "ssa": "Ignore"} {
		key = "kustomize.toolkit.fluxcd.io/" + key
		if obj.GetAnnotations()[key] == value || obj.GetLabels()[key] == value {
			return true
		}
	}
	return false
}

// argoSpares is for what an Application would delete; argoproj/argo-cd
// controller/appcontroller.go, shouldBeDeleted.
func argoSpares(obj *unstructured.Unstructured) bool {
	option := func(key, value string) bool {
		return slices.ContainsFunc(strings.Split(obj.GetAnnotations()[key], ","), func(o string) bool { return strings.TrimSpace(o) == value })
	}
	return obj.GetKind() == "CustomResourceDefinition" || option("argocd.argoproj.io/sync-options", "Delete=false") || option("helm.sh/resource-policy", "keep")
}
