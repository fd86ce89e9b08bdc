package acts

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// InvalidMark takes off an annotation or a label of the very object by which the server finds that
// not valid, so that it takes no change of it.
func InvalidMark(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	sort, key := failure.InvalidMark(words)
	if key == "" || h.Node.Name == explain.NoName || h.Kind.IsUntyped() || hearing.SubjectOf(h).In(&logline.Line{Message: words}) < logline.Nearly || sentence.RefusedByState(words) {
		return n
	}
	verb := "annotate"
	if sort == "label" {
		verb = "label"
	}
	typed := h.View.Typed(h.Node.Ref)
	n.Do(explain.Act(explain.Unprotects, h.Node.Ref, "take off the "+sort+" "+key+", or mend its value: the server takes no change of it because of that", append([]string{"kubectl", verb, typed[0], key + "-"}, typed[1:]...)...))
	return n
}
