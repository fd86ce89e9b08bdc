package explain

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// rightID is what the rights of an account depend on.
type rightID struct {
	account, resource trace.Ref
}

// subjectOf is how the API server sees a ServiceAccount.
func subjectOf(account trace.Ref) Subject {
	return Subject{
		User:   "system:serviceaccount:" + account.Namespace + ":" + account.Name,
		Groups: []string{"system:serviceaccounts", "system:serviceaccounts:" + account.Namespace, "system:authenticated"},
	}
}

// rightsFares asks whether a holder that runs may do what it has to.
func (h *hearing) rightsFares(ctx context.Context, account trace.Ref) fares {
	id := rightID{account, trace.Ref{Group: h.kind.Group, Kind: h.kind.Resource, Namespace: h.node.Namespace}}
	return of[holderMemory](h.world).rights.get(id, func() fares { return h.askRights(ctx, account) })
}

func (h *hearing) askRights(ctx context.Context, account trace.Ref) fares {
	f := fares{health: Running}
	who := subjectOf(account)
	kind := h.kind.Resource
	if h.kind.Group != "" {
		kind += "." + h.kind.Group
	}
	source := "access review of " + who.User
	var lacks []string
	for _, verb := range []string{"get", "list", "watch", "update", "patch"} {
		allowed, known := h.mayHere(ctx, who, verb)
		if !known {
			return f.hint(source, "could not check what it may do: that takes the right to create subjectaccessreviews")
		}
		if !allowed {
			lacks = append(lacks, verb)
		}
	}
	if len(lacks) == 0 {
		return f.fact(source, "may get, list, watch, update and patch "+kind)
	}
	said := where(account) + " may not " + orOf(lacks) + " " + kind
	if !cripples(lacks, strings.Contains(h.kind.Group, ".")) {
		return f.hint(source, said+", which it may not need")
	}
	ask := []string{"kubectl", "auth", "can-i", lacks[len(lacks)-1], kind, "--as", who.User}
	if h.node.Namespace != "" {
		ask = append(ask, "-n", h.node.Namespace)
	}
	return f.fact(source, said).
		because(Stuck, NotAllowed, HolderNotAllowed, "it runs and is not allowed to act: "+said).
		step("ask the server yourself", ask...).
		step("see which roles it has; one of them has to give "+orOf(lacks)+" on "+kind, "kubectl", "get", "clusterrolebindings,rolebindings", "-A", "-o", "wide")
}

// mayHere asks for all namespaces first, since that answers for all objects of
// the kind.
func (h *hearing) mayHere(ctx context.Context, who Subject, verb string) (allowed, known bool) {
	access := Access{Verb: verb, Group: h.kind.Group, Resource: h.kind.Resource}
	everywhere, known := h.may(ctx, who, access)
	if !known || everywhere.Allowed || h.node.Namespace == "" {
		return everywhere.Allowed, known
	}
	access.Namespace = h.node.Namespace
	here, known := h.may(ctx, who, access)
	return here.Allowed, known
}

// cripples reports whether a controller without these rights can do nothing:
// it can neither update nor patch, or it cannot see the objects. What is not a
// kind of its own it may read one by one, and what it watches it need not get.
func cripples(lacks []string, own bool) bool {
	lacking := func(verb string) bool { return slices.Contains(lacks, verb) }
	blind := lacking("list") || lacking("watch")
	return lacking("update") && lacking("patch") || blind && (own || lacking("get"))
}

// orOf joins words: "get, list or watch".
func orOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
