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

// listSources reads the kinds whose objects may refer to one of the objects:
// in the namespace of a namespaced object, in all for a cluster-scoped one or
// when there are many. Each list is read once in the making of a graph.
func (b *builder) listSources(ctx context.Context, vs []*vertex) error {
	wanted := map[int]map[string]bool{}
	for _, v := range vs {
		if v.kind < 0 || v.dangling {
			continue
		}
		for _, source := range b.linker.Sources(b.kinds.list[v.kind], b.kinds.list) {
			b.wantSource(source, v.Namespace, wanted)
		}
	}
	var jobs []func()
	for kind, namespaces := range wanted {
		if len(namespaces) > namespacesApart || namespaces[""] {
			namespaces = map[string]bool{"": true}
		}
		for namespace := range namespaces {
			key := scopeKey{kind, namespace}
			b.sourced[key] = true
			jobs = append(jobs, func() { b.listSource(ctx, key) })
		}
	}
	return b.each(ctx, jobs)
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

func (b *builder) listSource(ctx context.Context, key scopeKey) {
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
			if _, ok := b.byPlace[at]; ok {
				if whole == nil {
					whole = b.fromObject(key.kind, obj)
					b.seer.see(kind, obj)
				}
				s.v = whole
			}
			found[at] = append(found[at], s)
		}
	})
	if err != nil && ctx.Err() == nil {
		b.report(b.Reader.Problem(PartOf(kind, key.namespace, ""), err))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for at, links := range found {
		b.reverse[at] = append(b.reverse[at], links...)
	}
}

// sourcesOf connects the objects whose links lead to v, above it or below it as
// asked for, and returns them.
func (b *builder) sourcesOf(ctx context.Context, v *vertex, above bool) ([]*vertex, error) {
	links := b.reverse[v.place()]
	var fetches []fetch
	reading := map[store.UID]bool{}
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
	if err := b.fetchAll(ctx, fetches); err != nil {
		return nil, err
	}
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
	return found, nil
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
