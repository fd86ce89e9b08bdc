package remove

import (
	"errors"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// The forms in which an API server says who refused a write.
var (
	webhookDenied = regex.New(`admission webhook "([^"]+)" denied the request(?:: (.*))?`)
	webhookFailed = regex.New(`failed calling webhook "([^"]+)"(?:: (.*))?`)
	policyDenied  = regex.New(`(?:ValidatingAdmissionPolicy|MutatingAdmissionPolicy) '([^']+)'(?: with binding '([^']+)')? denied request: (.*)`)
)

// refusal says who refused a write, and why, on one line.
func refusal(err error) string {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return phrase.OneLine(err.Error())
	}
	s := status.Status()
	words := phrase.OneLine(s.Message)
	switch {
	case webhookDenied.MatchString(words):
		m := webhookDenied.FindStringSubmatch(words)
		return "the admission webhook " + m[1] + " denies it" + phrase.Prefixed(": ", m[2])
	case webhookFailed.MatchString(words):
		m := webhookFailed.FindStringSubmatch(words)
		return "the admission webhook " + m[1] + " does not answer, and the server may not go on without it" + phrase.Prefixed(": ", m[2])
	case policyDenied.MatchString(words):
		m := policyDenied.FindStringSubmatch(words)
		return "the admission policy " + m[1] + phrase.Prefixed(" (binding ", m[2]) + closing(m[2]) + " denies it: " + m[3]
	case s.Reason == metav1.StatusReasonForbidden:
		return "forbidden: " + words
	case s.Reason == metav1.StatusReasonInvalid:
		return "the object as it is no longer passes validation" + fieldsOf(s) + ": " + words
	}
	return words
}

func closing(text string) string {
	if text == "" {
		return ""
	}
	return ")"
}

// fieldsOf names the fields that validation objects to.
func fieldsOf(s metav1.Status) string {
	if s.Details == nil {
		return ""
	}
	var fields []string
	for _, c := range s.Details.Causes {
		if c.Field != "" {
			fields = append(fields, c.Field)
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return " (" + strings.Join(fields, ", ") + ")"
}
