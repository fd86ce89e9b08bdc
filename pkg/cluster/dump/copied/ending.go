package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// shown takes an object that was presumed to have been asked to go for one that was, where its
// status, an event about it or a line of a log tells, or a person that it cannot be deleted; and says so of one of
// which nothing does.
func (r *reading) shown(aside []string) {
	events, undeletable := r.endingEvents(), spoken.Undeletable(aside, false)
	anyKind := slices.ContainsFunc(undeletable, spoken.AnyKind) && customAlone(r.all())
	for i, d := range r.documents {
		for _, obj := range d.objectsOf() {
			meta, _ := obj["metadata"].(map[string]any)
			if meta["deletionTimestamp"] != trace.Presumed {
				continue
			}
			of := objectOfIt(obj)
			switch {
			case tellsItGoes(obj, of, events, aside) || saidOf(undeletable, of.Kind) || anyKind && builtin.VersionOf(of.Kind) == "":
				r.documents[i] = r.documents[i].changed(func(obj map[string]any) {
					if meta, _ := obj["metadata"].(map[string]any); objectOfIt(obj) == of {
						meta["deletionTimestamp"] = trace.Untold
					}
				})
			case len(unread(slices.Clone(r.faults))) == len(r.faults): // it is not told already what was not copied
				r.faults = append(r.faults, lackf("the copy of %s %s does not show it as being deleted, and it is judged as if it were; %s", of.Kind, of.Name, adviceFor(of)))
			}
		}
	}
}

// endingEvents are the events that tell of a deletion.
func (r *reading) endingEvents() (events []map[string]any) {
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			if obj["kind"] == "Event" && spoken.EndingEvent(obj) {
				events = append(events, obj)
			}
		}
	}
	return events
}

// tellsItGoes reports whether anything says that the object is on its way out.
func tellsItGoes(obj map[string]any, of spoken.Of, events []map[string]any, aside []string) bool {
	return spoken.IsEnding(obj) ||
		slices.ContainsFunc(events, func(e map[string]any) bool {
			about, _ := e["involvedObject"].(map[string]any)
			in := spoken.Text(about, "namespace")
			return spoken.Text(about, "kind") == of.Kind && spoken.Text(about, "name") == of.Name && (in == "" || of.Namespace == "" || in == of.Namespace)
		}) ||
		slices.ContainsFunc(aside, func(line string) bool { return spoken.EndingLine(line, of) })
}

// objectOfIt is which object it is.
func objectOfIt(obj map[string]any) spoken.Of {
	meta, _ := obj["metadata"].(map[string]any)
	return spoken.Of{Kind: spoken.Text(obj, "kind"), APIVersion: spoken.Text(obj, "apiVersion"), Namespace: spoken.Text(meta, "namespace"), Name: spoken.Text(meta, "name")}
}

// finalizersNamed gives the one object of which the finalizers were not copied those of a list that was copied apart
// from it, or else that are called so beside it.
func (r *reading) finalizersNamed(aside []string) {
	names := spoken.FinalizersIn(aside)
	if one := spoken.FinalizerIn(aside); one != "" && !slices.Contains(names, one) {
		names = []string{one}
	}
	list := beside.FinalizersIn(aside)
	if len(list) == 0 {
		list = anyOf(names)
	}
	at, _ := r.soleObject()
	if len(list) == 0 || at < 0 {
		return
	}
	r.documents[at] = r.documents[at].changed(func(obj map[string]any) {
		meta, _ := obj["metadata"].(map[string]any)
		if own, _ := meta["finalizers"].([]any); len(own) == 1 && own[0] == explain.NotCopied {
			meta["finalizers"] = list
		}
	})
}

// presumeLogged takes each object of which a log says that its deletion fails for one that was asked to go, for somebody
// who asks why it hangs: what was copied of it may be what was applied.
func (r *reading) presumeLogged(aside []string) {
	for i, d := range r.documents {
		if d.Text("kind") == SnapshotKind {
			continue
		}
		r.documents[i] = d.changed(func(obj map[string]any) {
			meta, _ := obj["metadata"].(map[string]any)
			of := objectOfIt(obj)
			if meta == nil || meta["deletionTimestamp"] != nil || of.Name == "" || !slices.ContainsFunc(aside, func(line string) bool { return spoken.FailsToEnd(line, of) }) {
				return
			}
			meta["deletionTimestamp"] = trace.Untold
			if list, _ := meta["finalizers"].([]any); len(list) == 0 {
				meta["finalizers"] = []any{explain.NotCopied}
			}
		})
	}
}

// presumeSaid takes the one object that a command deletes, or of a kind of which sentences say that somebody deletes it,
// or which they say to hang on its way out, for one that was asked to go, for somebody who asks why it hangs, where
// nothing else is.
func (q *Question) presumeSaid(r *reading, aside []string, rows []beside.Row) {
	found := q.saidToGo(r, aside, rows)
	switch {
	case len(found) > 1:
		r.faults = append(r.faults, lackf("the text tells that one of %d objects, such as %s %s, is deleted, and not which; ask of one by its name", len(found), found[0].Kind, found[0].Name))
		return
	case len(found) == 0:
		return
	}
	for i, d := range r.documents {
		r.documents[i] = d.changed(func(obj map[string]any) {
			meta, _ := obj["metadata"].(map[string]any)
			if objectOfIt(obj) != found[0] {
				return
			}
			meta["deletionTimestamp"] = trace.Presumed
			if list, _ := meta["finalizers"].([]any); len(list) == 0 {
				meta["finalizers"] = []any{explain.NotCopied}
			}
		})
	}
}

// saidToGo are the objects that a command or a sentence may mean to be deleted, none where one goes: of those that a
// server has shown, where some are. What is said to hang is one that a command names, where one does.
func (q *Question) saidToGo(r *reading, aside []string, rows []beside.Row) (found []spoken.Of) {
	all, deletions := r.candidates(), beside.Deletions(aside)
	commanded := func(c candidate) bool { return deletedBy(deletions, objectOfIt(c.obj)) }
	free := !slices.ContainsFunc(all, commanded)
	if found = saidToHang(slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return !free && !commanded(c) }), aside); len(found) > 0 {
		return found
	}
	words, hung := append(spoken.DeletedWords(aside), spoken.Undeletable(aside, false)...), spoken.Hung(aside, q.kindOf)
	anyKind := slices.ContainsFunc(words, spoken.AnyKind) && customAlone(all) // what is installed is of Kubernetes' own
	found, applied := those(all, func(c candidate) bool {
		return commanded(c) || (anyKind && c.custom() || saidOf(words, spoken.Text(c.obj, "kind"))) && !stays(c.obj, c.meta, rows)
	})
	held, written := those(all, func(c candidate) bool { return c.d.mayHang(c.obj, c.meta, rows) })
	return firstOf(found, hung.Among(append(held, written...)), applied)
}

// saidToHang are the objects of a custom kind of which sentences say that its deletion hangs, those that a server has shown
// before others: what tables showed of their state they had before it, or have still.
func saidToHang(all []candidate, aside []string) []spoken.Of {
	words := spoken.HangingWords(spoken.Present(aside), true)
	return firstOf(those(all, func(c candidate) bool {
		return c.custom() && saidOf(words, spoken.Text(c.obj, "kind")) && !tellsItStays(c.obj, c.meta)
	}))
}

// those are the objects with a name of which something is so: what a server has shown, and what was written to be applied.
func those(all []candidate, is func(c candidate) bool) (shown, applied []spoken.Of) {
	for _, c := range all {
		switch of := objectOfIt(c.obj); {
		case of.Name == "" || !is(c):
		case c.d.manifest():
			applied = append(applied, of)
		default:
			shown = append(shown, of)
		}
	}
	return shown, applied
}

// candidate is an object that may have been asked to go, and where it stands.
type candidate struct {
	d         *document
	obj, meta map[string]any
}

func (c candidate) custom() bool { return builtin.VersionOf(spoken.Text(c.obj, "kind")) == "" }

// customAlone reports whether one of the objects alone is of a kind that is not Kubernetes' own.
func customAlone(all []candidate) bool {
	return len(slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return !c.custom() })) == 1
}

// candidates are the objects that were copied, none where one of them goes.
func (r *reading) candidates() (all []candidate) {
	all = r.all()
	if slices.ContainsFunc(all, func(c candidate) bool {
		return c.meta == nil || c.meta["deletionTimestamp"] != nil || c.d.Text("kind") == SnapshotKind
	}) {
		return nil
	}
	return all
}

// all are the objects that were copied, without events and without what is no more than a part of something, such as
// its conditions.
func (r *reading) all() (all []candidate) {
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			meta, _ := obj["metadata"].(map[string]any)
			if (meta != nil || obj["kind"] != nil) && obj["kind"] != "Event" {
				all = append(all, candidate{d, obj, meta})
			}
		}
	}
	return all
}

// firstOf is the first of several lists that is not empty.
func firstOf(lists ...[]spoken.Of) (list []spoken.Of) {
	for _, list = range lists {
		if len(list) > 0 {
			break
		}
	}
	return list
}

// mayHang reports whether an object is held by finalizers, and nothing shows it in a state that one on its way out has not.
func (d *document) mayHang(obj, meta map[string]any, rows []beside.Row) bool {
	finalizers, _ := meta["finalizers"].([]any)
	return len(finalizers) > 0 && !d.showsPhase(obj) && !shownToBe(obj, rows)
}

// showsPhase reports whether describe has printed a state of the object that one on its way out has not.
func (d *document) showsPhase(obj map[string]any) bool {
	status, _ := obj["status"].(map[string]any)
	return d.described && status["phase"] != nil && !spoken.IsEnding(obj)
}

// shownToBe reports whether a table shows the object in a state that one on its way out has not.
func shownToBe(obj map[string]any, rows []beside.Row) bool {
	return slices.ContainsFunc(rows, func(r beside.Row) bool { return r.Same(obj) && r.Stays() })
}

// saidOf reports whether one of the words is for a kind, one or several of it.
func saidOf(words []string, kind string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.EqualFold(word, kind) || strings.EqualFold(word, phrase.PluralOf(strings.ToLower(kind)))
	})
}
