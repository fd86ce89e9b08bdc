package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

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

// noWhose is what the expressions know where no UID was asked about.
func noWhose() map[string]any {
	return map[string]any{"state": "", "group": "", "kind": "", "name": "", "text": ""}
}

// sightings tell of UIDs whose they are or were.
type sightings struct {
	live     map[string]trace.Ref
	past     map[string]sighting
	today    map[kindName][]trace.Ref // what lives and is called like one of the past
	kinds    int                      // how many were read
	complete bool
}

// sighting is what another object says of a UID.
type sighting struct {
	kind, name string
	source     string
	// owner says that it stands in an ownerReference, which nobody writes by hand.
	// It tells the group, and the namespace that a namespaced owner is in.
	owner            bool
	group, namespace string
}

type kindName struct{ kind, name string }

// askWhose finds out whose the UID is that the check asks about. The whole
// cluster is read for it only where the object itself does not tell.
func (s *situation) askWhose(ctx context.Context) {
	uid := s.text(s.cel.whose)
	answer := noWhose()
	s.variables["whose"] = answer
	switch uid {
	case "":
		return
	case s.h.node.UID:
		answer["state"], answer["text"] = ownUID, "the UID in it is the object's own"
		return
	}
	seen := s.h.sightingsBy(ctx, s.ID, s.Whose.Marks)
	said, known := seen.past[uid]
	if mine, ok := markedWith(s.h.obj.GetLabels(), uid, s.Whose.Marks); ok && !known {
		mine.source = "its label " + mine.source
		said, known, s.ownWord = mine, true, true
	}
	at, lives := seen.live[uid]
	switch {
	case lives:
		answer["state"], answer["group"], answer["kind"], answer["name"] = liveUID, at.Group, at.Kind, at.Name
		answer["text"] = "the UID in it is that of " + where(at) + ", which exists"
	case known:
		answer["state"], answer["group"], answer["kind"], answer["name"] = pastUID, said.group, said.kind, said.name
		who := strings.TrimSpace(said.kind + " " + said.name)
		answer["text"] = "the UID in it was that of " + who + s.afterlife(seen, said)
		s.notes = append(s.notes, Evidence{Fact: "gives this UID as that of " + who, Source: said.source})
	case seen.complete:
		answer["state"], answer["text"] = nobodysUID, "the UID in it is nobody's that can be seen"
		s.notes = append(s.notes, Evidence{
			Fact:   "nothing has the UID " + uid + ", no owner and no mark gives it: " + count(seen.kinds, "kind was", "kinds were") + " searched in all namespaces",
			Source: "the metadata of all objects",
		})
	default:
		answer["state"], answer["text"] = unclearUID, "whose UID is in it could not be found out"
	}
}

// afterlife says what has become of the one whose UID it was.
func (s *situation) afterlife(seen sightings, said sighting) string {
	if !seen.complete {
		return "; whether that exists could not be checked"
	}
	if slices.ContainsFunc(seen.today[said.called()], said.fits) {
		return ", which is gone; one of that name exists today, with another UID"
	}
	return ", which is gone"
}

func (s sighting) called() kindName { return kindName{s.kind, s.name} }

// fits reports whether an object of that kind and name can be the one that was
// meant: a mark tells neither group nor namespace.
func (s sighting) fits(at trace.Ref) bool {
	return !s.owner || at.Group == s.group && (at.Namespace == "" || at.Namespace == s.namespace)
}

// markedWith returns what the labels say of a UID. The source is the label.
func markedWith(labels map[string]string, uid string, marks []markSpec) (sighting, bool) {
	for _, m := range marks {
		if labels[m.Label] == uid {
			return sighting{kind: m.Kind, name: labels[m.Name], source: m.Label}, true
		}
	}
	return sighting{}, false
}

// sightingsBy reads the metadata of everything there is, once for each check.
func (w *world) sightingsBy(ctx context.Context, check string, marks []markSpec) sightings {
	return of[rulesMemory](w).sightings.get(check, func() sightings {
		seen := sightings{live: map[string]trace.Ref{}, past: map[string]sighting{}, today: map[kindName][]trace.Ref{}, complete: len(w.unserved()) == 0}
		var want trace.Want
		for _, m := range marks {
			want.Labels = append(want.Labels, m.Label, m.Name)
		}
		scopes := w.everything()
		seen.kinds = len(scopes)
		for _, p := range w.Scan(ctx, scopes, want, func(k trace.Kind, row *trace.Row) { seen.read(k, row, marks) }) {
			w.note(p)
			seen.complete = false
		}
		seen.compare()
		return seen
	})
}

// compare finds what lives and is called like one of the past.
func (seen *sightings) compare() {
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
func (seen *sightings) read(k trace.Kind, row *trace.Row, marks []markSpec) {
	at := trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: string(row.Namespace), Name: string(row.Name)}
	if len(row.UID) > 0 {
		seen.live[string(row.UID)] = at
	}
	for _, o := range row.Owners {
		seen.add(string(o.UID), sighting{
			kind: string(o.Kind), name: string(o.Name), source: where(at) + ": .metadata.ownerReferences",
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
		seen.add(labels[m.Label], sighting{kind: m.Kind, name: labels[m.Name], source: where(at) + ": label " + m.Label})
	}
}

// add keeps the best witness of a UID, whatever the order of reading.
func (seen *sightings) add(uid string, said sighting) {
	if uid == "" {
		return
	}
	was, known := seen.past[uid]
	if !known || cmp.Or(cmp.Compare(said.rank(), was.rank()), cmp.Compare(said.source, was.source)) < 0 {
		seen.past[uid] = said
	}
}

// rank is lower for a better witness.
func (s sighting) rank() int {
	switch {
	case s.owner:
		return 0
	case s.name != "":
		return 1
	}
	return 2
}

// everything lists what can be listed, in all namespaces, without what nothing
// belongs to.
func (w *world) everything() []trace.Scope {
	var scopes []trace.Scope
	for _, k := range w.kinds {
		if k.Listable && !computedKind(k) && k.Group != leaseGroup {
			scopes = append(scopes, trace.Scope{Kind: k})
		}
	}
	return slices.Clip(scopes)
}
