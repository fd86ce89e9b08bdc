package holder

import (
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// watcher is a workload that runs under an account which may watch objects of a kind that
// a role names, as the controller of the kind does.
type watcher struct {
	workload, account trace.Ref
	role              string
	// parts says that the role names a part of the objects too, such as their status, which
	// only who acts on them needs.
	parts bool
}

// watchersOf are the workloads that may watch objects of the kind: in all namespaces, or
// in the given one alone.
func watchersOf(ctx context.Context, w *sight.View, kind trace.Kind, namespace string) []watcher {
	return sight.Memory[memory](w).watchers.Get(sight.ScopeID{Group: kind.Group, Kind: kind.Resource, Namespace: namespace}, func() []watcher {
		roles := rights.RolesOf("ClusterRole", w.List(ctx, rights.Group, "ClusterRole", "").Objects)
		bindings := w.List(ctx, rights.Group, "ClusterRoleBinding", "").Objects
		if namespace != "" {
			maps.Copy(roles, rights.RolesOf("Role", rights.In(ctx, w, "Role", namespace).Objects))
			bindings = slices.Concat(bindings, rights.In(ctx, w, "RoleBinding", namespace).Objects)
		}
		return watchersIn(ctx, w, bindings, roles, kind)
	})
}

func watchersIn(ctx context.Context, w *sight.View, bindings []*unstructured.Unstructured, roles map[trace.Ref]rights.Role, kind trace.Kind) (out []watcher) {
	seen := map[trace.Ref]bool{}
	for _, b := range bindings {
		name := rights.RoleOf(b)
		role := roles[name]
		if role.Wide || !role.Watches(kind) {
			continue
		}
		for _, account := range rights.Accounts(b) {
			if seen[account] || len(seen) >= mostAccounts {
				continue
			}
			seen[account] = true
			workers, _ := workersUnder(ctx, w, account)
			for _, ref := range workers {
				out = append(out, watcher{ref, account, name.Kind + "/" + name.Name + " by " + b.GetKind() + "/" + b.GetName(), role.NamesParts(kind)})
			}
		}
	}
	slices.SortFunc(out, func(a, b watcher) int { return sight.CompareRefs(a.workload, b.workload) })
	return out
}

// byWatching takes up the one workload that may watch the kind, where nobody may change
// it any more: it is who could, where its role names a part of the objects, or where it is
// called like the domain.
func (t *tally) byWatching(ctx context.Context, namespace string) {
	all := slices.DeleteFunc(slices.Clone(watchersOf(ctx, t.View, t.kind, namespace)), func(w watcher) bool {
		return t.serves(&candidate{ref: w.workload})
	})
	if len(all) != 1 {
		return
	}
	own, _, _ := strings.Cut(t.kind.Group, ".")
	if w := all[0]; w.parts || len(own) > 1 && !slices.Contains(dullWords, own) && (hasPart(w.workload.Name, own) || hasPart(w.workload.Namespace, own)) {
		t.addClue(w.workload, clue{watchClue, hintClue, "may watch " + t.kind.Resource + " as " + sight.Where(w.account), w.role}).account = w.account
	}
}

// watchersNamed names the workloads that may watch the kind: one of them may be its
// controller, without the right to act.
func watchersNamed(ctx context.Context, w *sight.View, kind trace.Kind, namespace string) (names []string) {
	for _, one := range watchersOf(ctx, w, kind, namespace) {
		names = append(names, sight.Where(one.workload))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
