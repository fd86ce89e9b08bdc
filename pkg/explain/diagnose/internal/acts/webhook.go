package acts

import (
	"context"
	"strings"

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
	n.Do(explain.Look("have webhook "+WhoseWebhook(h, m[1])+" answer again: run or update what serves it; or, if that is gone for good, delete its configuration, which one of these is",
		"kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations", "-o", "wide").For(explain.Mends))
	if of := RequestOf(h, words); of != OfAnother {
		n.Warn("webhook " + m[1] + " is asked about a removal by hand too, and refuses it until it answers")
	}
	return n
}

// webhookCalled is a webhook in the words of a step.
var webhookCalled = regex.New(`\bwebhook ([a-z0-9-]+(?:\.[a-z0-9-]+)+)`)

// WebhooksTold are words of a step that say of each webhook in them whose it is.
func WebhooksTold(h *hearing.Case, words string) string {
	return webhookCalled.ReplaceAllStringFunc(words, func(called string) string {
		return "webhook " + WhoseWebhook(h, strings.TrimPrefix(called, "webhook "))
	})
}

// WhoseWebhook is a webhook with the project of which its name tells, where that is not the holder's: the one to which a
// person has to look.
func WhoseWebhook(h *hearing.Case, name string) string {
	project := h.View.Catalogue.ProjectOf(name)
	if project == "" || project == h.Entry.Project {
		return name
	}
	return name + " (by its name of " + project + ")"
}
