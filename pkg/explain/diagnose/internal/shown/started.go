package shown

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// monthsAfter is how long after the deletion a line may have been printed that tells no year.
const monthsAfter = 11

// StartedAnew is when the holder was started after its object was asked to go, by a log which was copied beside that and
// does not name it afterwards; zero where it was not. The namespace is that of its lease, where that is told.
func StartedAnew(h *hearing.Case) (at time.Time, namespace string) {
	if !h.View.Copied || h.Holder.BuiltIn || h.Node.Since.IsZero() {
		return at, ""
	}
	lines, subject := h.View.Logs.Aside, hearing.SubjectOf(h)
	its := fitsOne(h.Entry.Controller.Workloads, PrintedBy(h))
	for i := 0; i < len(lines); {
		l, printed := logline.ParseEntry(len(lines)-i, func(n int) string { return lines[i+n].Text }, h.Node.Since.AddDate(0, monthsAfter, 0))
		i += printed
		in, lease := l.Lease()
		switch {
		case !h.Since(l.At):
		case subject.In(&l) >= logline.Nearly:
			return time.Time{}, ""
		case at.IsZero() && l.Starts():
			at = l.At
		}
		if known := h.Entry.Controller.Leases; fitsOne(known, lease) || len(known) == 0 && lease != "" && (catalogue.SameDomain(h.Kind.Group, lease) || catalogue.SameDomain(lease, h.Finalizer)) {
			its, namespace = true, in
		}
	}
	if !its {
		return time.Time{}, ""
	}
	return at, namespace
}

// fitsOne reports whether a name is one of those that the catalogue has, which may stand behind a kind.
func fitsOne(patterns []string, name string) bool {
	return name != "" && slices.ContainsFunc(patterns, func(pattern string) bool {
		fits, _ := path.Match(pattern[strings.IndexByte(pattern, '/')+1:], name)
		return fits
	})
}
