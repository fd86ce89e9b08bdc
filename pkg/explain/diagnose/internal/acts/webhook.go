package acts

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var unanswered = regex.New(failure.CallingFailed)

// WebhookCopied is what is to be done about a webhook that does not answer, where that was
// copied and no webhook can be looked up.
func WebhookCopied(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	m := unanswered.FindStringSubmatch(words)
	if m == nil || !h.View.Copied {
		return n
	}
	n.Do(explain.Look("have webhook "+m[1]+" answer again: run or update what serves it; or, if that is gone for good, delete its configuration, which one of these is",
		"kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations", "-o", "wide").For(explain.Mends))
	if of := RequestOf(h, words); of != OfAnother {
		n.Warn("webhook " + m[1] + " is asked about a removal by hand too, and refuses it until it answers")
	}
	return n
}
