package rights

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Right says how plainly a rule gives the right to change objects of a kind.
type Right int

// From the least to the plainest.
const (
	none    Right = iota
	ToAll         // all resources of all groups
	ToGroup       // all resources of the group
	ToKind        // the resource by its name
	ToFinalizers
)

// Role are the rules of one role.
type Role struct {
	Wide      bool // comes with Kubernetes, so that it says nothing of who uses it
	made      bool // put together of other roles
	forPeople bool // is for whoever administers or looks at such objects, not for their controller
	rules     []any
}

// RoleOf is the role that a binding names.
func RoleOf(binding *unstructured.Unstructured) trace.Ref {
	role := trace.Ref{Group: Group, Kind: manifest.Str(binding, "roleRef", "kind"), Name: manifest.Str(binding, "roleRef", "name")}
	if role.Kind == "Role" {
		role.Namespace = binding.GetNamespace()
	}
	return role
}

// RolesOf indexes roles by what they are.
func RolesOf(kind string, objects []*unstructured.Unstructured) map[trace.Ref]Role {
	roles := make(map[trace.Ref]Role, len(objects))
	for _, obj := range objects {
		field, _, _ := unstructured.NestedFieldNoCopy(obj.Object, "rules")
		rules, _ := field.([]any)
		_, built := obj.GetLabels()["kubernetes.io/bootstrapping"]
		_, made := obj.Object["aggregationRule"]
		roles[manifest.RefOf(Group, kind, obj)] = Role{made: made, forPeople: forPeople(obj), Wide: built || strings.HasPrefix(obj.GetName(), "system:"), rules: rules}
	}
	return roles
}

// forPeople reports whether a role is joined to those that Kubernetes has for people, or is
// called as the roles are that frameworks write for them and leave unbound.
func forPeople(role *unstructured.Unstructured) bool {
	for label := range role.GetLabels() {
		if strings.HasPrefix(label, "rbac.authorization.k8s.io/aggregate-to-") {
			return true
		}
	}
	called := strings.TrimSuffix(role.GetName(), "-role")
	return slices.ContainsFunc([]string{"-admin", "-editor", "-edit", "-viewer", "-view"}, func(end string) bool { return strings.HasSuffix(called, end) })
}

// rightOn is the plainest right that a role gives on objects of the kind.
func (r Role) rightOn(kind trace.Kind) Right {
	best := none
	for _, rule := range r.rules {
		fields, _ := rule.(map[string]any)
		best = max(best, rightOfRule(fields, kind))
	}
	if r.Wide {
		return min(best, ToAll)
	}
	return best
}

func rightOfRule(rule map[string]any, kind trace.Kind) Right {
	group := manifest.HasWord(rule, "apiGroups", kind.Group)
	switch {
	case manifest.HasAny(rule, "resourceNames"):
		return none // for some objects only, such as its own lock
	case !manifest.HasWord(rule, "verbs", "update") && !manifest.HasWord(rule, "verbs", "patch") && !manifest.HasWord(rule, "verbs", "*"):
		return none
	case !group && !manifest.HasWord(rule, "apiGroups", "*"):
		return none
	case manifest.HasWord(rule, "resources", kind.Resource+"/finalizers"):
		return ToFinalizers
	case manifest.HasWord(rule, "resources", kind.Resource):
		return ToKind
	case !manifest.HasWord(rule, "resources", "*"):
		return none
	case group && kind.Group != "":
		return ToGroup
	}
	return ToAll
}

// everything reports whether a role is about all there is in all groups.
func (r Role) everything() bool {
	return slices.ContainsFunc(r.rules, func(rule any) bool {
		fields, _ := rule.(map[string]any)
		return manifest.HasWord(fields, "apiGroups", "*") && manifest.HasWord(fields, "resources", "*")
	})
}

// verbsOn are the verbs that a role gives on all objects of the kind.
func (r Role) verbsOn(kind trace.Kind) (verbs []string) {
	for _, rule := range r.rules {
		fields, _ := rule.(map[string]any)
		if manifest.HasAny(fields, "resourceNames") || !manifest.HasWord(fields, "apiGroups", kind.Group) && !manifest.HasWord(fields, "apiGroups", "*") ||
			!manifest.HasWord(fields, "resources", kind.Resource) && !manifest.HasWord(fields, "resources", "*") {
			continue
		}
		for _, verb := range Asked {
			if manifest.HasWord(fields, "verbs", verb) || manifest.HasWord(fields, "verbs", "*") {
				verbs = append(verbs, verb)
			}
		}
	}
	slices.Sort(verbs)
	return slices.Compact(verbs)
}

// Watches reports whether a role gives the right to watch the kind, by its name.
func (r Role) Watches(kind trace.Kind) bool {
	return slices.ContainsFunc(r.rules, func(rule any) bool {
		fields, _ := rule.(map[string]any)
		return !manifest.HasAny(fields, "resourceNames") && manifest.HasWord(fields, "apiGroups", kind.Group) && manifest.HasWord(fields, "resources", kind.Resource) &&
			(manifest.HasWord(fields, "verbs", "watch") || manifest.HasWord(fields, "verbs", "*"))
	})
}

// NamesParts reports whether a role names a part of the kind's objects.
func (r Role) NamesParts(kind trace.Kind) bool {
	return slices.ContainsFunc(r.rules, func(rule any) bool {
		fields, _ := rule.(map[string]any)
		return manifest.HasWord(fields, "apiGroups", kind.Group) &&
			(manifest.HasWord(fields, "resources", kind.Resource+"/status") || manifest.HasWord(fields, "resources", kind.Resource+"/finalizers"))
	})
}
