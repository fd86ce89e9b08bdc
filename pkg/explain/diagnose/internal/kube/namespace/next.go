package namespace

import (
	"cmp"
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostNext is how many of those are read and told of that will hold a namespace later.
const mostNext = 3

// heldNext warns of what nobody has asked to go yet and carries finalizers: it holds the namespace
// once the pods are gone, and who has to take these off may be down already. What Kubernetes itself lets go of then does not count.
func heldNext(ctx context.Context, h *hearing.Case, idle []sight.Brief) (n hearing.Notes) {
	var told []string
	rows := held(idle)
	for i := range rows {
		if len(told) == mostNext {
			break
		}
		if at := slices.IndexFunc(rows[i].Finalizers, func(f string) bool { return !ofKubernetes(h, &rows[i], f) }); at >= 0 {
			told = append(told, willHold(ctx, h, &rows[i], rows[i].Finalizers[at]))
		}
	}
	if len(told) > 0 {
		n.Warn("once the pods are gone, what carries finalizers holds it next: " + explain.Joined("; ", told...))
	}
	return n
}

// ofKubernetes reports whether Kubernetes itself lets go of a finalizer.
func ofKubernetes(h *hearing.Case, row *sight.Brief, finalizer string) bool {
	c := hearing.Case{View: h.View, Node: &trace.Node{Ref: row.Ref}, Finalizer: finalizer}
	c.Kind, _ = h.View.Kind(row.Group, row.Kind)
	c.LookUp()
	return c.Entry.Project == holder.Kubernetes
}

// willHold says what holds an object once that is asked to go, and how its holder is.
func willHold(ctx context.Context, h *hearing.Case, row *sight.Brief, finalizer string) string {
	c := hearing.About(ctx, h.View, row.Ref)
	if c == nil {
		return h.View.TypedName(row.Ref) + " (" + phrase.Names(row.Finalizers) + ")"
	}
	c.Finalizer = finalizer
	c.LookUp()
	found := holder.Find(ctx, c)
	c.Actor, c.Wellbeing, c.Told = found.Actor, found.Wellbeing, found.Evidence
	wellbeing, _ := holder.LastWords(ctx, c)
	how := cmp.Or(wellbeing.Message, phrase.Prefixed("of ", found.Holder.Name), "its controller is not known")
	return h.View.TypedName(row.Ref) + " by " + finalizer + " (" + how + ")"
}
