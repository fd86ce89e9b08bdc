package preflight

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// request is a DELETE as the API server gets it.
type request struct {
	why     Why
	by      *thing // nil for the person
	cascade Cascade
	// unasked says that admission is passed by.
	unasked bool
}

// ask has the API server delete a thing. It reports whether anything has changed.
//
// The finalizers of the garbage collector follow the policy of each request, also of one
// for what is being deleted already: k8s.io/apiserver, registry/generic/registry/store.go,
// deletionFinalizersForGarbageCollection.
func (w *world) ask(t *thing, r request) bool {
	if t.absent || t.phase == gone {
		return false
	}
	if !r.unasked {
		if t.refusal = w.refuses(t, true); t.refusal == nil {
			t.refusal = w.forbids(t, r.by == nil)
		}
		if t.refusal != nil {
			if t.why == "" {
				t.why, t.by = r.why, r.by
			}
			return false
		}
	}
	changed := t.phase == there
	if changed {
		t.phase, t.asked, t.why, t.by = going, w.turn, r.why, r.by
		w.toNode(t)
		if t.kind.IsDefinition() && !t.has(definitionFinalizer) { // the request itself puts it on
			t.finalizers = append(slices.Clone(t.finalizers), definitionFinalizer)
		}
	}
	if !changed && t.has(onNode) {
		return false // its grace period is only ever made shorter
	}
	want := t.requested(r.cascade, changed)
	if !slices.Equal(want, t.finalizers) {
		t.finalizers, changed = want, true
	}
	t.foreground = t.has(foregroundFinalizer)
	if len(t.finalizers) == 0 {
		w.end(t)
		return true
	}
	return changed
}

// requested are the finalizers of a thing after a request. The first one for a definition
// takes no notice of the policy, nor does any but the first for a namespace with content:
// k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go,
// k8s.io/kubernetes/pkg/registry/core/namespace/storage.
func (t *thing) requested(cascade Cascade, first bool) []string {
	switch {
	case t.kind.IsDefinition() && first && !t.has(definitionFinalizer):
		return append(slices.Clone(t.finalizers), definitionFinalizer)
	case t.kind.IsDefinition() && first, t.kind.IsNamespace() && !first && t.has(namespaceFinalizer):
		return t.finalizers
	}
	return wanted(t.finalizers, cascade)
}

// wanted are the finalizers after a request with a policy; with none they stay.
func wanted(finalizers []string, cascade Cascade) []string {
	collector := map[Cascade]string{Foreground: foregroundFinalizer, Orphan: orphanFinalizer}[cascade]
	if cascade == "" || collector != "" && slices.Contains(finalizers, collector) {
		return finalizers
	}
	out := slices.DeleteFunc(slices.Clone(finalizers), func(f string) bool { return f == foregroundFinalizer || f == orphanFinalizer })
	if collector != "" {
		out = append(out, collector)
	}
	return out
}

func (w *world) end(t *thing) { t.phase, t.ended = gone, w.turn }

// release takes a finalizer off, where that is not refused.
func (w *world) release(t *thing, finalizer string) bool {
	if finalizer != onNode {
		if t.writeRefusal = w.refuses(t, false); t.writeRefusal != nil {
			return false
		}
	}
	t.finalizers = slices.DeleteFunc(slices.Clone(t.finalizers), func(f string) bool { return f == finalizer })
	if t.phase == going && len(t.finalizers) == 0 {
		w.end(t)
	}
	return true
}

// unbind takes an ownerReference out of a dependent, where that is not refused.
func (w *world) unbind(b *bond) bool {
	if b.dependent.writeRefusal = w.refuses(b.dependent, false); b.dependent.writeRefusal != nil {
		return false
	}
	b.off = true
	return true
}

// forbids returns what is said to a DELETE by what answers: to the person that is what the
// server has said, to others what its webhooks are known to say.
func (w *world) forbids(t *thing, person bool) *Hindrance {
	said, asked := w.Facts.Answers[t.node.UID]
	if person && asked && !said.Allowed {
		if said.Unsure && w.luck.kind {
			return nil
		}
		return &Hindrance{Sort: Gate, Takes: -1, Fate: -1, Message: said.Words, Decides: true}
	}
	if asked && said.Allowed {
		return nil // whoever it is that asks
	}
	for i := range w.Facts.Around.Gates[t.node.UID] {
		g := &w.Facts.Around.Gates[t.node.UID][i]
		silent := g.Open && (g.Down != "" || w.unserved(g.Service) != nil) // and what is silent lets pass
		if g.Says != "" && !silent && w.stands(g) && (!g.Unsure && !g.Perhaps || !w.luck.kind) {
			return &Hindrance{Sort: Gate, Ref: g.Config, Takes: -1, Fate: -1, Message: g.Says, Decides: true}
		}
	}
	return nil
}

// stands reports whether a gate is still there, and what it protects something for.
func (w *world) stands(g *explain.Gate) bool {
	return w.isThere(g.Config) && (len(g.For) == 0 || slices.ContainsFunc(g.For, w.isThere))
}

// isThere reports whether an object has not gone. What the graph does not hold stays.
func (w *world) isThere(ref trace.Ref) bool {
	t := w.byRef[ref]
	return t == nil || t.phase != gone && !t.absent
}

// refuses returns what refuses a DELETE, or else an UPDATE, of a thing as things are.
func (w *world) refuses(t *thing, deleting bool) *Hindrance {
	gates := w.Facts.Around.Gates[t.node.UID]
	for i := range gates {
		g := &gates[i]
		if g.Open || deleting && !g.Deletes || !deleting && !g.Updates || g.Unsure && w.luck.kind || !w.stands(&explain.Gate{Config: g.Config}) {
			continue
		}
		h := Hindrance{Sort: Gate, Ref: g.Config, Takes: -1, Fate: -1, Decides: true}
		if takes := w.unserved(g.Service); takes != nil {
			h.Then, h.Takes = WebhookGoes, takes.at
			h.Message = "webhook " + g.Name + " has to be asked, and its service " + g.Service.Name + " goes"
			return &h
		}
		if g.Down != "" {
			h.Message = "webhook " + g.Name + " has to be asked: " + g.Down
			return &h
		}
	}
	return nil
}

// unserved returns what of a service has gone, or is just about to, nil for nothing.
func (w *world) unserved(service trace.Ref) *thing {
	if service.Name == "" {
		return nil
	}
	space := w.byRef[trace.Ref{Kind: "Namespace", Name: service.Namespace}]
	if space != nil && space.phase != there && (w.hadPods(space) || !w.luck.quick) {
		return space // its pods go first
	}
	if t := w.byRef[service]; t != nil && t.phase == gone && !t.absent {
		return t
	}
	return nil
}
