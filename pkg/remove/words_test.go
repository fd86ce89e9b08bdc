package remove

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func status(code int32, reason metav1.StatusReason, message string, fields ...string) error {
	s := metav1.Status{Status: metav1.StatusFailure, Code: code, Reason: reason, Message: message}
	if len(fields) > 0 {
		s.Details = &metav1.StatusDetails{}
		for _, f := range fields {
			s.Details.Causes = append(s.Details.Causes, metav1.StatusCause{Field: f})
		}
	}
	return fmt.Errorf("patching it: %w", &apierrors.StatusError{ErrStatus: s})
}

func TestRefusal(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{status(403, "Forbidden", `admission webhook "no.example.com" denied the request: never`), "the admission webhook no.example.com denies it: never"},
		{status(403, "Forbidden", `admission webhook "no.example.com" denied the request`), "the admission webhook no.example.com denies it"},
		{status(500, "InternalError", "Internal error occurred: failed calling webhook \"no.example.com\": failed to call webhook: Post\n x"), "the admission webhook no.example.com does not answer, and the server may not go on without it: failed to call webhook: Post x"},
		{status(422, "Invalid", `things "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`), "the admission policy p (binding b) denies it: no"},
		{status(422, "Invalid", `ValidatingAdmissionPolicy 'p' denied request: no`), "the admission policy p denies it: no"},
		{status(422, "Invalid", `policy 'p' with binding 'b' denied request: no`), "the admission policy p (binding b) denies it: no"},
		{status(403, "Forbidden", `things "a" is forbidden: User "u" cannot patch`), `forbidden: things "a" is forbidden: User "u" cannot patch`},
		{status(422, "Invalid", "Thing is invalid", "spec.a", "spec.b"), "the object as it is no longer passes validation (spec.a, spec.b): Thing is invalid"},
		{status(409, "Conflict", "written"), "written"},
		{errors.New("no\nanswer"), "no answer"},
	} {
		if got := refusal(tt.err); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// A patch that was not applied may be tried again; what a person or a policy
// refuses may not, whatever its code.
func TestAgain(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{status(422, "Invalid", "the server rejected our request due to an error in our request"), true},
		{status(422, "Invalid", `admission webhook "no" denied the request: no`), false},
		{status(422, "Invalid", "Thing is invalid", "spec"), false},
		{status(409, "Conflict", "written"), true},
		{status(429, "TooManyRequests", "later"), true},
		{status(503, "ServiceUnavailable", "later"), true},
		{status(500, "InternalError", "Internal error occurred: etcdserver: leader changed"), true},
		{status(500, "InternalError", `Internal error occurred: failed calling webhook "no": no`), false},
		{status(403, "Forbidden", "no"), false},
		{errors.New("connection reset"), true},
	} {
		if got := again(tt.err); got != tt.want {
			t.Errorf("%v: %t", tt.err, got)
		}
	}
}

// FuzzRefusal: whatever a server says, it becomes one line.
func FuzzRefusal(f *testing.F) {
	f.Add(`admission webhook "no" denied the request: a`+"\n", "spec")
	f.Add(`ValidatingAdmissionPolicy 'p' with binding 'b' denied request: `, "")
	f.Fuzz(func(t *testing.T, message, field string) {
		for _, reason := range []metav1.StatusReason{"Forbidden", "Invalid", ""} {
			if got := refusal(status(422, reason, message, field)); strings.ContainsAny(got, "\n\r") {
				t.Errorf("%q", got)
			}
		}
	})
}

// FuzzMentions: an entry is found in the managed fields that hold it, and not in
// those that hold another.
func FuzzMentions(f *testing.F) {
	f.Add("a/1", "a/12")
	f.Add(`"`, `\"`)
	f.Fuzz(func(t *testing.T, one, other string) {
		quoted, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		fields, err := json.Marshal(map[string]any{"v:" + string(quoted): map[string]any{}})
		if err != nil {
			t.Fatal(err)
		}
		if !mentions(fields, one) {
			t.Errorf("%q is not found in %s", one, fields)
		}
		asJSON, err := json.Marshal(other)
		if err == nil && string(asJSON) != string(quoted) && mentions(fields, other) {
			t.Errorf("%q is found in %s", other, fields)
		}
	})
}
