package trace

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// sourceLink is a link met while reading a kind for the links it may hold.
type sourceLink struct {
	from place
	uid  string
	link Link
	// v is the object, kept where the link leads to a node of the graph, so
	// that it need not be read again.
	v *vertex
}

// wantSources are the lists of kinds whose objects may refer to one of the objects: in
// the namespace of a namespaced object, in all for a cluster-scoped one or when there are
// many. Each list is wanted once in the making of a graph.
func (b *builder) wantSources(vs []*vertex) []scopeKey {
	wanted := map[int]map[string]bool{}
	for _, v := range vs {
		if v.kind < 0 || v.dangling {
			continue
		}
		for _, source := range b.linker.Sources(b.kinds.list[v.kind], b.kinds.list) {
			b.wantSource(source, v.Namespace, wanted)
		}
	}
	var keys []scopeKey
	for kind, namespaces := range wanted {
		if len(namespaces) > namespacesApart || namespaces[""] {
			namespaces = map[string]bool{"": true}
		}
		for namespace := range namespaces {
			key := scopeKey{kind, namespace}
			b.sourced[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}

// listSources reads lists for the links that lead from their objects.
func (b *builder) listSources(ctx context.Context, keys []scopeKey) []Problem {
	problems := make([]*Problem, len(keys))
	jobs := make([]func(), len(keys))
	for i, key := range keys {
		jobs[i] = func() { problems[i] = b.listSource(ctx, key) }
	}
	_ = b.each(ctx, jobs) // whoever asked looks at the context
	var met []Problem
	for _, p := range problems {
		if p != nil {
			met = append(met, *p)
		}
	}
	return met
}

// wantSource adds the list to those wanted, by kind and namespace, unless it
// was read before.
func (b *builder) wantSource(source Kind, namespace string, wanted map[int]map[string]bool) {
	kind := b.kinds.add(source)
	if !source.Namespaced {
		namespace = ""
	}
	if !source.Listable || b.sourced[scopeKey{kind, namespace}] || b.sourced[scopeKey{kind, ""}] {
		return
	}
	if wanted[kind] == nil {
		wanted[kind] = map[string]bool{}
	}
	wanted[kind][namespace] = true
}

func (b *builder) listSource(ctx context.Context, key scopeKey) (problem *Problem) {
	kind := b.kinds.list[key.kind]
	found := map[place][]sourceLink{}
	err := b.Reader.List(ctx, Scope{Kind: kind, Namespace: key.namespace}, func(obj *unstructured.Unstructured) {
		links := b.linker.Links(kind, obj)
		if len(links) == 0 {
			return
		}
		from := &vertex{kind: key.kind}
		from.Namespace = obj.GetNamespace()
		var whole *vertex
		for _, l := range links {
			ref := linkReference(from, &l)
			at, ok := b.locateByName(&ref)
			if !ok {
				continue
			}
			s := sourceLink{from: place{key.kind, obj.GetNamespace(), obj.GetName()}, uid: string(obj.GetUID()), link: l}
			if _, ok := b.byPlace[at]; ok || b.places[at] {
				if whole == nil {
					whole = b.fromObject(key.kind, obj)
					b.seen.see(kind, obj)
				}
				s.v = whole
			}
			found[at] = append(found[at], s)
		}
	})
	if err != nil && ctx.Err() == nil {
		p := b.Reader.Problem(PartOf(kind, key.namespace, ""), err)
		problem = &p
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for at, links := range found {
		b.reverse[at] = append(b.reverse[at], links...)
	}
	return problem
}

// readSources reads, of the objects whose links lead to one of vs, above or below it as
// asked for, those that are not known yet. Its error is the context's.
func (b *builder) readSources(ctx context.Context, vs []*vertex, above bool) error {
	var fetches []fetch
	reading := map[store.UID]bool{}
	for _, v := range vs {
		links := b.reverse[v.place()]
		for i := range links {
			s := &links[i]
			key := b.sourceKey(s)
			if !s.concerns(v, above) || s.v != nil || b.vertices[key] != nil || reading[key] {
				continue
			}
			reading[key] = true
			fetches = append(fetches, fetch{s.from, func(obj *unstructured.Unstructured, err error) {
				if err == nil {
					s.v = b.fromObject(s.from.kind, obj)
				}
			}})
		}
	}
	return b.fetchAll(ctx, fetches)
}

// sourcesOf connects the objects whose links lead to v, above it or below it as
// asked for, and returns them.
func (b *builder) sourcesOf(v *vertex, above bool) []*vertex {
	links := b.reverse[v.place()]
	var found []*vertex
	for i := range links {
		s := &links[i]
		if !s.concerns(v, above) {
			continue
		}
		u := b.vertices[b.sourceKey(s)]
		if u == nil && s.v != nil {
			u = b.register(s.v)
		}
		switch {
		case u == nil || u == v:
		case above:
			b.connect(u, v, Edge{Rule: s.link.Rule})
			found = append(found, u)
		default:
			b.connect(v, u, Edge{Rule: s.link.Rule})
			b.below(v, u)
		}
	}
	return found
}

// concerns reports whether the link means v and puts its object where asked. A
// link that leads up stands on an object below.
func (s *sourceLink) concerns(v *vertex, above bool) bool {
	return s.link.Up != above && (s.link.UID == "" || s.link.UID == v.UID)
}

func (b *builder) sourceKey(s *sourceLink) store.UID {
	kind := b.kinds.list[s.from.kind]
	return b.keyOf(s.uid, Ref{Group: kind.Group, Kind: kind.Kind, Namespace: s.from.namespace, Name: s.from.name})
}
