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

// uidIndex tell of UIDs whose they are or were.
type uidIndex struct {
	live     map[string]trace.Ref
	past     map[string]uidRecord
	today    map[kindName][]trace.Ref // what lives and is called like one of the past
	kinds    int                      // how many were read
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

type kindName struct{ kind, name string }

// mark is a label that holds the UID of an object of a kind, and the label beside it
// that holds the object's name.
type mark struct{ label, name, kind string }

// whoseUID finds out whose a UID is: the object's own, that of another one, or of one
// that is gone, of which ownerReferences and marks may still tell. The whole cluster is
// read for it only where it is not the object's own.
func whoseUID(ctx context.Context, h *hearing.Case, uid string, marks []mark) (w uidOwner) {
	if uid == h.Node.UID {
		return uidOwner{state: ownUID, text: "the UID in it is the object's own"}
	}
	seen := indexUIDs(ctx, h.View, marks)
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
		w.text = "the UID in it was that of " + who + seen.afterlife(said)
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
func (seen *uidIndex) afterlife(said uidRecord) string {
	if !seen.complete {
		return "; whether that exists could not be checked"
	}
	if slices.ContainsFunc(seen.today[said.called()], said.fits) {
		return ", which is gone; one of that name exists today, with another UID"
	}
	return ", which is gone"
}

func (s uidRecord) called() kindName { return kindName{s.kind, s.name} }

// fits reports whether an object of that kind and name can be the one that was
// meant: a mark tells neither group nor namespace.
func (s uidRecord) fits(at trace.Ref) bool {
	return !s.owner || at.Group == s.group && (at.Namespace == "" || at.Namespace == s.namespace)
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

// indexUIDs reads the metadata of everything there is, once.
func indexUIDs(ctx context.Context, w *sight.View, marks []mark) uidIndex {
	return sight.Memory[memory](w).uids.Get("", func() uidIndex {
		seen := uidIndex{live: map[string]trace.Ref{}, past: map[string]uidRecord{}, today: map[kindName][]trace.Ref{}, complete: len(w.Unserved()) == 0}
		var want trace.Want
		for _, m := range marks {
			want.Labels = append(want.Labels, m.label, m.name)
		}
		seen.kinds = len(w.Everything())
		for _, p := range w.Sweep(ctx, want, func(k trace.Kind, row *trace.Row) { seen.read(k, row, marks) }) {
			w.Note(p)
			seen.complete = false
		}
		seen.compare()
		return seen
	})
}

// compare finds what lives and is called like one of the past.
func (seen *uidIndex) compare() {
	for _, said := range seen.past {
		seen.today[said.called()] = nil
	}
	for _, at := range seen.live {
		called := kindName{at.Kind, at.Name}
		if same, asked := seen.today[called]; asked {
			seen.today[called] = append(same, at)
		}
	}
}

// read takes up what one object is, and what it says of others.
func (seen *uidIndex) read(k trace.Kind, row *trace.Row, marks []mark) {
	at := trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: string(row.Namespace), Name: string(row.Name)}
	if len(row.UID) > 0 {
		seen.live[string(row.UID)] = at
	}
	for _, o := range row.Owners {
		seen.add(string(o.UID), uidRecord{
			kind: string(o.Kind), name: string(o.Name), source: sight.Where(at) + ": .metadata.ownerReferences",
			owner: true, group: trace.GroupOf(string(o.APIVersion)), namespace: at.Namespace,
		})
	}
	if len(row.Labels) == 0 {
		return
	}
	labels := make(map[string]string, len(row.Labels))
	for _, pair := range row.Labels {
		labels[string(pair.Key)] = string(pair.Value)
	}
	for _, m := range marks {
		seen.add(labels[m.label], uidRecord{kind: m.kind, name: labels[m.name], source: sight.Where(at) + ": label " + m.label})
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
