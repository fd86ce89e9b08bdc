package remove

import (
	"errors"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// refusal says who refused a write, and why, on one line.
func refusal(err error) string {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return phrase.OneLine(err.Error())
	}
	s := status.Status()
	words := phrase.OneLine(s.Message)
	r, _ := apiwords.Refused(words)
	why := phrase.Prefixed(": ", r.Why)
	switch {
	case r.By == apiwords.WebhookDenies:
		return "the admission webhook " + r.Name + " denies it" + why
	case r.By == apiwords.WebhookFails:
		return "the admission webhook " + r.Name + " does not answer, and the server may not go on without it" + why
	case r.By == apiwords.PolicyDenies:
		return "the admission policy " + r.Name + phrase.Prefixed(" (binding ", r.Binding) + closing(r.Binding) + " denies it" + why
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
