package holder

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const rbacGroup = "rbac.authorization.k8s.io"

// right says how plainly a rule gives the right to change objects of a kind.
type right int

const (
	noRight      right = iota
	rightToAll         // all resources of all groups
	rightToGroup       // all resources of the group
	rightToKind        // the resource by its name
	rightToFinalizers
)

// grant is an account that may change objects of a kind, and what says so.
type grant struct {
	account trace.Ref
	right   right
	role    string // "ClusterRole/x by ClusterRoleBinding/y"
}

// grants are the accounts with the plainest right first. Where they are not
// complete, there may be more.
type grants struct {
	accounts []grant
	complete bool
}

// roleRules are the rules of one role.
type roleRules struct {
	wide  bool // comes with Kubernetes, so that it says nothing of who uses it
	made  bool // put together of other roles
	rules []any
}

// changersOf returns the ServiceAccounts that may update or patch objects of the
// kind: in all namespaces, or with a namespace, by its own bindings alone.
func changersOf(ctx context.Context, w *sight.View, kind trace.Kind, namespace string) grants {
	return sight.Memory[memory](w).grants.Get(sight.ScopeID{Group: kind.Group, Kind: kind.Resource, Namespace: namespace}, func() grants {
		clusterRoles := w.List(ctx, rbacGroup, "ClusterRole", "")
		roles := rolesOf("ClusterRole", clusterRoles.Objects)
		bindings := w.List(ctx, rbacGroup, "ClusterRoleBinding", "")
		complete := clusterRoles.Complete
		if namespace != "" {
			own := rightsIn(ctx, w, "Role", namespace)
			complete = complete && own.Complete
			maps.Copy(roles, rolesOf("Role", own.Objects))
			bindings = rightsIn(ctx, w, "RoleBinding", namespace)
		}
		return grants{grantsIn(bindings.Objects, roles, kind), complete && bindings.Complete}
	})
}

// manyNamespaces is from how many namespaces on it is cheaper to read the Roles
// of all at once.
const manyNamespaces = 16

// rightsIn lists the Roles or RoleBindings of a namespace.
func rightsIn(ctx context.Context, w *sight.View, kind, namespace string) sight.Listing {
	if namespacesAsked(w) < manyNamespaces {
		return w.List(ctx, rbacGroup, kind, namespace)
	}
	all := w.List(ctx, rbacGroup, kind, "")
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

// rolesOf indexes roles by "Kind/name".
func rolesOf(kind string, objects []*unstructured.Unstructured) map[string]roleRules {
	roles := make(map[string]roleRules, len(objects))
	for _, obj := range objects {
		field, _, _ := unstructured.NestedFieldNoCopy(obj.Object, "rules")
		rules, _ := field.([]any)
		_, built := obj.GetLabels()["kubernetes.io/bootstrapping"]
		_, made := obj.Object["aggregationRule"]
		roles[kind+"/"+obj.GetName()] = roleRules{made: made, wide: built || strings.HasPrefix(obj.GetName(), "system:"), rules: rules}
	}
	return roles
}

// grantsIn follows bindings to their roles and keeps, for each account, the
// plainest right.
func grantsIn(bindings []*unstructured.Unstructured, roles map[string]roleRules, kind trace.Kind) []grant {
	best := map[trace.Ref]grant{}
	grips := map[string]right{}
	for _, b := range bindings {
		role := manifest.Str(b, "roleRef", "kind") + "/" + manifest.Str(b, "roleRef", "name")
		g, known := grips[role]
		if !known {
			g = roles[role].rightOn(kind)
			grips[role] = g
		}
		if g == noRight {
			continue
		}
		for _, account := range accountsIn(b) {
			if g > best[account].right {
				best[account] = grant{account, g, role + " by " + b.GetKind() + "/" + b.GetName()}
			}
		}
	}
	out := make([]grant, 0, len(best))
	for _, g := range best {
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b grant) int {
		return cmp.Or(cmp.Compare(b.right, a.right), sight.CompareRefs(a.account, b.account))
	})
	return out
}

// accountsIn returns the ServiceAccounts that a binding names; people and the
// groups of accounts are no holders.
func accountsIn(binding *unstructured.Unstructured) []trace.Ref {
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

// rightOn is the plainest right that a role gives on objects of the kind.
func (r roleRules) rightOn(kind trace.Kind) right {
	best := noRight
	for _, rule := range r.rules {
		fields, _ := rule.(map[string]any)
		best = max(best, rightOfRule(fields, kind))
	}
	if r.wide {
		return min(best, rightToAll)
	}
	return best
}

func rightOfRule(rule map[string]any, kind trace.Kind) right {
	group := hasWord(rule, "apiGroups", kind.Group)
	switch {
	case hasAny(rule, "resourceNames"):
		return noRight // for some objects only, such as its own lock
	case !hasWord(rule, "verbs", "update") && !hasWord(rule, "verbs", "patch") && !hasWord(rule, "verbs", "*"):
		return noRight
	case !group && !hasWord(rule, "apiGroups", "*"):
		return noRight
	case hasWord(rule, "resources", kind.Resource+"/finalizers"):
		return rightToFinalizers
	case hasWord(rule, "resources", kind.Resource):
		return rightToKind
	case !hasWord(rule, "resources", "*"):
		return noRight
	case group && kind.Group != "":
		return rightToGroup
	}
	return rightToAll
}

// hasWord looks into a list of a rule as it stands: there are many of them.
func hasWord(rule map[string]any, key, word string) bool {
	words, _ := rule[key].([]any)
	return slices.ContainsFunc(words, func(v any) bool { return v == word })
}

func hasAny(rule map[string]any, key string) bool {
	words, _ := rule[key].([]any)
	return len(words) > 0
}
