package explain

import (
	"cmp"
	"context"
	"slices"

	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// findScope is one list that a check searches, with the key by which it does.
type findScope struct {
	key string
	scopeID
}

// drawer holds the objects of a list by their keys.
type drawer struct {
	byKey    map[string][]finding
	complete bool
	// kinds is how many kinds were read.
	kinds int
}

// finding is an object that a check may find.
type finding struct {
	trace.Ref
	uid      string
	deleting bool
	object   map[string]any // empty where only its metadata was read
}

// value is a finding as the expressions see it.
func (c *finding) value() map[string]any {
	return map[string]any{
		"group": c.Group, "kind": c.Kind, "namespace": c.Namespace, "name": c.Name,
		"uid": c.uid, "deleting": c.deleting, "object": c.object,
	}
}

// find sets what the check looks for. It returns false where nothing was found
// and not everything could be searched.
func (s *situation) find(ctx context.Context) bool {
	var found []any
	var complete bool
	switch {
	case len(s.Find.Edges) > 0:
		found, complete = s.h.belowBy(s.Find.Edges)
		if len(found) == 0 {
			found, complete = s.joinedBy(ctx)
		}
	case s.cel.kind != nil:
		found, complete = s.ofType(ctx)
	default:
		found, complete = s.search(ctx)
	}
	found = eachOnce(found)
	s.variables["found"], s.variables["complete"] = found, complete
	if !complete && !s.Find.Partial {
		s.notes = append(s.notes, Evidence{Fact: "not everything could be searched for what belongs to it", Source: "check " + s.ID, Weak: true})
		if len(found) == 0 {
			s.h.hint("check "+s.ID, "could not search everything for what belongs to it")
			return false
		}
	}
	return true
}

// eachOnce leaves out what was found in two ways. What has no name was only counted.
func eachOnce(found []any) []any {
	out := make([]any, 0, len(found))
	seen := map[[4]any]bool{}
	for _, f := range found {
		if m, ok := f.(map[string]any); ok && m["name"] != "" {
			at := [4]any{m["group"], m["kind"], m["namespace"], m["name"]}
			if seen[at] {
				continue
			}
			seen[at] = true
		}
		out = append(out, f)
	}
	return out
}

// ofType finds every object of the type that the check names.
func (s *situation) ofType(ctx context.Context) (found []any, complete bool) {
	found = []any{}
	value, ok := s.cel.kind.evalWith(s.variables)
	if !ok {
		return found, false
	}
	m, ok := present(value).(traits.Mapper)
	if !ok {
		return found, false
	}
	rows := s.h.sketch(ctx, field(m, "group"), field(m, "kind"), "")
	for i := range rows.rows {
		row := &rows.rows[i]
		f := finding{Ref: row.Ref, uid: row.UID, deleting: !row.Deleted.IsZero(), object: map[string]any{}}
		found = append(found, f.value())
	}
	return found, rows.complete
}

// search finds the objects whose key is the value of the object.
func (s *situation) search(ctx context.Context) (found []any, complete bool) {
	found, complete = []any{}, true
	want := s.text(s.cel.value)
	if want == "" {
		return found, true
	}
	target := targetSpec{Groups: s.Find.Groups, Kinds: s.Find.Kinds, Categories: s.Find.Categories, SameGroup: s.Find.SameGroup}
	for _, k := range s.h.kinds {
		if !k.Listable || !target.fits(k, s.h.kind) || s.Find.SameKind && (k.Group != s.h.kind.Group || k.Kind != s.h.kind.Kind) {
			continue
		}
		d := s.drawer(ctx, k)
		complete = complete && d.complete
		for i := range d.byKey[want] {
			if c := &d.byKey[want][i]; c.uid != s.h.node.UID || c.Ref != s.h.node.Ref {
				found = append(found, c.value())
			}
		}
	}
	return found, complete && !slices.ContainsFunc(s.Find.Groups, s.h.groupBroken)
}

// drawer reads a list once and sorts it by its keys.
func (s *situation) drawer(ctx context.Context, k trace.Kind) drawer {
	at := findScope{s.Find.Key, scopeID{group: k.Group, kind: k.Kind}}
	if k.Namespaced && !s.Find.AllNamespaces {
		at.namespace = s.h.node.Namespace
	}
	return of[rulesMemory](s.h.world).drawers.get(at, func() drawer {
		l := s.h.list(ctx, k.Group, k.Kind, at.namespace)
		d := drawer{byKey: map[string][]finding{}, complete: l.complete}
		for _, obj := range l.objects {
			value, ok := s.cel.key.eval(obj.Object)
			if !ok {
				continue
			}
			c := finding{
				Ref: trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: obj.GetNamespace(), Name: obj.GetName()},
				uid: string(obj.GetUID()), deleting: obj.GetDeletionTimestamp() != nil, object: obj.Object,
			}
			add := func(key string) {
				if key != "" {
					d.byKey[key] = append(d.byKey[key], c)
				}
			}
			eachText(value, add)
		}
		return d
	})
}

// joinedBy searches the whole cluster for what belongs to the object by the
// joins of the rules. The graph follows a passive rule only for objects that it
// reads whole, so that nothing found there proves nothing.
func (s *situation) joinedBy(ctx context.Context) (found []any, complete bool) {
	h := s.h
	found, complete = []any{}, true
	searched := 0
	var nothing []Evidence
	for _, j := range h.catalogue.Joins(h.kind, h.obj) {
		if j.Up || !slices.Contains(s.Find.Edges, j.Rule) {
			continue
		}
		searched++
		d := h.labelled(ctx, j.Key, j.Annotation)
		complete = complete && d.complete
		if d.complete && len(d.byKey[j.Value]) == 0 {
			nothing = append(nothing, Evidence{
				Fact:   "nothing has " + j.Key + "=" + j.Value + ": " + count(d.kinds, "kind was", "kinds were") + " searched in all namespaces",
				Source: "the labels and annotations of all objects",
			})
		}
		for i := range d.byKey[j.Value] {
			c := &d.byKey[j.Value][i]
			within := j.AllNamespaces || c.Namespace == h.node.Namespace || h.node.Namespace == "" || slices.Contains(j.Namespaces, c.Namespace)
			if within && c.Ref != h.node.Ref {
				found = append(found, c.value())
			}
		}
	}
	if len(found) == 0 {
		s.notes = append(s.notes, nothing...)
	}
	return found, complete && searched > 0
}

// labelled reads the metadata of everything there is, once for each key, and
// sorts it by the key's value.
func (w *world) labelled(ctx context.Context, key string, annotation bool) drawer {
	at := findScope{key: "label " + key}
	want := trace.Want{Labels: []string{key}}
	if annotation {
		at.key, want = "annotation "+key, trace.Want{Annotations: []string{key}}
	}
	return of[rulesMemory](w).drawers.get(at, func() drawer {
		d := drawer{byKey: map[string][]finding{}, complete: len(w.unserved()) == 0}
		scopes := w.everything()
		d.kinds = len(scopes)
		seen := map[string]bool{}
		problems := w.Scan(ctx, scopes, want, func(k trace.Kind, row *trace.Row) {
			for _, pair := range append(slices.Clone(row.Labels), row.Annotations...) {
				uid := string(row.UID)
				if string(pair.Key) != key || seen[uid] && uid != "" {
					continue
				}
				seen[uid] = true
				f := finding{
					Ref: trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: string(row.Namespace), Name: string(row.Name)},
					uid: uid, deleting: !row.Deleted.IsZero(), object: map[string]any{},
				}
				d.byKey[string(pair.Value)] = append(d.byKey[string(pair.Value)], f)
			}
		})
		for _, p := range problems {
			w.note(p)
			d.complete = false
		}
		for _, list := range d.byKey {
			slices.SortFunc(list, func(a, b finding) int {
				return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Group, b.Group))
			})
		}
		return d
	})
}

// belowBy returns what the graph leads down to from the object by the rules.
// What the graph folded away has no name; an object that is not in the graph was
// not searched for.
func (h *hearing) belowBy(rules []string) (found []any, complete bool) {
	found = []any{}
	if h.graph == nil {
		return found, false
	}
	at, known := h.graph.index[h.node.UID]
	if !known || h.node.UID == "" {
		return found, false
	}
	node := &h.graph.Nodes[at]
	for _, e := range h.graph.below[at] {
		to := &h.graph.Nodes[e.To]
		if !slices.Contains(rules, e.Rule) || to.State == trace.Gone {
			continue
		}
		c := finding{Ref: to.Ref, uid: to.UID, deleting: going(to.State), object: map[string]any{}}
		found = append(found, c.value())
	}
	for _, f := range node.Folded {
		if slices.Contains(rules, f.Rule) {
			for range f.Count {
				c := finding{Ref: trace.Ref{Group: f.Group, Kind: f.Kind}, object: map[string]any{}}
				found = append(found, c.value())
			}
		}
	}
	return found, node.Cut == 0 && len(h.graph.Incomplete) == 0
}

// graphIndex is the graph with the ways down from each node.
type graphIndex struct {
	*trace.Graph
	index map[string]int // by UID
	below map[int][]trace.Edge
}

func indexed(g *trace.Graph) *graphIndex {
	x := &graphIndex{Graph: g, index: make(map[string]int, len(g.Nodes)), below: map[int][]trace.Edge{}}
	for i := range g.Nodes {
		if g.Nodes[i].UID != "" {
			x.index[g.Nodes[i].UID] = i
		}
	}
	for _, e := range g.Edges {
		x.below[e.From] = append(x.below[e.From], e)
	}
	return x
}

// eachText hands over a text, or those of a list, however deep.
func eachText(value ref.Val, visit func(string)) {
	visit(text(value))
	eachOf(value, func(v ref.Val) { eachText(v, visit) })
}
