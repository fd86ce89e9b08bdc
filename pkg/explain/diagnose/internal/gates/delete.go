package gates

import (
	"context"
	"fmt"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// DeletesTried is of how many objects that should be deleted one looks at what
// would refuse it.
const DeletesTried = 3

// deleteRefuser returns what is sure to refuse a request to delete the object,
// whoever sends it, as far as what is stored in the cluster tells.
func deleteRefuser(ctx context.Context, w *sight.View, ref trace.Ref) *obstruction {
	kind, served := w.Kind(ref.Group, ref.Kind)
	if !served || len(covers(ctx, w, deleting, kind, ref.Namespace)) == 0 {
		return nil
	}
	s := w.Look(ctx, ref)
	if s.Object == nil {
		return nil
	}
	a := &attempt{View: w, operation: deleting, kind: kind, old: s.Object}
	return closed(ctx, w, a, applying(ctx, w, a))
}

// DeletesRefused looks for what refuses to let live objects be deleted. It
// returns what completes a message, empty where nothing was found.
func DeletesRefused(ctx context.Context, h *hearing.Case, rows []sight.Brief) (why string, n hearing.Notes) {
	for _, row := range sight.Mixed(rows, DeletesTried) {
		o := deleteRefuser(ctx, h.View, row.Ref)
		if o == nil {
			continue
		}
		why = o.why()
		n.Fact(h.View.NameOf(o.config), o.name+" is asked about deletes of "+h.View.NameOf(row.Ref))
		n.BlockKnown(h.View, o.config, trace.Live, why)
		if o.backend != nil && o.backend.service.Name != "" {
			n.Fact(o.served.source, o.backend.servedBy()+" "+o.served.what)
			n.Join(restore(ctx, h, o.config, *o.backend, o.served))
		} else {
			n.Mend("meet what " + o.config.Kind + " " + o.name + " demands of " + h.View.NameOf(row.Ref) + phrase.Prefixed(": ", phrase.OneLine(o.words)))
			n.Next("read what it demands", h.View.AsYAML(o.config)...)
		}
		return fmt.Sprintf("; deletes of %s are refused: %s", h.View.NameOf(row.Ref), why), n
	}
	return "", n
}

// why says in a few words what is in the way.
func (o *obstruction) why() string {
	if o.backend != nil {
		return "webhook " + o.name + " has to be asked, and " + o.backend.servedBy() + " " + o.served.what
	}
	return o.config.Kind + " " + o.name + " says: " + o.words
}

// DeleteClosed tells of an object that nobody has asked to go, and whose
// deletion would be refused.
func DeleteClosed(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil || !h.Node.Asked || h.Node.State != trace.Live {
		return f
	}
	why, told := DeletesRefused(ctx, h, []sight.Brief{{Ref: h.Node.Ref}})
	if why == "" {
		return f
	}
	f.Join(told)
	return f.Decide(explain.NotDeleting, explain.DeleteRefused, "a request to delete it would be refused: "+f.Blockers[0].What)
}

// DeletesAsked names the webhooks that are asked about the delete of an object and may refuse it, and those that may be: what
// they say to that, only a try tells. One that is passed over where it does not answer may not be.
func DeletesAsked(ctx context.Context, w *sight.View, ref trace.Ref) (sure, unsure []string) {
	kind, served := w.Kind(ref.Group, ref.Kind)
	if !served {
		return nil, nil
	}
	for _, g := range AskedAbout(ctx, w, kind, ref, nil) {
		name := "webhook " + g.Name + " (" + w.ShortName(g.Config) + ")"
		switch {
		case !g.Deletes || g.Down != "":
		case g.Unsure || g.Open:
			unsure = append(unsure, name)
		default:
			sure = append(sure, name)
		}
	}
	return sure, unsure
}
