package rules

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kruise"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// DeletesProtected looks for what the projects of live objects refuse to let be
// deleted. It returns what completes a message, empty where nothing was found.
func DeletesProtected(ctx context.Context, h *hearing.Case, rows []sight.Brief) (why string, n hearing.Notes) {
	for _, row := range sight.Mixed(rows, gates.DeletesTried) {
		other := hearing.About(ctx, h.View, row.Ref)
		if other == nil || other.Node.State != trace.Live {
			continue
		}
		other.Node.Asked = true
		f := Refused(ctx, other)
		if !f.Decided() {
			continue
		}
		for _, e := range f.Evidence {
			n.Fact(h.View.NameOf(row.Ref)+": "+e.Source, e.Fact)
		}
		n.Steps = f.Steps
		return "; of " + h.View.NameOf(row.Ref) + ": " + f.Message, n
	}
	return "", n
}

// Protection is what a webhook of a project says to a delete of an object.
type Protection struct {
	// By is what registers the webhook.
	By   trace.Ref
	Says string
	// Perhaps says that it may say so, and not that it surely does.
	Perhaps bool
	// For are those for which it says so; without any it is the object itself that asks to be
	// kept.
	For []trace.Ref
}

// ProtectedBy tells what refuses a delete of a live object, as far as the catalogue knows
// which webhook does. A check that looks for those who protect, and finds nobody, tells of a
// mark that was left behind.
func ProtectedBy(ctx context.Context, h *hearing.Case) (p Protection, known bool) {
	if h.Object == nil || h.Node.State != trace.Live {
		return p, false
	}
	for _, r := range h.View.Catalogue.Rules(h.Kind).Checks {
		if r.Reason != explain.DeleteRefused || r.CEL.With == nil || !speaksOf(r, h) {
			continue
		}
		s := newSituation(r, h)
		s.judge(ctx)
		if !s.f.Decided() || r.Find != nil && len(s.f.Blockers) == 0 {
			continue
		}
		p = Protection{By: s.other, Says: s.f.Message, Perhaps: kruise.Perhaps(r)}
		for i := range s.f.Blockers {
			if s.f.Blockers[i].Name != "" {
				p.For = append(p.For, s.f.Blockers[i].Ref)
			}
		}
		return p, true
	}
	return p, false
}
