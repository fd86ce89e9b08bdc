package collector

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// fewNamespaces are scanned one by one; with more, one scan of the whole
	// cluster is cheaper.
	fewNamespaces = 3
	wholeCluster  = ""
	clusterScoped = "/" // no namespace is called so
)

// ownership is who names whom as an owner, in one namespace or in all.
type ownership struct {
	// of returns what names a UID as that of its owner.
	of func(uid string) []sight.Brief
	// unread are the kinds that could not be listed; a dependent may be there.
	unread []trace.Problem
}

// DependentsOf returns the objects that name the object as their owner, and the
// kinds that could not be read. An owner in a namespace can only have dependents
// there.
func DependentsOf(ctx context.Context, w *sight.View, owner *trace.Node) ([]sight.Brief, []trace.Problem) {
	f := ownershipIn(ctx, w, owner.Namespace)
	for _, p := range f.unread {
		w.Note(p)
	}
	return f.of(owner.UID), f.unread
}

// OwnedBy returns the live objects that name the object as their owner, and whether
// all that could were read: what was not is no part of the answer about the object.
func OwnedBy(ctx context.Context, w *sight.View, owner *trace.Node) (rows []sight.Brief, complete bool) {
	f := ownershipIn(ctx, w, owner.Namespace)
	_, live := sight.Split(f.of(owner.UID))
	return live, len(f.unread) == 0
}

// misplacedUnder returns the cluster-scoped objects that name an owner in a
// namespace, which cannot be: the collector gives up on them.
func misplacedUnder(ctx context.Context, w *sight.View, owner *trace.Node) ([]sight.Brief, []trace.Problem) {
	if owner.Namespace == "" {
		return nil, nil
	}
	f := ownershipIn(ctx, w, clusterScoped)
	return f.of(owner.UID), f.unread
}

// ownershipIn scans a namespace once, whoever of it is asked about. Once several
// have been scanned, the whole cluster is scanned instead, where that is allowed.
func ownershipIn(ctx context.Context, w *sight.View, namespace string) ownership {
	if namespace != wholeCluster && namespace != clusterScoped && manyNamespaces(w, namespace) {
		if f := sight.Memory[memory](w).ownerships.Get(wholeCluster, func() ownership { return scanOwnership(ctx, w, wholeCluster) }); len(f.unread) == 0 {
			return f
		}
	}
	return sight.Memory[memory](w).ownerships.Get(namespace, func() ownership { return scanOwnership(ctx, w, namespace) })
}

// manyNamespaces counts the namespaces that were asked for.
func manyNamespaces(w *sight.View, namespace string) bool {
	m := sight.Memory[memory](w)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.scanned) >= fewNamespaces && !m.scanned[namespace] {
		return true
	}
	if m.scanned == nil {
		m.scanned = map[string]bool{}
	}
	m.scanned[namespace] = true
	return false
}

func scanOwnership(ctx context.Context, w *sight.View, namespace string) ownership {
	var scopes []trace.Scope
	for _, k := range w.Kinds {
		if !k.Listable || sight.ComputedKind(k) {
			continue
		}
		switch {
		case namespace == wholeCluster, namespace == clusterScoped && !k.Namespaced:
			scopes = append(scopes, trace.Scope{Kind: k})
		case namespace != clusterScoped && k.Namespaced:
			scopes = append(scopes, trace.Scope{Kind: k, Namespace: namespace})
		}
	}
	if w.Listed(scopes) {
		return ownership{of: listedBelow(w.Scanned, namespace), unread: w.Unserved()}
	}
	by := map[string][]sight.Brief{}
	seen := map[string]bool{}
	unread := w.Reader.Scan(ctx, scopes, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		if len(row.Owners) == 0 || seen[string(row.UID)] {
			return
		}
		seen[string(row.UID)] = true
		b := sight.BriefOf(kind, row)
		for i := range b.Owners {
			if !slices.ContainsFunc(b.Owners[:i], func(o sight.Owner) bool { return o.UID == b.Owners[i].UID }) {
				by[b.Owners[i].UID] = append(by[b.Owners[i].UID], b)
			}
		}
	})
	for _, rows := range by {
		slices.SortFunc(rows, sight.CompareBriefs)
	}
	return ownership{of: func(uid string) []sight.Brief { return by[uid] }, unread: append(unread, w.Unserved()...)}
}

// listedBelow finds dependents among what was listed for the graph.
func listedBelow(scanned *trace.Scanned, namespace string) func(uid string) []sight.Brief {
	return func(uid string) []sight.Brief {
		var rows []sight.Brief
		for _, l := range scanned.Owned(uid) {
			if namespace == wholeCluster || l.Namespace == namespace || namespace == clusterScoped && !l.Namespaced {
				rows = append(rows, sight.BriefOfListed(&l))
			}
		}
		slices.SortFunc(rows, sight.CompareBriefs)
		return rows
	}
}

// blind are those of the problems that the collector meets as well, and mine
// those that only the one who asks has.
func blind(problems []trace.Problem) (theirs, mine []trace.Problem) {
	for _, p := range problems {
		switch p.Reason {
		case trace.Unavailable, trace.Undecodable, trace.ReadFailed:
			theirs = append(theirs, p)
		default:
			mine = append(mine, p)
		}
	}
	return theirs, mine
}

func whats(problems []trace.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.About.String())
	}
	slices.Sort(out)
	return slices.Compact(out)
}
