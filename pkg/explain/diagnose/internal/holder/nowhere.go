package holder

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// nowhere says what speaks for a controller that is not there any more, with the
// evidence: no workload has its name, and nothing may change the kind. It is empty
// where that is not so, or not all of it could be read. Only together, or for
// want of a name, do they make it likely: the workload may be called otherwise.
// It is no proof: a controller may run outside of the cluster.
func nowhere(ctx context.Context, h *hearing.Case) (said string, likely bool, n hearing.Notes) {
	all := WorkloadsOf(ctx, h.View)
	if _, wrote := h.LastActed(); wrote || !all.Complete {
		return "", false, n
	}
	var facts []string
	if name := h.Holder.Name; name != "" && h.Entry.Pattern == "" {
		if all.Called(name) || timedOf(ctx, h.View).Called(name) {
			return "", false, n
		}
		facts = append(facts, "no workload is called "+name)
		n.Fact("deployments, statefulsets and daemonsets of all namespaces", "none is called "+name)
	}
	if h.Kind.MayBeCustom() && nobodyChanges(ctx, h) {
		if watching := watchersNamed(ctx, h.View, h.Kind, h.Node.Namespace); len(watching) > 0 {
			facts = append(facts, "nothing that runs here may change "+h.Kind.Type()+", and "+phrase.Names(watching)+" may watch them")
			n.Fact("roles, their bindings and what runs under their accounts", phrase.Names(watching)+" may watch "+h.Kind.Type()+", and nothing may change them: one of these may be its controller without the right to act")
			n.Mend("if " + phrase.Or(watching) + " is its controller, give its account the right to update and patch " + h.Kind.Type())
			return strings.Join(facts, ", and "), false, n
		}
		facts, likely = append(facts, "nothing that runs here may change "+h.Kind.Type()), true
		n.Fact("roles, their bindings and what runs under their accounts", "no workload and no pod runs under a ServiceAccount that may change "+h.Kind.Type())
	}
	return strings.Join(facts, ", and "), likely, n
}

// nobodyChanges reports whether neither a workload nor a pod runs under an account that may
// change objects of the kind in the namespace. It is false where not everything
// could be read.
func nobodyChanges(ctx context.Context, h *hearing.Case) bool {
	return sight.Memory[memory](h.View).unchanged.Get(sight.ScopeID{Group: h.Kind.Group, Kind: h.Kind.Resource, Namespace: h.Node.Namespace}, func() bool {
		namespaces := []string{""}
		if h.Node.Namespace != "" {
			namespaces = append(namespaces, h.Node.Namespace)
		}
		for _, namespace := range namespaces {
			if !unchangedBy(ctx, h, namespace) {
				return false
			}
		}
		return true
	})
}

func unchangedBy(ctx context.Context, h *hearing.Case, namespace string) bool {
	found := rights.Changers(ctx, h.View, h.Kind, namespace)
	if !found.Complete || len(found.Accounts) > mostAccounts {
		return false
	}
	for _, g := range found.Accounts {
		workers, complete := workersUnder(ctx, h.View, g.Account)
		pods := h.View.List(ctx, "", "Pod", g.Account.Namespace)
		if !complete || !pods.Complete || len(workers) > 0 || slices.ContainsFunc(pods.Objects, func(p *unstructured.Unstructured) bool {
			return manifest.Str(p, "spec", "serviceAccountName") == g.Account.Name
		}) {
			return false
		}
	}
	bindings := h.View.List(ctx, rights.Group, "ClusterRoleBinding", "")
	if namespace != "" {
		bindings = rights.In(ctx, h.View, "RoleBinding", namespace)
	}
	return bindings.Complete && !slices.ContainsFunc(bindings.Objects, givesAll)
}

// givesAll reports whether a binding gives what is not built in to every account
// of a namespace or of the cluster.
func givesAll(binding *unstructured.Unstructured) bool {
	if _, built := binding.GetLabels()["kubernetes.io/bootstrapping"]; built {
		return false
	}
	subjects, _, _ := unstructured.NestedSlice(binding.Object, "subjects")
	return slices.ContainsFunc(subjects, func(s any) bool {
		fields, _ := s.(map[string]any)
		name, _ := fields["name"].(string)
		return fields["kind"] == "Group" && (strings.HasPrefix(name, "system:serviceaccounts") || name == "system:authenticated") ||
			fields["kind"] == "User" && strings.HasPrefix(name, "system:serviceaccount:")
	})
}

// PlanRemoval ends the steps: what is left where the holder never comes back. A namespace or a definition has others in it.
func PlanRemoval(h *hearing.Case) (n hearing.Notes) {
	switch {
	case h.Kind.IsNamespace() || h.Kind.IsDefinition():
	case h.Holder.BuiltIn:
		n.PlanRemoval(h, "if it belongs to nobody any more, see what taking it off would do")
	case len(h.Node.Finalizers) > 1: // one may wait for another
	default:
		n.PlanRemoval(h, "only where "+h.HolderName()+" is gone for good, and nobody needs what it had left to do, take this one off")
	}
	return n
}
