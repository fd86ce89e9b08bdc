package trace

// cut ends the descent at a level. What is known to be below is connected where
// the graph has it anyway, and counted otherwise.
func (b *builder) cut(level []*vertex) {
	for _, v := range level {
		beyond := map[any]bool{}
		counted := 0
		for _, c := range b.children(v) {
			for _, count := range c.counted {
				counted += count
			}
			for _, child := range c.children {
				b.cutRecord(v, c.rule, child, beyond)
			}
		}
		for i := range v.links {
			if !v.links[i].Up {
				b.cutLink(v, &v.links[i], beyond)
			}
		}
		v.Cut = len(beyond) + counted
	}
}

func (b *builder) cutRecord(v *vertex, rule string, c child, beyond map[any]bool) {
	uid := b.store.UID(c.record)
	if to, ok := b.vertices[uid]; ok && !to.dangling {
		b.connect(v, to, b.edgeOf(v, rule, c))
		return
	}
	// The name joins it with a link to the same object.
	if name := b.store.Name(c.record); name != "" {
		beyond[place{b.store.Kind(c.record), b.store.Namespace(c.record), name}] = true
		return
	}
	beyond[uid] = true
}

// cutLink counts a target without reading it, and so leaves out those that may
// well not exist.
func (b *builder) cutLink(v *vertex, l *Link, beyond map[any]bool) {
	ref := linkReference(v, l)
	at, ok := b.locateByName(&ref)
	if !ok {
		return
	}
	if to, known := b.byPlace[at]; known {
		if l.UID == "" || l.UID == to.UID {
			b.connect(v, to, Edge{Rule: l.Rule})
		}
		return
	}
	if !l.Optional {
		beyond[at] = true
	}
}
