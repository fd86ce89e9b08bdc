package rights

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
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
	account := trace.Ref{Kind: "ServiceAccount", Namespace: namespace, Name: name}
	if role := roleThere(ctx, h, account, words); role.Name != "" {
		return "; there it has its rights by " + sight.Where(role)
	}
	bindings, complete := bindingsOf(ctx, h, account)
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

// refusedIn is the namespace in which something was refused.
var refusedIn = regex.New(`in the namespace "([^"]+)"`)

// roleThere is the one role that a binding gives to the account in the namespace in which words say that it is refused something.
func roleThere(ctx context.Context, h *hearing.Case, account trace.Ref, words string) (role trace.Ref) {
	m := refusedIn.FindStringSubmatch(words)
	if m == nil {
		return role
	}
	for _, obj := range In(ctx, h.View, "RoleBinding", m[1]).Objects {
		if !slices.Contains(Accounts(obj), account) {
			continue
		}
		if role.Name != "" {
			return trace.Ref{}
		}
		role = RoleOf(obj)
	}
	return role
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
