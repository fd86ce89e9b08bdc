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

// Start is what a log that was copied beside an object tells of its holder's being started.
type Start struct {
	At time.Time
	// Says is the line, Namespace where it runs, empty where nothing tells.
	Says, Namespace string
}

// monthsAfter is how long after the deletion a line may have been printed that tells no year.
const monthsAfter = 11

// StartedAnew is when the holder was started after its object was asked to go, by a log which was copied beside that and
// does not name it afterwards.
func StartedAnew(h *hearing.Case) (s Start, is bool) {
	if !h.View.Copied || h.Holder.BuiltIn || h.Node.Since.IsZero() {
		return s, false
	}
	lines, its, subject := h.View.Logs.Aside, false, hearing.SubjectOf(h)
	for i := 0; i < len(lines); {
		l, printed := logline.ParseEntry(len(lines)-i, func(n int) string { return lines[i+n].Text }, h.Node.Since.AddDate(0, monthsAfter, 0))
		i += printed
		namespace, lease := l.Lease()
		switch {
		case !h.Since(l.At):
		case subject.In(&l) >= logline.Nearly:
			return Start{}, false
		case l.Starts() && s.At.IsZero():
			s.At, s.Says = l.At, l.Message
		}
		if leadsFor(h, lease) {
			its, s.Namespace = true, namespace
		}
	}
	return s, !s.At.IsZero() && (its || printedByHolder(h))
}

// leadsFor reports whether a lease is that of the holder: by the catalogue, or by the domain of the finalizer or the kind.
func leadsFor(h *hearing.Case, lease string) bool {
	if lease == "" {
		return false
	}
	known := slices.ContainsFunc(h.Entry.Controller.Leases, func(pattern string) bool {
		fits, _ := path.Match(pattern, lease)
		return fits
	})
	return known || len(h.Entry.Controller.Leases) == 0 && (catalogue.SameDomain(h.Kind.Group, lease) || catalogue.SameDomain(lease, h.Finalizer))
}

// printedByHolder reports whether the log is of a workload of the holder's.
func printedByHolder(h *hearing.Case) bool {
	by := PrintedBy(h)
	return by != "" && slices.ContainsFunc(h.Entry.Controller.Workloads, func(pattern string) bool {
		_, name, _ := strings.Cut(pattern, "/")
		fits, _ := path.Match(name, by)
		return fits
	})
}
