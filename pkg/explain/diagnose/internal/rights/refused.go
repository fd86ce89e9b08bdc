package rights

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// RoleOfRefused names the one role by which the account has its rights that the API server says, in
// these words, is refused one. It is empty where they name none, and where it has several or not all
// could be read.
func RoleOfRefused(ctx context.Context, h *hearing.Case, words string) string {
	namespace, name := accountRefused(words)
	if name == "" {
		return ""
	}
	bindings, complete := bindingsOf(ctx, h, trace.Ref{Kind: "ServiceAccount", Namespace: namespace, Name: name})
	var role trace.Ref
	for _, b := range bindings {
		switch {
		case b.gone || b.wide || b.people || b.role == role:
		case role.Name != "":
			return ""
		default:
			role = b.role
		}
	}
	if !complete || role.Name == "" {
		return ""
	}
	return "; it has its rights by " + sight.Where(role)
}

// accountRefused is the account of which these words say that it has no right to something, empty where they name none.
func accountRefused(words string) (namespace, name string) {
	_, user, _ := strings.Cut(words, `User "system:serviceaccount:`)
	user, _, refused := strings.Cut(user, `" cannot `)
	namespace, name, told := strings.Cut(user, ":")
	if !refused || !told {
		return "", ""
	}
	return namespace, name
}

// HolderRefused reports whether the account that words name so is that of the holder: it is called as what runs that, or as
// the holder itself.
func HolderRefused(h *hearing.Case, words string) bool {
	_, name := accountRefused(words)
	called := strings.ReplaceAll(strings.ToLower(h.HolderName()), " ", "-")
	return name != "" && h.Holder.Name != "" && (name == h.Holder.Workload.Name || name == called && strings.Contains(called, "-"))
}
