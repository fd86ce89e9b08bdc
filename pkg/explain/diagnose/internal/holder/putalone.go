package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// putAlone reports whether one program alone, which a workload is called after, put the
// finalizer there. It is ahead of those that only write the status: their part of the work is
// another one. That it puts the finalizer on does not prove that it takes it off, so where others
// act on the deletion, and it does not, they are as likely.
func (t *tally) putAlone() bool {
	var sole string
	for name := range strings.FieldsSeq(t.id.managers) {
		if sole != "" || manifest.GenericManager(name) || manifest.PersonalManager(name) {
			return false
		}
		sole = name
	}
	return sole != "" && !t.id.othersAct && t.namedWriter() == "" &&
		slices.ContainsFunc(t.workloads.rows, func(row workload) bool { return row.Name == sole || row.marks[appName] == sole })
}

// putSeveral reports whether one write put the finalizer there together with one of another
// domain: who writes the object's first finalizers need not be the holder of each.
func putSeveral(h *hearing.Case) bool {
	own, _, _ := strings.Cut(h.Finalizer, "/")
	return slices.ContainsFunc(h.Writes(), func(w manifest.Write) bool {
		return slices.Contains(w.Finalizers, h.Finalizer) && slices.ContainsFunc(w.Finalizers, func(other string) bool {
			host, _, qualified := strings.Cut(other, "/")
			return qualified && host != own
		})
	})
}

// byNamesake takes up the workload that the finalizer is called after, where one that it is not
// called after put it there together with others. It reports whether there is one: then neither
// is certain.
func (t *tally) byNamesake() (found bool) {
	sole := t.soleManager()
	domain, _, qualified := strings.Cut(t.id.finalizer, "/")
	if !t.id.putSeveral || t.entry.Pattern != "" || !qualified || sole == "" || calledAfter(t.id.finalizer, sole) {
		return false
	}
	for i := range t.workloads.rows {
		row := &t.workloads.rows[i]
		if slices.ContainsFunc(tellingWords(domain), func(word string) bool { return hasPart(row.Name, word) }) {
			found = true
			t.addClue(row.Ref, clue{nameClue, strongClue + 1, "is called after the finalizer, as " + sole + ", which put it there with others, is not", sight.Where(row.Ref)}).fit(row)
		}
	}
	return found
}

// calledAs reports whether a workload is called just as the finalizer is behind its domain, by more than what many are
// called, and is not known to be of another project.
func (t *tally) calledAs(row *workload) bool {
	_, own, _ := strings.Cut(t.id.finalizer, "/")
	return own == row.Name && t.entry.Pattern == "" && len(tellingParts(own)) > 0 && !t.View.Catalogue.OfOthers(t.kind, own)
}

// othersAct reports whether a program that did not put the finalizer there has written to the
// object since the deletion, and none that did has.
func othersAct(h *hearing.Case) bool {
	if h.Node.Since.IsZero() {
		return false
	}
	others := false
	for _, w := range h.Writes() {
		if !w.At.After(h.Node.Since) || manifest.PersonalManager(w.Manager) || manifest.GenericManager(w.Manager) {
			continue
		}
		if h.IsHolder(w.Manager) {
			return false
		}
		others = true
	}
	return others
}
