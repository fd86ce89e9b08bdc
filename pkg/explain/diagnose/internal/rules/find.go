package rules

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// findScope is one list that a check searches, with the key by which it does.
type findScope struct {
	key string
	sight.ScopeID
}

// keyedList holds the objects of a list by their keys.
type keyedList struct {
	byKey    map[string][]finding
	complete bool
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
	var found []finding
	var complete bool
	switch {
	case len(s.Find.Edges) > 0:
		var nothing []explain.Evidence
		found, complete, nothing = belonging(ctx, s.h, s.Find.Edges)
		s.notes = append(s.notes, nothing...)
	default:
		found, complete = s.search(ctx)
	}
	s.found = eachOnce(found)
	values := make([]any, len(s.found))
	for i := range s.found {
		values[i] = s.found[i].value()
	}
	s.variables["found"], s.variables["complete"] = values, complete
	if !complete && !s.Doubts() {
		s.notes = append(s.notes, explain.Evidence{Fact: "not everything could be searched for what belongs to it", Source: "check " + s.ID, Weak: true, Kind: explain.Documented})
		if len(found) == 0 {
			s.f.Add(explain.Evidence{Kind: explain.Documented, Weak: true, Source: "check " + s.ID, Fact: "could not search everything for what belongs to it"})
			return false
		}
	}
	return true
}

// belonging finds what belongs to the object by the rules: as the graph shows it,
// or else by their joins. Where there is nothing, the evidence says what was searched.
func belonging(ctx context.Context, h *hearing.Case, rules []string) (found []finding, complete bool, nothing []explain.Evidence) {
	if found, complete = belowBy(h, rules); len(found) == 0 {
		found, complete, nothing = joinedBy(ctx, h, rules)
	}
	return eachOnce(found), complete, nothing
}

// eachOnce leaves out what was found in two ways. What has no name was only counted.
func eachOnce(found []finding) []finding {
	seen := map[trace.Ref]bool{}
	return slices.DeleteFunc(found, func(f finding) bool {
		known := f.Name != "" && seen[f.Ref]
		seen[f.Ref] = true
		return known
	})
}

// search finds the objects whose key is the value of the object, or without a key all of
// the kinds.
func (s *situation) search(ctx context.Context) (found []finding, complete bool) {
	groups, groupsKnown := s.named(s.Find.Groups)
	kinds, kindsKnown := s.named(s.Find.Kinds)
	if !groupsKnown || !kindsKnown {
		return nil, false
	}
	if s.CEL.Key == nil {
		return s.all(ctx, groups, kinds)
	}
	complete = true
	want := s.text(s.CEL.Value)
	if want == "" {
		return found, true
	}
	target := catalogue.TargetSpec{Groups: groups, Kinds: kinds}
	for _, k := range s.h.View.Kinds {
		if !k.Listable || !target.Fits(k, s.h.Kind) {
			continue
		}
		d := s.keyedList(ctx, k)
		complete = complete && d.complete
		for i := range d.byKey[want] {
			if c := d.byKey[want][i]; c.uid != s.h.Node.UID || c.Ref != s.h.Node.Ref {
				found = append(found, c)
			}
		}
	}
	return found, complete && s.allServed(&target)
}

// named are groups or kinds to look for, where some are told by the object.
func (s *situation) named(names []string) (out []string, known bool) {
	known = true
	own := strings.NewReplacer(catalogue.GroupPlace, s.h.Kind.Group, catalogue.KindPlace, s.h.Kind.Kind)
	for _, name := range names {
		filled, ok := catalogue.FillFields(own.Replace(name), s.h.Object.Object)
		out, known = append(out, filled), known && ok
	}
	return out, known
}

// all finds every object of the kinds.
func (s *situation) all(ctx context.Context, groups, kinds []string) (found []finding, complete bool) {
	complete = true
	for _, group := range groups {
		for _, kind := range kinds {
			rows := s.h.View.Sketch(ctx, group, kind, "")
			complete = complete && rows.Complete
			for i := range rows.Rows {
				row := &rows.Rows[i]
				found = append(found, finding{Ref: row.Ref, uid: row.UID, deleting: !row.Deleted.IsZero(), object: map[string]any{}})
			}
		}
	}
	return found, complete
}

// allServed reports whether of all kinds of the target it is known whether they are
// served: of one that is not, nothing follows where its group could not be asked, or where
// files are read that do not tell what else there was.
func (s *situation) allServed(target *catalogue.TargetSpec) bool {
	if len(target.Groups) == 0 || slices.ContainsFunc(target.Groups, func(g string) bool { return strings.Contains(g, "*") }) {
		return !s.h.View.Copied && len(s.h.View.Unserved()) == 0
	}
	return !slices.ContainsFunc(target.Groups, func(group string) bool { return !s.told(group, target.Kinds) })
}

// told reports whether it is known of the kinds of a group whether they are served: of
// all of it where none is named.
func (s *situation) told(group string, kinds []string) bool {
	if len(kinds) == 0 {
		return s.h.View.Tells(group)
	}
	return !slices.ContainsFunc(kinds, func(kind string) bool {
		_, served := s.h.View.Kind(group, kind)
		return !served && !s.h.View.Tells(group)
	})
}

// keyedList reads a list once and sorts it by its keys.
func (s *situation) keyedList(ctx context.Context, k trace.Kind) keyedList {
	at := findScope{s.Find.Key, sight.ScopeID{Group: k.Group, Kind: k.Kind}}
	if k.Namespaced && !s.Find.AllNamespaces {
		at.Namespace = s.h.Node.Namespace
	}
	return sight.Memory[memory](s.h.View).keyedLists.Get(at, func() keyedList {
		l := s.h.View.List(ctx, k.Group, k.Kind, at.Namespace)
		d := keyedList{byKey: map[string][]finding{}, complete: l.Complete}
		for _, obj := range l.Objects {
			value, ok := s.CEL.Key.Eval(obj.Object)
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
			expression.EachText(value, add)
		}
		return d
	})
}

// joinedBy searches the whole cluster for what belongs to the object by the
// joins of the rules. The graph follows a passive rule only for objects that it
// reads whole, so that nothing found there proves nothing.
func joinedBy(ctx context.Context, h *hearing.Case, rules []string) (found []finding, complete bool, nothing []explain.Evidence) {
	complete = true
	searched := 0
	for _, j := range h.View.Catalogue.Joins(h.Kind, h.Object) {
		if j.Up || !slices.Contains(rules, j.Rule) {
			continue
		}
		searched++
		d := labelled(ctx, h.View, j.Key, j.Annotation)
		carriers := d.with(j.Value)
		complete = complete && d.complete
		if d.complete && len(carriers) == 0 {
			nothing = append(nothing, explain.Evidence{
				Fact:   "nothing has " + j.Key + "=" + j.Value + ": " + phrase.Count(d.kinds, "kind was", "kinds were") + " searched in all namespaces",
				Source: "the labels and annotations of all objects",
			})
		}
		for i := range carriers {
			c := carriers[i]
			within := j.AllNamespaces || c.Namespace == h.Node.Namespace || h.Node.Namespace == "" || slices.Contains(j.Namespaces, c.Namespace)
			if within && c.Ref != h.Node.Ref {
				found = append(found, c)
			}
		}
	}
	if len(found) > 0 {
		nothing = nil
	}
	return found, complete && searched > 0, nothing
}

// marked are the objects that carry a label or annotation.
type marked struct {
	// with returns those with one value of it.
	with     func(value string) []finding
	complete bool
	// kinds is how many kinds were read.
	kinds int
}

// labelled finds who carries a label or annotation: of what was listed for the graph where
// that was everything, or else by reading the metadata of everything there is, once for
// each key.
func labelled(ctx context.Context, w *sight.View, key string, annotation bool) marked {
	at := "label " + key
	want := trace.Want{Labels: []string{key}}
	if annotation {
		at, want = "annotation "+key, trace.Want{Annotations: []string{key}}
	}
	return sight.Memory[memory](w).marked.Get(at, func() marked {
		all := w.Everything()
		m := marked{complete: len(w.Unserved()) == 0, kinds: len(all)}
		if w.Listed(all) && w.Scanned.Marks(key, annotation) {
			m.with = func(value string) []finding { return listedWith(w.Scanned, key, value, annotation) }
			return m
		}
		byValue := map[string][]finding{}
		seen := map[string]bool{}
		problems := w.Sweep(ctx, want, func(k trace.Kind, row *trace.Row) {
			pairs := row.Labels
			if annotation {
				pairs = row.Annotations
			}
			for _, pair := range pairs {
				uid := string(row.UID)
				if string(pair.Key) != key || seen[uid] && uid != "" {
					continue
				}
				seen[uid] = true
				f := finding{
					Ref: trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: string(row.Namespace), Name: string(row.Name)},
					uid: uid, deleting: !row.Deleted.IsZero(), object: map[string]any{},
				}
				byValue[string(pair.Value)] = append(byValue[string(pair.Value)], f)
			}
		})
		for _, p := range problems {
			w.Note(p)
			m.complete = false
		}
		for _, list := range byValue {
			slices.SortFunc(list, compareFindings)
		}
		m.with = func(value string) []finding { return byValue[value] }
		return m
	})
}

// listedWith finds who carries it among what was listed for the graph.
func listedWith(scanned *trace.Scanned, key, value string, annotation bool) []finding {
	var found []finding
	for _, l := range scanned.Carrying(key, value, annotation) {
		found = append(found, finding{
			Ref: trace.Ref{Group: l.Group, Kind: l.Kind.Kind, Namespace: l.Namespace, Name: l.Name},
			uid: l.UID, deleting: !l.Deleted.IsZero(), object: map[string]any{},
		})
	}
	slices.SortFunc(found, compareFindings)
	return found
}

func compareFindings(a, b finding) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Group, b.Group))
}

// belowBy returns what the graph leads down to from the object by the rules.
// What the graph folded away has no name; an object that is not in the graph was
// not searched for.
func belowBy(h *hearing.Case, rules []string) (found []finding, complete bool) {
	if h.View.Graph == nil {
		return found, false
	}
	at, known := h.View.Graph.Index[h.Node.UID]
	if !known || h.Node.UID == "" {
		return found, false
	}
	node := &h.View.Graph.Nodes[at]
	for _, e := range h.View.Graph.Below[at] {
		to := &h.View.Graph.Nodes[e.To]
		if !slices.Contains(rules, e.Rule) || to.State == trace.Gone {
			continue
		}
		c := finding{Ref: to.Ref, uid: to.UID, deleting: to.State.Going(), object: map[string]any{}}
		found = append(found, c)
	}
	for _, f := range node.Folded {
		if slices.Contains(rules, f.Rule) {
			for range f.Count {
				c := finding{Ref: trace.Ref{Group: f.Group, Kind: f.Kind}, object: map[string]any{}}
				found = append(found, c)
			}
		}
	}
	return found, node.Cut == 0 && len(h.View.Graph.Incomplete) == 0
}
