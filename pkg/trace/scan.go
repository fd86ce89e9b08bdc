package trace

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// scopeKey is a list: a kind, in one namespace or, with an empty one, in all.
type scopeKey struct {
	kind      int
	namespace string
}

// need is what has to be scanned before dependents can be told.
type need struct {
	cluster    bool // the cluster-scoped kinds
	everywhere bool // the namespaced kinds in all namespaces
	namespaces map[string]bool
	kinds      map[int]bool // these kinds in all namespaces
}

// namespacesApart is how many namespaces are listed one by one before listing
// all of them at once needs fewer requests by far.
const namespacesApart = 8

func (n *need) namespace(name string) {
	if n.namespaces == nil {
		n.namespaces = map[string]bool{}
	}
	n.namespaces[name] = true
}

func (n *need) kind(kind int) {
	if n.kinds == nil {
		n.kinds = map[int]bool{}
	}
	n.kinds[kind] = true
}

// scan reads the metadata of what is needed and was not read before. Its error
// is the context's.
func (b *builder) scan(ctx context.Context, n need) error {
	b.report(b.scanLists(ctx, b.uncovered(n))...)
	return ctx.Err()
}

// scanQuietly is scan for what the answer is complete without. A list that fails
// is not reported; it counts as one that was not read, since the answer may yet
// need it, and is not tried quietly again. Its error is the context's.
func (b *builder) scanQuietly(ctx context.Context, n need) error {
	return b.searchQuietly(ctx, b.uncovered(n))
}

// searchQuietly is scanQuietly of lists that were not read yet.
func (b *builder) searchQuietly(ctx context.Context, keys []scopeKey) error {
	keys = slices.DeleteFunc(keys, func(key scopeKey) bool { return b.searched[key] })
	for _, key := range keys {
		b.searched[key] = true
	}
	problems := b.scanLists(ctx, keys)
	for _, key := range keys {
		about := PartOf(b.kinds.list[key.kind], key.namespace, "")
		// What is said of nothing that was asked for is said of all of it.
		if slices.ContainsFunc(problems, func(p Problem) bool { return p.About == about || p.Rest() }) {
			delete(b.covered, key)
		}
	}
	return ctx.Err()
}

// scanLists reads lists, and again those of which objects were counted that own others.
func (b *builder) scanLists(ctx context.Context, keys []scopeKey) []Problem {
	if len(keys) == 0 {
		return nil
	}
	return append(b.readLists(ctx, keys), b.keepOwners(ctx)...)
}

func (b *builder) readLists(ctx context.Context, keys []scopeKey) []Problem {
	scopes := make([]Scope, len(keys))
	for i, key := range keys {
		scopes[i] = Scope{Kind: b.kinds.list[key.kind], Namespace: key.namespace}
		b.covered[key] = true
		b.recounted[key.kind] = b.recounted[key.kind] || b.store.Counted(key.kind) > 0
		b.store.Recount(key.kind, key.namespace, key.namespace == "")
	}
	interest := b.interest()
	last := 0
	return b.Reader.Scan(ctx, scopes, b.wanted(), func(kind Kind, row *Row) {
		if k := &b.kinds.list[last]; k.Resource != kind.Resource || k.Group != kind.Group {
			last = b.kinds.add(kind)
		}
		ref := func() string {
			return spelled(Ref{kind.Group, kind.Kind, string(row.Namespace), string(row.Name)})
		}
		if row.Again && b.store.Whole(last, string(row.Namespace), false) {
			b.store.Recount(last, string(row.Namespace), false)
		}
		stored := b.stored(row)
		named := interest.in(last, row, stored.Telling())
		if !named && b.countable(last, row) && b.store.CountAlike(last, stored) {
			return
		}
		b.store.Add(last, ref, stored, named)
	})
}

// stored is a row as the store takes it, good until the next.
func (b *builder) stored(row *Row) *store.Row {
	to := &b.row
	to.Namespace, to.Name, to.UID = row.Namespace, row.Name, row.UID
	to.Created, to.Deleted, to.Finalizers = row.Created, row.Deleted, row.Finalizers
	to.Owners, to.Labels, to.Annotations = to.Owners[:0], to.Labels[:0], to.Annotations[:0]
	for _, o := range row.Owners {
		to.Owners = append(to.Owners, store.Owner(o))
	}
	for _, p := range row.Labels {
		to.Labels = append(to.Labels, store.Pair(p))
	}
	for _, p := range row.Annotations {
		to.Annotations = append(to.Annotations, store.Pair(p))
	}
	return to
}

// uncovered returns the lists that satisfy the need and were not yet read.
func (b *builder) uncovered(n need) []scopeKey {
	fresh := 0
	for name := range n.namespaces {
		if !b.coveredNamespace(name) {
			fresh++
		}
	}
	everywhere := n.everywhere || fresh > namespacesApart
	wanted := map[scopeKey]bool{}
	for kind := range b.kinds.list {
		b.wantScopes(kind, n, everywhere, wanted)
	}
	b.wide = b.wide || everywhere
	keys := make([]scopeKey, 0, len(wanted))
	for key := range wanted {
		if !b.covered[key] && !b.covered[scopeKey{key.kind, ""}] {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(x, y scopeKey) int {
		if x.kind != y.kind {
			return x.kind - y.kind
		}
		return strings.Compare(x.namespace, y.namespace)
	})
	return keys
}

func (b *builder) wantScopes(kind int, n need, everywhere bool, wanted map[scopeKey]bool) {
	k := b.kinds.list[kind]
	asked := n.kinds[kind]
	switch {
	case !k.Listable || !asked && computed(k):
	case asked, n.cluster && !k.Namespaced:
		wanted[scopeKey{kind, ""}] = true
	case !k.Namespaced:
	case everywhere && !heartbeat(k):
		wanted[scopeKey{kind, ""}] = true
	case heartbeat(k) && (b.wide || len(n.namespaces) > namespacesApart):
	default:
		for name := range n.namespaces {
			wanted[scopeKey{kind, name}] = true
		}
	}
}

// coveredNamespace reports whether the namespace was scanned already, by
// itself or with all others.
func (b *builder) coveredNamespace(name string) bool {
	for kind, k := range b.kinds.list {
		if k.Listable && k.Namespaced && !computed(k) && !heartbeat(k) {
			return b.covered[scopeKey{kind, ""}] || b.covered[scopeKey{kind, name}]
		}
	}
	return true
}

// computed reports whether objects of the kind never hold up a deletion:
// events, which expire and of which there are more than of anything else, and
// what the server works out anew for each request.
func computed(kind Kind) bool {
	switch kind.Group {
	case "", "events.k8s.io":
		return kind.Resource == "events" || kind.Resource == "componentstatuses"
	case "metrics.k8s.io", "custom.metrics.k8s.io", "external.metrics.k8s.io":
		return true
	}
	return false
}

// heartbeat reports whether the kind is one whose objects the nodes and leaders
// of a cluster keep renewing. In one namespace they are content like any other;
// a scan of all namespaces does without them, and what follows one as well.
func heartbeat(kind Kind) bool {
	return kind.Group == "coordination.k8s.io"
}

// interest says of which objects a scan keeps the name although they have
// nothing to tell: those that a node of the graph stands above by its nature,
// those that must be read whole before they tell, and those that were asked
// about and may not be to be read by themselves.
type interest struct {
	all        bool
	namespaces map[string]plain
	kinds      map[int]bool
	asked      map[place]bool
}

// plain counts the objects of a namespace that nothing is to tell of, by kind. Where there
// are more than are shown each for itself, their names are not needed.
type plain map[int]int

func (b *builder) interest() interest {
	i := interest{all: b.All, namespaces: b.plain, kinds: map[int]bool{}, asked: b.places}
	for kind := range b.kinds.list {
		i.kinds[kind] = b.linker.NeedsWhole(b.kinds.list[kind])
	}
	for at := range b.places {
		i.above(b, at)
	}
	for _, v := range b.vertices {
		if v.kind >= 0 && !v.dangling {
			i.above(b, v.place())
		}
	}
	return i
}

// above notes what the object of a place stands above by its nature.
func (i *interest) above(b *builder, at place) {
	switch kind := b.kinds.list[at.kind]; {
	case kind.IsNamespace():
		if i.namespaces[at.name] == nil {
			i.namespaces[at.name] = plain{}
		}
	case kind.IsDefinition():
		if instances, ok := b.definedKind(at.name); ok {
			i.kinds[instances] = true
		}
	}
}

// in reports whether the name of an object is of interest, whatever it tells of itself: what does is kept with its name.
func (i *interest) in(kind int, row *Row, telling bool) bool {
	if i.all || i.kinds[kind] {
		return true
	}
	if count := i.namespaces[string(row.Namespace)]; count != nil && !telling {
		count[kind]++
		if count[kind] <= alike {
			return true
		}
	}
	return len(i.asked) > 0 && i.asked[place{kind, string(row.Namespace), string(row.Name)}]
}
