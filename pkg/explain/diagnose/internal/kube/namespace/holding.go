package namespace

import (
	"context"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Holding is the finalizer that holds an object by the conditions of its namespace, where these name one alone, of as many
// objects as they say to be left, and those are of its kind. It is empty where they do not tell.
func Holding(ctx context.Context, h *hearing.Case) string {
	space := trace.Ref{Kind: "Namespace", Name: h.Node.Namespace}
	if h.Node.Namespace == "" || !h.Node.State.Going() || !h.View.Glance(ctx, space).State.Going() {
		return ""
	}
	of := hearing.About(ctx, h.View, space)
	if of == nil {
		return ""
	}
	left, names := claimsOf(of), finalizersPattern.FindAllStringSubmatch(claimOf(of, finalizersCondition), -1)
	if remainsCut(of) != "" || len(left) != 1 || len(names) != 1 || len(finalizersSaid(of)) != 1 || strconv.Itoa(left[0].count) != names[0][2] {
		return ""
	}
	if kind := left[0].kind; kind.Resource != h.Kind.Resource || kind.Group != h.Kind.Group && !h.Kind.Ungrouped() {
		return ""
	}
	return names[0][1]
}
