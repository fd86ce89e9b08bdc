package explain

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const rbacGroup = "rbac.authorization.k8s.io"

// grip says how plainly a rule gives the right to change objects of a kind.
type grip int

const (
	noGrip   grip = iota
	anyGrip       // all resources of all groups
	wideGrip      // all resources of the group
	named         // the resource by its name
	ofFinalizers
)

// grant is an account that may change objects of a kind, and what says so.
type grant struct {
	account trace.Ref
	grip    grip
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
	rules []any
}

// changersOf returns the ServiceAccounts that may update or patch objects of the
// kind: in all namespaces, or with a namespace, by its own bindings alone.
func (w *world) changersOf(ctx context.Context, kind trace.Kind, namespace string) grants {
	return of[holderMemory](w).grants.get(scopeID{group: kind.Group, kind: kind.Resource, namespace: namespace}, func() grants {
		clusterRoles := w.list(ctx, rbacGroup, "ClusterRole", "")
		roles := rolesOf("ClusterRole", clusterRoles.objects)
		bindings := w.list(ctx, rbacGroup, "ClusterRoleBinding", "")
		complete := clusterRoles.complete
		if namespace != "" {
			own := w.rightsIn(ctx, "Role", namespace)
			complete = complete && own.complete
			maps.Copy(roles, rolesOf("Role", own.objects))
			bindings = w.rightsIn(ctx, "RoleBinding", namespace)
		}
		return grants{grantsIn(bindings.objects, roles, kind), complete && bindings.complete}
	})
}

// manyNamespaces is from how many namespaces on it is cheaper to read the Roles
// of all at once.
const manyNamespaces = 16

// rightsIn lists the Roles or RoleBindings of a namespace.
func (w *world) rightsIn(ctx context.Context, kind, namespace string) listing {
	if w.namespacesAsked() < manyNamespaces {
		return w.list(ctx, rbacGroup, kind, namespace)
	}
	all := w.list(ctx, rbacGroup, kind, "")
	mine := of[holderMemory](w).sorted.get(kind, func() map[string]listing {
		by := map[string]listing{}
		for _, obj := range all.objects {
			l := by[obj.GetNamespace()]
			l.objects = append(l.objects, obj)
			by[obj.GetNamespace()] = l
		}
		return by
	})[namespace]
	return listing{objects: mine.objects, complete: all.complete}
}

// namespacesAsked is over how many namespaces the graph goes.
func (w *world) namespacesAsked() int {
	return of[holderMemory](w).spread.get("", func() int {
		if w.graph == nil {
			return 0
		}
		seen := map[string]bool{}
		for i := range w.graph.Nodes {
			seen[w.graph.Nodes[i].Namespace] = true
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
		roles[kind+"/"+obj.GetName()] = roleRules{wide: built || strings.HasPrefix(obj.GetName(), "system:"), rules: rules}
	}
	return roles
}

// grantsIn follows bindings to their roles and keeps, for each account, the
// plainest right.
func grantsIn(bindings []*unstructured.Unstructured, roles map[string]roleRules, kind trace.Kind) []grant {
	best := map[trace.Ref]grant{}
	grips := map[string]grip{}
	for _, b := range bindings {
		role := str(b, "roleRef", "kind") + "/" + str(b, "roleRef", "name")
		g, known := grips[role]
		if !known {
			g = roles[role].gripOn(kind)
			grips[role] = g
		}
		if g == noGrip {
			continue
		}
		for _, account := range accountsIn(b) {
			if g > best[account].grip {
				best[account] = grant{account, g, role + " by " + b.GetKind() + "/" + b.GetName()}
			}
		}
	}
	out := make([]grant, 0, len(best))
	for _, g := range best {
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b grant) int {
		return cmp.Or(cmp.Compare(b.grip, a.grip), compareRefs(a.account, b.account))
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

// gripOn is the plainest right that a role gives on objects of the kind.
func (r roleRules) gripOn(kind trace.Kind) grip {
	best := noGrip
	for _, rule := range r.rules {
		fields, _ := rule.(map[string]any)
		best = max(best, gripOfRule(fields, kind))
	}
	if r.wide {
		return min(best, anyGrip)
	}
	return best
}

func gripOfRule(rule map[string]any, kind trace.Kind) grip {
	group := hasWord(rule, "apiGroups", kind.Group)
	switch {
	case hasAny(rule, "resourceNames"):
		return noGrip // for some objects only, such as its own lock
	case !hasWord(rule, "verbs", "update") && !hasWord(rule, "verbs", "patch") && !hasWord(rule, "verbs", "*"):
		return noGrip
	case !group && !hasWord(rule, "apiGroups", "*"):
		return noGrip
	case hasWord(rule, "resources", kind.Resource+"/finalizers"):
		return ofFinalizers
	case hasWord(rule, "resources", kind.Resource):
		return named
	case !hasWord(rule, "resources", "*"):
		return noGrip
	case group && kind.Group != "":
		return wideGrip
	}
	return anyGrip
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
