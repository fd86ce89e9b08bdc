package rules

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What a UID may turn out to be.
const (
	ownUID     = "own"     // that of the object itself
	liveUID    = "live"    // that of an object that exists
	pastUID    = "past"    // that of an object that is gone, and which is known all the same
	nobodysUID = "nobody"  // of nothing that can be seen, and everything could be
	unclearUID = "unclear" // of nothing that was seen, and not everything could be
)

// uidOwner is whose a UID is.
type uidOwner struct {
	state, group, kind string
	text               string
	// ownWord says that nothing but the object told it.
	ownWord bool
	notes   []explain.Evidence
}

// uidIndex tell of some UIDs whose they are or were.
type uidIndex struct {
	live     map[string]trace.Ref
	past     map[string]uidRecord
	kinds    int // how many were read
	complete bool
}

// uidRecord is what another object says of a UID.
type uidRecord struct {
	kind, name string
	source     string
	// owner says that it stands in an ownerReference, which nobody writes by hand.
	// It tells the group, and the namespace that a namespaced owner is in.
	owner            bool
	group, namespace string
}

// mark is a label that holds the UID of an object of a kind, and the label beside it
// that holds the object's name.
type mark struct{ label, name, kind string }

// Labels are those of which a diagnosis wants to know who carries them, besides what the
// joins of the catalogue say.
func Labels() []string {
	var labels []string
	for _, m := range kroMarks {
		labels = append(labels, m.label)
	}
	return labels
}

// whoseUID finds out whose a UID is: the object's own, that of another one, or of one
// that is gone, of which ownerReferences and marks may still tell. The whole cluster is
// read for it only where it is not the object's own.
func whoseUID(ctx context.Context, h *hearing.Case, uid string, marks []mark) (w uidOwner) {
	if uid == h.Node.UID {
		return uidOwner{state: ownUID, text: "the UID in it is the object's own"}
	}
	seen := indexUIDs(ctx, h.View, uid, marks)
	said, known := seen.past[uid]
	if mine, ok := markedWith(h.Object.GetLabels(), uid, marks); ok && !known {
		mine.source = "its label " + mine.source
		said, known, w.ownWord = mine, true, true
	}
	at, lives := seen.live[uid]
	switch {
	case lives:
		w.state, w.group, w.kind = liveUID, at.Group, at.Kind
		w.text = "the UID in it is that of " + sight.Where(at) + ", which exists"
	case known:
		who := strings.TrimSpace(said.kind + " " + said.name)
		w.state, w.group, w.kind = pastUID, said.group, said.kind
		w.text = "the UID in it was that of " + who + seen.afterlife(ctx, h.View, said)
		w.notes = []explain.Evidence{{Fact: "gives this UID as that of " + who, Source: said.source}}
	case seen.complete:
		w.state, w.text = nobodysUID, "the UID in it is nobody's that can be seen"
		w.notes = []explain.Evidence{{
			Fact:   "nothing has the UID " + uid + ", no owner and no mark gives it: " + phrase.Count(seen.kinds, "kind was", "kinds were") + " searched in all namespaces",
			Source: "the metadata of all objects",
		}}
	default:
		w.state, w.text = unclearUID, "whose UID is in it could not be found out"
	}
	return w
}

// afterlife says what has become of the one whose UID it was.
func (seen *uidIndex) afterlife(ctx context.Context, w *sight.View, said uidRecord) string {
	if !seen.complete {
		return "; whether that exists could not be checked"
	}
	switch again, known := said.today(ctx, w); {
	case !known:
		return "; whether one of that name exists today could not be checked"
	case again:
		return ", which is gone; one of that name exists today, with another UID"
	}
	return ", which is gone"
}

// today reports whether something lives that can be the one that was meant, by another
// UID, and whether that is known.
func (s uidRecord) today(ctx context.Context, w *sight.View) (lives, known bool) {
	known = true
	for _, k := range w.Kinds {
		if k.Kind != s.kind || s.owner && k.Group != s.group || !k.Listable {
			continue
		}
		if s.owner || !k.Namespaced {
			at := trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: s.namespace, Name: s.name}
			switch seen := w.Look(ctx, at); {
			case seen.Object != nil:
				return true, true
			case !seen.Gone():
				known = false
			}
			continue
		}
		rows := w.Sketch(ctx, k.Group, k.Kind, "")
		if slices.ContainsFunc(rows.Rows, func(b sight.Brief) bool { return b.Name == s.name }) {
			return true, true
		}
		known = known && rows.Complete
	}
	return false, known
}

// markedWith returns what the labels say of a UID. The source is the label.
func markedWith(labels map[string]string, uid string, marks []mark) (uidRecord, bool) {
	for _, m := range marks {
		if labels[m.label] == uid {
			return uidRecord{kind: m.kind, name: labels[m.name], source: m.label}, true
		}
	}
	return uidRecord{}, false
}

// indexUIDs finds out of a UID, and with it of those in the finalizers of all objects of
// the graph, whose they are: of what was listed for the graph where that was everything, or
// else by reading the metadata of everything there is, once.
func indexUIDs(ctx context.Context, w *sight.View, uid string, marks []mark) uidIndex {
	wanted, key := uidsIn(w.Graph), "of the graph"
	if !wanted[uid] {
		wanted, key = map[string]bool{uid: true}, uid
	}
	return sight.Memory[memory](w).uids.Get(key, func() uidIndex {
		all := w.Everything()
		seen := uidIndex{live: map[string]trace.Ref{}, past: map[string]uidRecord{}, complete: len(w.Unserved()) == 0, kinds: len(all)}
		if w.Listed(all) && !slices.ContainsFunc(marks, func(m mark) bool { return !w.Scanned.Marks(m.label, false) }) {
			for uid := range wanted {
				seen.ask(ctx, w, uid, marks)
			}
			return seen
		}
		var want trace.Want
		for _, m := range marks {
			want.Labels = append(want.Labels, m.label, m.name)
		}
		for _, p := range w.Sweep(ctx, want, func(k trace.Kind, row *trace.Row) { seen.read(k, row, wanted, marks) }) {
			w.Note(p)
			seen.complete = false
		}
		return seen
	})
}

// uidsIn are the UIDs with which finalizers of a graph begin.
func uidsIn(g *sight.Graph) map[string]bool {
	uids := map[string]bool{}
	if g == nil {
		return uids
	}
	for i := range g.Nodes {
		for _, f := range g.Nodes[i].Finalizers {
			if before, _, _ := strings.Cut(f.Name, "."); phrase.IsUUID(before) {
				uids[before] = true
			}
		}
	}
	return uids
}

// ask takes up what was listed for the graph and has to do with a UID.
func (seen *uidIndex) ask(ctx context.Context, w *sight.View, uid string, marks []mark) {
	if l, lives := w.Scanned.Find(uid); lives {
		seen.live[uid] = trace.Ref{Group: l.Group, Kind: l.Kind.Kind, Namespace: l.Namespace, Name: nameOf(ctx, w, &l)}
	}
	for _, l := range w.Scanned.Owned(uid) {
		b := sight.BriefOfListed(&l)
		for i := range b.Owners {
			if b.Owners[i].UID == uid {
				seen.add(uid, ownedBy(b.Ref, &b.Owners[i]))
			}
		}
	}
	for _, m := range marks {
		carriers := listedWith(w.Scanned, m.label, uid, false)
		if len(carriers) == 0 {
			continue
		}
		// All of them say the same: the first one has to tell the name as well.
		first := slices.MinFunc(carriers, func(a, b finding) int { return cmp.Compare(sight.Where(a.Ref), sight.Where(b.Ref)) })
		said := uidRecord{kind: m.kind, source: sight.Where(first.Ref) + ": label " + m.label}
		if obj := w.Glance(ctx, first.Ref).Object; obj != nil {
			said.name = obj.GetLabels()[m.name]
		}
		seen.add(uid, said)
	}
}

// nameOf is the name of an object of which nothing else was told than that it is there.
func nameOf(ctx context.Context, w *sight.View, l *trace.Listed) string {
	if l.Name != "" {
		return l.Name
	}
	rows, _ := w.ScanOne(ctx, l.Kind, l.Namespace)
	for i := range rows.Rows {
		if rows.Rows[i].UID == l.UID {
			return rows.Rows[i].Name
		}
	}
	return "?"
}

// ownedBy is what an ownerReference says of the owner.
func ownedBy(at trace.Ref, o *sight.Owner) uidRecord {
	return uidRecord{kind: o.Kind, name: o.Name, source: sight.Where(at) + ": .metadata.ownerReferences", owner: true, group: o.Group, namespace: at.Namespace}
}

// read takes up what one object is, and what it says of others, as far as that is wanted.
func (seen *uidIndex) read(k trace.Kind, row *trace.Row, wanted map[string]bool, marks []mark) {
	at := func() trace.Ref {
		return trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: string(row.Namespace), Name: string(row.Name)}
	}
	if wanted[string(row.UID)] {
		seen.live[string(row.UID)] = at()
	}
	for i := range row.Owners {
		if o := &row.Owners[i]; wanted[string(o.UID)] {
			owner := sight.Owner{Group: trace.GroupOf(string(o.APIVersion)), Kind: string(o.Kind), Name: string(o.Name)}
			seen.add(string(o.UID), ownedBy(at(), &owner))
		}
	}
	if len(row.Labels) == 0 {
		return
	}
	labels := make(map[string]string, len(row.Labels))
	for _, pair := range row.Labels {
		labels[string(pair.Key)] = string(pair.Value)
	}
	for _, m := range marks {
		if uid := labels[m.label]; wanted[uid] {
			seen.add(uid, uidRecord{kind: m.kind, name: labels[m.name], source: sight.Where(at()) + ": label " + m.label})
		}
	}
}

// add keeps the best witness of a UID, whatever the order of reading.
func (seen *uidIndex) add(uid string, said uidRecord) {
	if uid == "" {
		return
	}
	was, known := seen.past[uid]
	if !known || cmp.Or(cmp.Compare(said.rank(), was.rank()), cmp.Compare(said.source, was.source)) < 0 {
		seen.past[uid] = said
	}
}

// rank is lower for a better witness.
func (s uidRecord) rank() int {
	switch {
	case s.owner:
		return 0
	case s.name != "":
		return 1
	}
	return 2
}
