package trace

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const (
	// listFrom is how many objects of a list have to be wanted whole before one
	// request for the list is better than one for each, provided that they are
	// a good part of it: one in listPart.
	listFrom = 16
	listPart = 4
	// listBlindly is the same for a list of unknown length.
	listBlindly = 26
)

// bundle is objects that one list shows whole.
type bundle struct {
	scopeKey
	fetches []fetch
}

// bundle parts the objects into those that are read together and those that are
// read one by one.
func (b *builder) bundle(fetches []fetch) (bundles []bundle, single []fetch) {
	for _, ofKind := range bundlesBy(fetches, func(p place) scopeKey { return scopeKey{kind: p.kind} }) {
		if len(ofKind.fetches) < listFrom || !b.kinds.list[ofKind.kind].Listable {
			single = append(single, ofKind.fetches...)
			continue
		}
		parts := bundlesBy(ofKind.fetches, func(p place) scopeKey { return scopeKey{p.kind, p.namespace} })
		if len(parts) > 1 && b.covered[ofKind.scopeKey] && b.worthList(ofKind) {
			bundles = append(bundles, ofKind)
			continue
		}
		for _, part := range parts {
			if b.worthList(part) {
				bundles = append(bundles, part)
			} else {
				single = append(single, part.fetches...)
			}
		}
	}
	return bundles, single
}

// bundlesBy parts the objects by a key, in the order in which it is first met.
func bundlesBy(fetches []fetch, keyOf func(place) scopeKey) []bundle {
	var bundles []bundle
	index := map[scopeKey]int{}
	for _, f := range fetches {
		key := keyOf(f.place)
		at, met := index[key]
		if !met {
			at = len(bundles)
			index[key] = at
			bundles = append(bundles, bundle{scopeKey: key})
		}
		bundles[at].fetches = append(bundles[at].fetches, f)
	}
	return bundles
}

// worthList reports whether the objects are enough of their list to read all of
// it.
func (b *builder) worthList(bd bundle) bool {
	wanted := len(bd.fetches)
	if !b.covered[bd.scopeKey] && !b.covered[scopeKey{kind: bd.kind}] {
		return wanted >= listBlindly
	}
	return wanted >= listFrom && wanted*listPart >= b.store.Count(bd.kind, bd.namespace)
}

// fetchList reads objects with one list, and returns those that have to be read
// one by one: a list can be older than what led to the object, a single object
// can break it, and it takes another right. A server that does not answer in
// time is not asked again for each.
func (b *builder) fetchList(ctx context.Context, bd bundle) []fetch {
	kind := b.kinds.list[bd.kind]
	wanted := make(map[place][]fetch, len(bd.fetches))
	for _, f := range bd.fetches {
		wanted[f.place] = append(wanted[f.place], f)
	}
	err := b.Reader.List(ctx, Scope{Kind: kind, Namespace: bd.namespace}, func(obj *unstructured.Unstructured) {
		at := place{bd.kind, obj.GetNamespace(), obj.GetName()}
		fetches := wanted[at]
		if len(fetches) == 0 {
			return
		}
		delete(wanted, at)
		b.seen.see(kind, obj)
		for _, f := range fetches {
			f.done(obj, nil)
		}
	})
	silent := false
	if err != nil && ctx.Err() == nil {
		problem := b.Reader.Problem(PartOf(kind, bd.namespace, ""), err)
		if silent = problem.Reason == TimedOut || problem.Reason == Unavailable; silent {
			b.report(problem)
		}
	}
	var left []fetch
	for _, f := range bd.fetches {
		switch _, missed := wanted[f.place]; {
		case missed && silent:
			f.done(nil, err)
		case missed:
			left = append(left, f)
		}
	}
	return left
}
