package gates

import (
	"context"
	"errors"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
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
	// gate is the webhook or policy that the words name.
	gate  string
	words string
}

// What API servers say, from the admission and webhook packages of apiserver.
var (
	CallFailed    = regex.New(`failed calling webhook "([^"]+)"`)
	webhookDenied = regex.New(`admission webhook "([^"]+)" denied the request`)
	policyDenied  = regex.New(`(?:ValidatingAdmissionPolicy|policy) ['"]([^'"]+)['"](?: with binding '[^']+')? denied request`)
)

const (
	noDryRun        = "does not support dry run"
	patchDoesNotFit = "the server rejected our request due to an error in our request"
	// ConversionSays is what a message about a conversion webhook begins with.
	ConversionSays = "conversion webhook for "
)

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
	named := func(pattern *regex.Regexp, o outcome) (answer, bool) {
		found := pattern.FindStringSubmatch(words)
		if found == nil {
			return answer{}, false
		}
		return answer{outcome: o, gate: found[1], words: words}, true
	}
	if a, ok := named(CallFailed, webhookFails); ok {
		return a
	}
	if a, ok := named(webhookDenied, webhookDenies); ok {
		return a
	}
	if a, ok := named(policyDenied, policyDenies); ok {
		return a
	}
	return plainAnswer(&s, words)
}

// plainAnswer is for what no webhook or policy is named in.
func plainAnswer(s *metav1.Status, words string) answer {
	switch {
	case strings.Contains(words, noDryRun), strings.Contains(words, patchDoesNotFit):
		return answer{}
	case strings.Contains(words, ConversionSays):
		return answer{outcome: conversionFails, words: words}
	case s.Code == http.StatusUnprocessableEntity && strings.Contains(words, " is invalid: "):
		return answer{outcome: invalid, words: words}
	case s.Code == http.StatusForbidden:
		return answer{outcome: forbidden, words: words}
	}
	return answer{}
}
