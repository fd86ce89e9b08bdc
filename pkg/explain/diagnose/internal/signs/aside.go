package signs

import (
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// besideIt is where lines stand that were copied beside the object.
const besideIt = "log copied beside it"

// asideWords are what was copied beside the object and names it: lines of a log, of
// which nothing tells who printed them. Where it is the only one that goes, errors that
// name nothing else are told too.
func asideWords(h *hearing.Case) []Word {
	if len(h.View.Logs.Aside) == 0 || !h.Node.State.Going() {
		return nil
	}
	subject, sole := subjectOf(h), goesAlone(h)
	var surely, perhaps lines
	for _, e := range holder.EntriesBefore(explain.Log{Lines: h.View.Logs.Aside}, yearOf(h)) {
		l := e.Line
		if l.At.IsZero() && l.Level == logline.Unknown {
			continue // prose
		}
		w := Word{source: besideIt, by: "the " + besideIt, aside: true}
		switch subject.In(&l) {
		case logline.Surely, logline.Nearly:
			w.author = printerOf(h, &l)
			surely.put(h, &l, w)
		case logline.Perhaps:
			perhaps.put(h, &l, w)
		case logline.Not:
			if sole && !l.At.IsZero() && l.Level >= logline.Error {
				perhaps.put(h, &l, w)
			}
		}
	}
	named := surely.words(h, true)
	if len(named) > 0 {
		return named
	}
	return perhaps.words(h, false)
}

// SpokeAside reports whether a log that was copied beside the object names it, so that
// its controller runs, or ran.
func SpokeAside(h *hearing.Case) bool {
	return slices.ContainsFunc(asideWords(h), func(w Word) bool { return w.author == theHolder })
}

// goesAlone reports whether no other object of the graph is on its way out.
func goesAlone(h *hearing.Case) bool {
	if h.View.Graph == nil {
		return false
	}
	going := 0
	for i := range h.View.Graph.Nodes {
		if h.View.Graph.Nodes[i].State.Going() {
			going++
		}
	}
	return going <= 1
}

// yearOf is the moment before which lines were printed that leave the year out. What was
// copied beside an object was so after it was asked to go, and not for ever after.
func yearOf(h *hearing.Case) time.Time {
	switch asked := askedAt(h); {
	case h.View.Clock.Copied() || asked.IsZero():
		return time.Time{}
	case h.View.Clock.AtLeast:
		return asked.AddDate(0, monthsAside, 0)
	}
	return h.View.Clock.At
}

// monthsAside is how long after the deletion a line may have been printed.
const monthsAside = 11
