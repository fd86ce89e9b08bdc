package explain

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// nowhere says what speaks for a controller that is not there any more, with the
// evidence: no workload has its name, and nothing may change the kind. It is empty
// where that is not so, or not all of it could be read. Only together, or for
// want of a name, do they make it likely: the workload may be called otherwise.
// It is no proof: a controller may run outside of the cluster.
func (h *hearing) nowhere(ctx context.Context) (said string, likely bool) {
	all := h.workloads(ctx)
	if _, wrote := h.lastActed(); wrote || !all.complete {
		return "", false
	}
	var facts []string
	if name := h.hold.Holder.Name; name != "" && h.entry.Pattern == "" {
		if slices.ContainsFunc(all.rows, func(w work) bool { return strings.Contains(w.Name, name) || strings.Contains(name, w.Name) }) {
			return "", false
		}
		facts = append(facts, "no workload is called "+name)
		h.fact("deployments, statefulsets and daemonsets of all namespaces", "none is called "+name)
	}
	if strings.Contains(h.kind.Group, ".") && h.nobodyChanges(ctx) {
		facts, likely = append(facts, "nothing that runs here may change "+groupResource(h.kind)), true
		h.fact("roles, their bindings and what runs under their accounts", "no workload and no pod runs under a ServiceAccount that may change "+groupResource(h.kind))
	}
	return strings.Join(facts, ", and "), likely
}

// nobodyChanges reports whether neither a workload nor a pod runs under an account that may
// change objects of the kind in the namespace. It is false where not everything
// could be read.
func (h *hearing) nobodyChanges(ctx context.Context) bool {
	return of[holderMemory](h.world).unchanged.get(scopeID{group: h.kind.Group, kind: h.kind.Resource, namespace: h.node.Namespace}, func() bool {
		namespaces := []string{""}
		if h.node.Namespace != "" {
			namespaces = append(namespaces, h.node.Namespace)
		}
		for _, namespace := range namespaces {
			if !h.unchangedBy(ctx, namespace) {
				return false
			}
		}
		return true
	})
}

func (h *hearing) unchangedBy(ctx context.Context, namespace string) bool {
	found := h.changersOf(ctx, h.kind, namespace)
	if !found.complete || len(found.accounts) > mostAccounts {
		return false
	}
	for _, g := range found.accounts {
		workers, complete := h.workersUnder(ctx, g.account)
		pods := h.list(ctx, "", "Pod", g.account.Namespace)
		if !complete || !pods.complete || len(workers) > 0 || slices.ContainsFunc(pods.objects, func(p *unstructured.Unstructured) bool {
			return str(p, "spec", "serviceAccountName") == g.account.Name
		}) {
			return false
		}
	}
	bindings := h.list(ctx, rbacGroup, "ClusterRoleBinding", "")
	if namespace != "" {
		bindings = h.rightsIn(ctx, "RoleBinding", namespace)
	}
	return bindings.complete && !slices.ContainsFunc(bindings.objects, givesAll)
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

// planRemoval ends the steps: what is left where nobody turns up to whom the
// finalizer belongs.
func (h *hearing) planRemoval() {
	if h.hold.Finalizer == "" {
		return
	}
	words := append([]string{"kubectl", "finalizers", "remove"}, h.typed(h.node.Ref)...)
	h.next("if it belongs to nobody any more, see what taking it off would do: this prints a plan and changes nothing", append(words, "--finalizer", h.hold.Finalizer)...)
}
