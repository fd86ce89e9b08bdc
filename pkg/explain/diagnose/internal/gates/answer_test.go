package gates

import (
	"net/http"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestReadAnswer tells what meets every writer from what only this try met, and knows a policy of
// either kind.
func TestReadAnswer(t *testing.T) {
	for words, want := range map[string]outcome{
		`x "a" is forbidden: MutatingAdmissionPolicy 'p' with binding 'b' denied request: no`:   policyDenies,
		`x "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`: policyDenies,
		`policy 'p' denied request: no`:                            policyDenies,
		`admission webhook "a.b" denied the request: no`:           webhookDenies,
		`Internal error occurred: failed calling webhook "a.b": x`: webhookFails,
		`admission webhook "a.b" does not support dry run`:         untried,
		`x "a" is forbidden: User "u" cannot patch`:                forbidden,
	} {
		got := readAnswer(&apierrors.StatusError{ErrStatus: metav1.Status{Code: http.StatusForbidden, Message: words}})
		if got.outcome != want {
			t.Errorf("%s: got %d, want %d", words, got.outcome, want)
		}
	}
}
