package rights

import (
	"context"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Giving are the bindings, each with its role, that let an account change objects of a
// kind. There are none where they could not all be read: another may give the same.
func Giving(ctx context.Context, w *sight.View, account trace.Ref, kind trace.Kind, namespace string) []explain.Grant {
	roles := w.List(ctx, Group, "ClusterRole", "")
	bindings := w.List(ctx, Group, "ClusterRoleBinding", "")
	complete := roles.Complete && bindings.Complete
	rules := RolesOf("ClusterRole", roles.Objects)
	out := giving(bindings.Objects, rules, account, kind)
	if namespace != "" {
		own, near := In(ctx, w, "Role", namespace), In(ctx, w, "RoleBinding", namespace)
		complete = complete && own.Complete && near.Complete
		local := RolesOf("Role", own.Objects)
		maps.Copy(local, rules)
		out = append(out, giving(near.Objects, local, account, kind)...)
	}
	if !complete {
		return nil
	}
	return out
}

func giving(bindings []*unstructured.Unstructured, roles map[trace.Ref]Role, account trace.Ref, kind trace.Kind) []explain.Grant {
	var out []explain.Grant
	for _, b := range bindings {
		role := RoleOf(b)
		if roles[role].rightOn(kind) == none || !isFor(b, account) {
			continue
		}
		out = append(out, explain.Grant{Binding: trace.Ref{Group: Group, Kind: b.GetKind(), Namespace: b.GetNamespace(), Name: b.GetName()}, Role: role})
	}
	return out
}

// isFor reports whether a binding is for the account, by itself or by a group.
func isFor(binding *unstructured.Unstructured, account trace.Ref) bool {
	if slices.Contains(Accounts(binding), account) {
		return true
	}
	who := subjectOf(account)
	subjects, _, _ := unstructured.NestedSlice(binding.Object, "subjects")
	return slices.ContainsFunc(subjects, func(s any) bool {
		fields, _ := s.(map[string]any)
		name, _ := fields["name"].(string)
		return fields["kind"] == "Group" && slices.Contains(who.Groups, name) || fields["kind"] == "User" && name == who.User
	})
}
