package rights

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Grant is an account that may change objects of a kind, and what says so.
type Grant struct {
	Account trace.Ref
	Right   Right
	Role    string // "ClusterRole/x by ClusterRoleBinding/y"
}

// Grants are the accounts with the plainest right first. Where they are not
// complete, there may be more.
type Grants struct {
	Accounts []Grant
	Complete bool
}

// Changers returns the ServiceAccounts that may update or patch objects of the
// kind: in all namespaces, or with a namespace, by its own bindings alone.
func Changers(ctx context.Context, w *sight.View, kind trace.Kind, namespace string) Grants {
	return sight.Memory[memory](w).grants.Get(sight.ScopeID{Group: kind.Group, Kind: kind.Resource, Namespace: namespace}, func() Grants {
		clusterRoles := w.List(ctx, Group, "ClusterRole", "")
		roles := RolesOf("ClusterRole", clusterRoles.Objects)
		bindings := w.List(ctx, Group, "ClusterRoleBinding", "")
		complete := clusterRoles.Complete
		if namespace != "" {
			own := In(ctx, w, "Role", namespace)
			complete = complete && own.Complete
			maps.Copy(roles, RolesOf("Role", own.Objects))
			bindings = In(ctx, w, "RoleBinding", namespace)
		}
		return Grants{grantsIn(bindings.Objects, roles, kind), complete && bindings.Complete}
	})
}

// grantsIn follows bindings to their roles and keeps, for each account, the
// plainest right.
func grantsIn(bindings []*unstructured.Unstructured, roles map[trace.Ref]Role, kind trace.Kind) []Grant {
	best := map[trace.Ref]Grant{}
	rights := map[trace.Ref]Right{}
	for _, b := range bindings {
		role := RoleOf(b)
		g, known := rights[role]
		if !known {
			g = roles[role].rightOn(kind)
			rights[role] = g
		}
		if g == none {
			continue
		}
		for _, account := range Accounts(b) {
			if g > best[account].Right {
				best[account] = Grant{account, g, role.Kind + "/" + role.Name + " by " + b.GetKind() + "/" + b.GetName()}
			}
		}
	}
	out := make([]Grant, 0, len(best))
	for _, g := range best {
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(b.Right, a.Right), sight.CompareRefs(a.Account, b.Account))
	})
	return out
}
