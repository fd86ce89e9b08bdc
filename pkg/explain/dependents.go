package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// fewNamespaces are scanned one by one; with more, one scan of the whole
	// cluster is cheaper.
	fewNamespaces = 3
	wholeCluster  = ""
	clusterScoped = "/" // no namespace is called so
)

// family is who names whom as an owner, in one namespace or in all.
type family struct {
	by map[string][]brief // by the UID of the owner
	// unread are the kinds that could not be listed; a dependent may be there.
	unread []trace.Problem
}

// dependentsOf returns the objects that name the object as their owner, and the
// kinds that could not be read. An owner in a namespace can only have dependents
// there.
func (w *world) dependentsOf(ctx context.Context, owner *trace.Node) ([]brief, []trace.Problem) {
	f := w.familyIn(ctx, owner.Namespace)
	for _, p := range f.unread {
		w.note(p)
	}
	return f.by[owner.UID], f.unread
}

// misplacedUnder returns the cluster-scoped objects that name an owner in a
// namespace, which cannot be: the collector gives up on them.
func (w *world) misplacedUnder(ctx context.Context, owner *trace.Node) ([]brief, []trace.Problem) {
	if owner.Namespace == "" {
		return nil, nil
	}
	f := w.familyIn(ctx, clusterScoped)
	return f.by[owner.UID], f.unread
}

// familyIn scans a namespace once, whoever of it is asked about. Once several
// have been scanned, the whole cluster is scanned instead, where that is allowed.
func (w *world) familyIn(ctx context.Context, namespace string) family {
	if namespace != wholeCluster && namespace != clusterScoped && w.manyNamespaces(namespace) {
		if f := of[collectorMemory](w).families.get(wholeCluster, func() family { return w.scanFamily(ctx, wholeCluster) }); len(f.unread) == 0 {
			return f
		}
	}
	return of[collectorMemory](w).families.get(namespace, func() family { return w.scanFamily(ctx, namespace) })
}

// manyNamespaces counts the namespaces that were asked for.
func (w *world) manyNamespaces(namespace string) bool {
	m := of[collectorMemory](w)
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

func (w *world) scanFamily(ctx context.Context, namespace string) family {
	var scopes []trace.Scope
	for _, k := range w.kinds {
		if !k.Listable || computedKind(k) {
			continue
		}
		switch {
		case namespace == wholeCluster, namespace == clusterScoped && !k.Namespaced:
			scopes = append(scopes, trace.Scope{Kind: k})
		case namespace != clusterScoped && k.Namespaced:
			scopes = append(scopes, trace.Scope{Kind: k, Namespace: namespace})
		}
	}
	f := family{by: map[string][]brief{}}
	seen := map[string]bool{}
	f.unread = w.Scan(ctx, scopes, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		if len(row.Owners) == 0 || seen[string(row.UID)] {
			return
		}
		seen[string(row.UID)] = true
		b := briefOf(kind, row)
		for i := range b.Owners {
			if !slices.ContainsFunc(b.Owners[:i], func(o ownerOf) bool { return o.UID == b.Owners[i].UID }) {
				f.by[b.Owners[i].UID] = append(f.by[b.Owners[i].UID], b)
			}
		}
	})
	for _, rows := range f.by {
		slices.SortFunc(rows, func(a, b brief) int {
			return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
		})
	}
	f.unread = append(f.unread, w.unserved()...)
	return f
}

// computedKind reports whether the collector itself leaves a kind out, or the
// server makes its objects anew for each request.
func computedKind(k trace.Kind) bool {
	switch k.Group {
	case "", "events.k8s.io":
		return k.Kind == "Event" || k.Kind == "ComponentStatus"
	}
	return computedGroup(k.Group)
}

// unserved returns what keeps API groups with objects of their own from being
// read; of these not even the kinds are known.
func (w *world) unserved() []trace.Problem {
	return slices.DeleteFunc(slices.Clone(w.broken), func(p trace.Problem) bool { return computedGroup(p.About.Group) })
}

func computedGroup(group string) bool {
	return group == "metrics.k8s.io" || group == "custom.metrics.k8s.io" || group == "external.metrics.k8s.io"
}

// blocksOwner reports whether one of the object's references to the owner says
// that the owner has to wait for it.
func (b *brief) blocksOwner(uid string) bool {
	return slices.ContainsFunc(b.Owners, func(o ownerOf) bool { return o.UID == uid && o.Block })
}

// shortName is how a message names an object of any kind.
func (w *world) shortName(ref trace.Ref) string {
	if k, ok := w.kind(ref.Group, ref.Kind); ok && k.Singular != "" {
		return k.Singular + "/" + ref.Name
	}
	return strings.ToLower(ref.Kind) + "/" + ref.Name
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
