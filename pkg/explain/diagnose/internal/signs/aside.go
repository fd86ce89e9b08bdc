package signs

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
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
	var surely, perhaps, answers lines
	for _, l := range linesBeside(h) {
		w := Word{source: besideIt, by: "the " + besideIt, aside: true}
		if l.Answer != "" {
			if w, told := serverSaid(h, &l); told && sole {
				answers.take(&w)
			}
			continue
		}
		switch subject.In(&l) {
		case logline.Surely, logline.Nearly:
			w.author = unknownAuthor // Kubernetes' own parts are not who is most often asked for their log
			if !h.Holder.BuiltIn || h.Health == explain.Hidden {
				w.author = printerOf(h, &l)
			}
			surely.put(h, &l, w)
		case logline.Perhaps:
			w.unnamed = true
			perhaps.put(h, &l, w)
		case logline.Not:
			w.unnamed = true
			if _, ofAnother := anotherIn(h, &l); sole && l.Level >= logline.Error && !ofAnother {
				perhaps.put(h, &l, w)
			}
		}
	}
	named := surely.words(h, true)
	if len(named) > 0 {
		return append(named, answers.all()...)
	}
	return append(perhaps.words(h, false), answers.all()...)
}

// linesBeside are the lines of a log among what was copied beside the object.
func linesBeside(h *hearing.Case) (out []logline.Line) {
	for _, e := range holder.EntriesBefore(explain.Log{Lines: h.View.Logs.Aside}, yearOf(h)) {
		l := e.Line
		if l.At.Before(earliest(h)) {
			l.At = time.Time{} // somebody has made it up
		}
		if prose := l.At.IsZero() && l.Level == logline.Unknown; !prose {
			out = append(out, l)
		}
	}
	return out
}

// earliest is the moment before which nothing was printed of the object.
func earliest(h *hearing.Case) time.Time {
	if h.Object == nil || h.Object.GetCreationTimestamp().Unix() <= 0 {
		return firstRelease
	}
	return h.Object.GetCreationTimestamp().AddDate(0, 0, -1)
}

// firstRelease is when Kubernetes was first released.
var firstRelease = time.Date(2015, 7, 1, 0, 0, 0, 0, time.UTC)

// failingAnswers are those that tell of more than how it was asked.
var failingAnswers = []string{"InternalError", "ServiceUnavailable", "Timeout", "ServerTimeout", "Invalid", "Forbidden"}

// serverSaid is what the API server has answered to somebody who asked it about what is
// around the object, as kubectl printed it beside that. What a person may not do, and that
// the object itself is not there by now, tells nothing of why it stayed.
func serverSaid(h *hearing.Case, l *logline.Line) (w Word, told bool) {
	w = Word{Text: redact.Text(l.Message), reason: l.Answer, source: answerBeside, by: "the API server", since: true, count: 1, aside: true}
	switch {
	case l.Answer == "NotFound":
		return w, !strings.Contains(w.Text, `"`+h.Node.Name+`"`)
	case strings.Contains(w.Text, "User \"") && !strings.Contains(w.Text, "User \"system:"):
		return w, false
	}
	w.fails = slices.Contains(failingAnswers, l.Answer)
	return w, w.fails
}

// answerBeside is where an answer of the API server stands that was copied beside the
// object.
const answerBeside = "answer copied beside it"

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
