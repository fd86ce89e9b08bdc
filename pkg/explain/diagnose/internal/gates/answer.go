package gates

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// outcome is what came of trying a write out.
type outcome int

const (
	// untried says that it was not tried, or that the answer tells nothing of
	// what another writer would meet.
	untried outcome = iota
	accepted
	// putBack is a write that is accepted and without effect.
	putBack
	webhookFails
	webhookDenies
	policyDenies
	invalid
	conversionFails
	// forbidden is a refusal by access control.
	forbidden
	// unanswered is a try that ended without an answer.
	unanswered
)

// answer is an outcome with the server's words.
type answer struct {
	outcome outcome
	// refusal is by the webhook or policy that the words name.
	refusal apiwords.Refusal
	words   string
}

// reason is why admission refuses it.
func (a *answer) reason() string { return cmp.Or(a.refusal.Why, "it gives no reason") }

// readAnswer tells a refusal that meets every writer from what only this try
// met: access control, a webhook that takes no dry runs, an object that changed
// in the meantime.
func readAnswer(err error) answer {
	var status apierrors.APIStatus
	switch {
	case err == nil:
		return answer{outcome: accepted}
	case errors.Is(err, context.DeadlineExceeded):
		return answer{outcome: unanswered}
	case !errors.As(err, &status):
		return answer{}
	}
	s := status.Status()
	words := phrase.OneLine(s.Message)
	if r, ok := apiwords.Refused(words); ok {
		return answer{outcome: byGate[r.By], refusal: r, words: words}
	}
	return plainAnswer(&s, words)
}

var byGate = map[apiwords.Gate]outcome{
	apiwords.WebhookFails: webhookFails, apiwords.WebhookDenies: webhookDenies, apiwords.PolicyDenies: policyDenies,
}

// plainAnswer is for what no webhook or policy is named in.
func plainAnswer(s *metav1.Status, words string) answer {
	switch {
	case apiwords.TakesNoDryRun(words), apiwords.DoesNotFit(words):
		return answer{}
	case strings.Contains(words, apiwords.Conversion):
		return answer{outcome: conversionFails, words: words}
	case s.Code == http.StatusUnprocessableEntity && strings.Contains(words, " is invalid: "):
		return answer{outcome: invalid, words: words}
	case s.Code == http.StatusForbidden:
		return answer{outcome: forbidden, words: words}
	}
	return answer{}
}
