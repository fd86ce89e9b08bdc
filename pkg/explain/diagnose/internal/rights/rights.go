package rights

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// rightID is what the rights of an account depend on.
type rightID struct {
	account, resource trace.Ref
	watches           bool
}

// subjectOf is how the API server sees a ServiceAccount.
func subjectOf(account trace.Ref) explain.Subject {
	return explain.Subject{
		User:   "system:serviceaccount:" + account.Namespace + ":" + account.Name,
		Groups: []string{"system:serviceaccounts", "system:serviceaccounts:" + account.Namespace, "system:authenticated"},
	}
}

// Of asks whether a holder that runs may do what it has to. What runs now and then watches nothing.
func Of(ctx context.Context, h *hearing.Case, account trace.Ref, watches bool, runs Runs) hearing.Wellbeing {
	id := rightID{account, trace.Ref{Group: h.Kind.Group, Kind: h.Kind.Resource, Namespace: h.Node.Namespace}, watches}
	return sight.Memory[memory](h.View).rights.Get(id, func() hearing.Wellbeing {
		verbs := slices.Clone(Asked)
		if !watches {
			verbs = slices.DeleteFunc(verbs, func(verb string) bool { return verb == "watch" })
		}
		return askRights(ctx, h, account, verbs, runs)
	})
}

func askRights(ctx context.Context, h *hearing.Case, account trace.Ref, verbs []string, runs Runs) hearing.Wellbeing {
	b := hearing.Wellbeing{Health: explain.Running}
	who := subjectOf(account)
	kind := h.Kind.Type()
	source := "access review of " + who.User
	var lacks []string
	for _, verb := range verbs {
		allowed, known := mayHere(ctx, h, who, verb)
		if !known {
			b.Hint(source, "could not check what it may do: that takes the right to create subjectaccessreviews")
			return b
		}
		if !allowed {
			lacks = append(lacks, verb)
		}
	}
	said := sight.Where(account) + " may not " + phrase.Or(lacks) + " " + kind
	switch {
	case len(lacks) == 0:
		b.Fact(source, "may "+phrase.And(verbs)+" "+kind)
		return b
	case !cripples(lacks, h.Kind.MayBeCustom()):
		b.Hint(source, said+", which it may not need")
		return b
	}
	ask := []string{"kubectl", "auth", "can-i", lacks[len(lacks)-1], kind, "--as", who.User}
	if h.Node.Namespace != "" {
		ask = append(ask, "-n", h.Node.Namespace)
	}
	b.Fact(source, said)
	why := Lacking(ctx, h, account, lacks, runs)
	if why.Said != "" {
		b.Fact(why.Source, why.Said)
		said += "; " + why.Said
	}
	if len(why.Steps) == 0 {
		b.Mend("give " + sight.Where(account) + " the right back to " + strings.Join(lacks, ", ") + " " + kind)
	}
	b.Steps = append(b.Steps, why.Steps...)
	b.Next("ask the server yourself", ask...)
	return b.Because(explain.Stuck, explain.NotAllowed, explain.HolderNotAllowed, "it runs and is not allowed to act: "+said)
}

// Asked are the verbs that a controller needs on what it holds.
var Asked = []string{"get", "list", "watch", "update", "patch"}

// mayHere asks for all namespaces first, since that answers for all objects of
// the kind.
func mayHere(ctx context.Context, h *hearing.Case, who explain.Subject, verb string) (allowed, known bool) {
	access := explain.Access{Verb: verb, Group: h.Kind.Group, Resource: h.Kind.Resource}
	everywhere, known := h.View.May(ctx, who, access)
	if !known || everywhere.Allowed || h.Node.Namespace == "" {
		return everywhere.Allowed, known
	}
	access.Namespace = h.Node.Namespace
	here, known := h.View.May(ctx, who, access)
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
