package preflight

import (
	"cmp"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// empty is the namespace controller: it deletes the pods of a namespace, and once these
// have gone all that is in it, each kind in the order of the names until one is refused;
// k8s.io/kubernetes/pkg/controller/namespace/deletion and DeleteCollection of the store.
func (w *world) empty() bool {
	changed := false
	for _, space := range w.spaces {
		if space.phase != going || !space.has(namespaceFinalizer) {
			continue
		}
		if w.emptyOne(space) {
			changed = true
		}
	}
	return changed
}

func (w *world) emptyOne(space *thing) bool {
	changed, pods := false, false
	content := w.inside[space.node.Name]
	for _, t := range content {
		if t.kind.IsPod() && t.phase != gone {
			changed = w.ask(t, request{why: Content, by: space, cascade: Background}) || changed
			pods = pods || t.phase != gone
		}
	}
	if pods {
		return changed
	}
	for _, group := range w.inOrder(byKind(content)) {
		if changed && w.luck.quick && isCore(group[0], "Service") {
			break // holders that are quick still write by its webhook meanwhile
		}
		changed = w.emptyKind(space, group) || changed
	}
	if len(left(content))+len(w.silent(space))+len(w.unread(space)) == 0 {
		return w.release(space, namespaceFinalizer)
	}
	return changed
}

// emptyKind deletes the things of a kind until one is refused.
func (w *world) emptyKind(space *thing, group []*thing) bool {
	changed := false
	for _, t := range left(group) {
		changed = w.ask(t, request{why: Content, by: space, cascade: Background}) || changed
		if t.refusal != nil {
			break
		}
	}
	return changed
}

// inOrder is an order in which the namespace controller comes to the kinds, which is never
// the same: what serves webhooks goes last, or first.
func (w *world) inOrder(groups [][]*thing) [][]*thing {
	slices.SortStableFunc(groups, func(a, b []*thing) int {
		x, y := isCore(a[0], "Service"), isCore(b[0], "Service")
		turn := map[bool]int{w.luck.quick: 1}
		return turn[x] - turn[y]
	})
	return groups
}

// byKind parts things, each part in the order of the names.
func byKind(things []*thing) [][]*thing {
	sorted := slices.SortedFunc(slices.Values(things), func(a, b *thing) int {
		return cmp.Or(cmp.Compare(a.node.Group, b.node.Group), cmp.Compare(a.node.Kind, b.node.Kind), cmp.Compare(a.node.Name, b.node.Name), a.at-b.at)
	})
	var out [][]*thing
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && sorted[n].node.Group == sorted[0].node.Group && sorted[n].node.Kind == sorted[0].node.Kind {
			n++
		}
		out = append(out, sorted[:n])
		sorted = sorted[n:]
	}
	return out
}

// silent are the APIs that keep the namespace controller from knowing all kinds.
func (w *world) silent(space *thing) []explain.RemoteAPI {
	var out []explain.RemoteAPI
	for _, a := range w.Facts.Around.APIs {
		if r := w.byRef[a.Registration]; r != nil && r.phase == gone {
			continue
		}
		switch lost := w.unserved(a.Service); {
		case a.Down != "":
			out = append(out, a)
		case lost == nil:
		case lost != space || w.hadPods(space) || !w.luck.kind:
			a.Down = "its service " + a.Service.Name + " in namespace " + a.Service.Namespace + " goes"
			out = append(out, a)
		}
	}
	return out
}

// hadPods reports whether emptying the namespace takes the time that pods take.
func (w *world) hadPods(space *thing) bool {
	return slices.ContainsFunc(w.inside[space.node.Name], func(t *thing) bool { return w.Facts.Pods[t.node.UID].Node != "" })
}

// unread are the kinds of which it is not known what there is in a namespace. Whoever may
// not read them does not keep the controller from it: what is there has luck.
func (w *world) unread(space *thing) []string {
	if w.luck.kind {
		return nil
	}
	var out []string
	for _, p := range w.Graph.Incomplete {
		if a := p.About; a.Resource != "" && a.Name == "" && (a.Namespace == "" || a.Namespace == space.node.Name) && w.namespaced(a.Group, a.Resource) {
			out = append(out, a.Type())
		}
	}
	return out
}

func (w *world) namespaced(group, resource string) bool {
	at := slices.IndexFunc(w.Kinds, func(k trace.Kind) bool { return k.Group == group && k.Resource == resource })
	return at < 0 || w.Kinds[at].Namespaced
}

// clear is the controller of definitions: it deletes the objects of a kind without asking
// anybody, and lets the definition go once there are none;
// k8s.io/apiextensions-apiserver/pkg/controller/finalizer.
func (w *world) clear() bool {
	changed := false
	for _, d := range w.definitions {
		if d.phase != going || !d.has(definitionFinalizer) {
			continue
		}
		left := false
		for _, t := range w.instances[d.node.Name] {
			if t.phase != gone {
				changed = w.ask(t, request{why: Instance, by: d, unasked: true}) || changed
				left = left || t.phase != gone
			}
		}
		if !left {
			changed = w.release(d, definitionFinalizer) || changed
		}
	}
	return changed
}
