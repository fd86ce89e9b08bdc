package rights

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Outsider is the user as whom a program comes from outside of the cluster, with the binding: its own name has all words
// of the program's, or is one of several parts, as no person's, and the role is called like the program. A user of Kubernetes itself, an account, or a person is none.
func Outsider(ctx context.Context, w *sight.View, program, namespace string) (user string, by trace.Ref) {
	bindings := w.List(ctx, Group, "ClusterRoleBinding", "").Objects
	if namespace != "" {
		bindings = slices.Concat(In(ctx, w, "RoleBinding", namespace).Objects, bindings)
	}
	for _, b := range bindings {
		subjects, _, _ := unstructured.NestedSlice(b.Object, "subjects")
		for _, s := range subjects {
			fields, _ := s.(map[string]any)
			name, _ := fields["name"].(string)
			if fields["kind"] != "User" || name == "" || strings.HasPrefix(name, "system:") || strings.Contains(name, "@") {
				continue
			}
			if hasWords(name, program) || RoleOf(b).Name == program && strings.Contains(name, ":") {
				return name, trace.Ref{Group: Group, Kind: b.GetKind(), Namespace: b.GetNamespace(), Name: b.GetName()}
			}
		}
	}
	return "", trace.Ref{}
}

// hasWords reports whether the words of a name, which are two at least, are all in another one.
func hasWords(in, name string) bool {
	apart := func(c rune) bool { return strings.ContainsRune(":-_./@", c) }
	words, all := strings.FieldsFunc(name, apart), strings.FieldsFunc(in, apart)
	return len(words) > 1 && !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(all, word) })
}

// ComesFromOutside reports whether a program comes in as a user.
func ComesFromOutside(ctx context.Context, w *sight.View, program, namespace string) bool {
	user, _ := Outsider(ctx, w, program, namespace)
	return user != ""
}
