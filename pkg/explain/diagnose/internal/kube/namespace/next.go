package namespace

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

const (
	// mostNext is how many of those are told of that will hold a namespace later.
	mostNext = 3
	// mostAsked bounds for how many it is found out who has to act.
	mostAsked = 8
)

// heldNext warns of what nobody has asked to go yet and carries finalizers: it holds the namespace
// once the pods are gone, and who has to take these off may be down already.
func heldNext(ctx context.Context, h *hearing.Case, idle []sight.Brief) (n hearing.Notes) {
	var told []string
	rows := held(idle)
	for i := range rows[:min(len(rows), mostAsked)] {
		if len(told) == mostNext {
			break
		}
		if next, holds := willHold(ctx, h, &rows[i]); holds {
			told = append(told, next)
		}
	}
	if len(told) > 0 {
		n.Warn("once the pods are gone, what carries finalizers holds it next: " + explain.Joined("; ", told...))
	}
	return n
}

// willHold says what holds an object once that is asked to go, and how its holder is. What
// Kubernetes itself lets go of then does not count.
func willHold(ctx context.Context, h *hearing.Case, row *sight.Brief) (told string, holds bool) {
	about := hearing.About(ctx, h.View, row.Ref)
	if about == nil {
		return h.View.TypedName(row.Ref) + " (" + phrase.Names(row.Finalizers) + ")", true
	}
	for _, finalizer := range row.Finalizers {
		c := *about
		c.Finalizer = finalizer
		c.LookUp()
		found := holder.Find(ctx, &c)
		if found.Holder.BuiltIn {
			continue
		}
		c.Actor, c.Wellbeing, c.Told = found.Actor, found.Wellbeing, found.Evidence
		wellbeing, _ := holder.LastWords(ctx, &c)
		how := cmp.Or(wellbeing.Message, phrase.Prefixed("of ", found.Holder.Name), "its controller is not known")
		return h.View.TypedName(row.Ref) + " by " + finalizer + " (" + how + ")", true
	}
	return "", false
}
