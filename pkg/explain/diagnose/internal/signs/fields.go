package signs

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// fieldWords are what the object's status says in other fields than its conditions.
func fieldWords(h *hearing.Case) []Word {
	if h.Object == nil {
		return nil
	}
	all := manifest.StatementsOf(h.Object.Object)
	detached := slices.ContainsFunc(all, func(s manifest.Statement) bool { return s.Gone })
	var out []Word
	for _, s := range all {
		if !s.Coming.IsZero() && !h.View.Clock.Before(s.Coming) {
			continue
		}
		if s.State && !h.Kind.MayBeCustom() {
			continue // the phases of Kubernetes' own kinds tell nothing of a deletion
		}
		if !h.Kind.MayBeCustom() && !strings.Contains(s.Text, " ") {
			continue // nor a word of the status of a part, such as a container
		}
		writers := h.FieldWriters(s.Path)
		w := wordOf(h, s, authorOfStatus(h, writers))
		if detached && w.fails && sentence.EndedAlready(w.Text, w.source, "node") {
			w.fails, w.gone = false, true
		}
		out = append(out, w)
	}
	return out
}

// annotationWords are what annotations of the domain of the finalizer, of its holder or
// of the object's kind say.
func annotationWords(h *hearing.Case) []Word {
	if h.Object == nil {
		return nil
	}
	var out []Word
	for _, s := range manifest.StatementsOfAnnotations(h.Object.GetAnnotations(), func(host string) bool { return concerns(h, host) }) {
		author, _ := authorOfWrites(h, h.FieldWriters(s.Path[:3]))
		out = append(out, wordOf(h, s, author))
	}
	return out
}

// concerns reports whether an annotation of this domain may be of the finalizer, of
// who holds it, or of the kind.
func concerns(h *hearing.Case, host string) bool {
	own, _, qualified := strings.Cut(h.Finalizer, "/")
	return qualified && host == own || catalogue.SameDomain(host, h.Finalizer) || catalogue.SameDomain(host, h.Kind.Group+"/") || marks.Ties(h, host)
}

// wordOf makes a word of a statement. Where that does not tell when it was said, the managedFields do.
func wordOf(h *hearing.Case, s manifest.Statement, by author) Word {
	w := Word{Text: s.Text, reason: s.Reason, source: s.Source(), by: s.Source(), author: by, Last: s.At, state: s.State || s.Gone, left: s.Left, share: s.Share, coming: !s.Coming.IsZero(), fails: s.Fails || errorLike(s.Text), fine: s.Fine}
	if ofAnother(h, w.Text) {
		w.author = somebodyElse
	}
	if h.View.Clock.Before(w.Last) {
		w.Last = time.Time{} // of something that is yet to come
	}
	switch {
	case s.Condition != nil:
		w.First, w.Last = s.Condition.SaidAt(), s.Condition.SaidAt()
		w.fails, w.fine, w.told = complains(*s.Condition), reassures(*s.Condition), true
		w.since = h.Since(w.Last) || ofDeletion(w) && h.WrittenSince(s.Path)
	case !w.Last.IsZero():
		w.since = h.Since(w.Last) || w.fails && h.Node.Since.IsZero() && h.Node.State.Going() && beginsWithDeletion(w) // when it was asked to go was not copied
	default:
		// What is said of a part of the object stays there while all else is written anew.
		w.since = beginsWithDeletion(w) || (len(s.Path) <= 3 || ofDeletion(w) || s.Share || toCome(h, w) || besideEnded(h, s.Path)) && h.WrittenSince(s.Path)
	}
	w.fine = w.fine && !w.fails && !saysWaits(w)
	if w.since && w.First.IsZero() {
		w.First = h.Node.Since // it may be said anew all the time
	}
	if w.gone = s.Gone || w.fails && sentence.EndedAlready(w.Text, w.reason+" "+w.source); w.gone {
		w.fails = false
	}
	if s.Over {
		w.fails, w.passed = false, true
	}
	return w
}

// toCome reports whether a word names the time until which is waited, and that is to come still:
// whoever wrote it would have written something else since.
func toCome(h *hearing.Case, w Word) bool {
	m, told := sentence.MomentIn(w.Text, time.Time{})
	return told && h.View.Clock.Before(m.At)
}

// ended are states in which parts of an object are that is on its way out.
var ended = regex.New(`(?i)^(?:(?:releas|delet|drain|terminat|finaliz|remov|cleaned|detach|evict|destroy|purg|decommission|uninstall|torn)[a-z-]*|(?:eras|wip)(?:ed|ing))$`)

// besideEnded reports whether other parts, in the same field of the status, are in such a state.
func besideEnded(h *hearing.Case, path []string) bool {
	if len(path) < 2 || !h.Kind.MayBeCustom() || h.Object == nil {
		return false
	}
	field, _ := manifest.FieldAt(h.Object.Object, path[0]+"."+path[1])
	return manifest.AnyText(field, ended.MatchString)
}
