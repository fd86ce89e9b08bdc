package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
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
