package rights

import (
	"cmp"
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Group is the API group of roles and bindings.
const Group = "rbac.authorization.k8s.io"

// manyNamespaces is from how many namespaces on it is cheaper to read the Roles
// of all at once.
const manyNamespaces = 16

// In lists the Roles or RoleBindings of a namespace.
func In(ctx context.Context, w *sight.View, kind, namespace string) sight.Listing {
	if namespacesAsked(w) < manyNamespaces {
		return w.List(ctx, Group, kind, namespace)
	}
	all := w.List(ctx, Group, kind, "")
	mine := sight.Memory[memory](w).sorted.Get(kind, func() map[string]sight.Listing {
		by := map[string]sight.Listing{}
		for _, obj := range all.Objects {
			l := by[obj.GetNamespace()]
			l.Objects = append(l.Objects, obj)
			by[obj.GetNamespace()] = l
		}
		return by
	})[namespace]
	return sight.Listing{Objects: mine.Objects, Complete: all.Complete}
}

// namespacesAsked is over how many namespaces the graph goes.
func namespacesAsked(w *sight.View) int {
	return sight.Memory[memory](w).spread.Get("", func() int {
		if w.Graph == nil {
			return 0
		}
		seen := map[string]bool{}
		for i := range w.Graph.Nodes {
			seen[w.Graph.Nodes[i].Namespace] = true
		}
		return len(seen)
	})
}

// Accounts returns the ServiceAccounts that a binding names; people and the
// groups of accounts are no holders.
func Accounts(binding *unstructured.Unstructured) []trace.Ref {
	subjects, _, _ := unstructured.NestedSlice(binding.Object, "subjects")
	var out []trace.Ref
	for _, s := range subjects {
		fields, _ := s.(map[string]any)
		kind, _ := fields["kind"].(string)
		name, _ := fields["name"].(string)
		namespace, _ := fields["namespace"].(string)
		if kind == "ServiceAccount" && name != "" {
			out = append(out, trace.Ref{Kind: kind, Namespace: cmp.Or(namespace, binding.GetNamespace()), Name: name})
		}
	}
	return out
}
