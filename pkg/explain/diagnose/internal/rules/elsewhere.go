package rules

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// NamedElsewhere leads to what an object names and its holder waits for by a check, where only the object was
// copied: nothing here can tell more of that than its name, and why it stays is seen there.
func NamedElsewhere(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || h.Object == nil || !h.Node.State.Going() {
		return n
	}
	awaited := strings.FieldsFunc(h.Entry.WaitsFor, func(c rune) bool { return !phrase.Alphanumeric(c) })
	for _, r := range h.View.Catalogue.Rules(h.Kind).Checks {
		if r.Reason != explain.Blocked || r.With == "" || !speaksOf(r, h) {
			continue
		}
		at, _, named := newSituation(r, h).withRef()
		if named && slices.Contains(awaited, at.Kind) && h.View.Look(ctx, at).State == trace.Unreadable {
			n.Do(explain.Look("see how "+at.Kind+" "+at.Name+" is, which it names and which was not copied: "+h.HolderName()+" may wait for that", h.View.Command(at, "get", "-o", "yaml")...).For(explain.Mends))
			return n
		}
	}
	return n
}
