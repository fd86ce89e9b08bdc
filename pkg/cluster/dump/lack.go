package dump

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// lackError says what of an object was not copied. What was copied could be read.
type lackError struct{ text string }

func (e *lackError) Error() string { return e.text }

func lackf(format string, args ...any) error { return &lackError{fmt.Sprintf(format, args...)} }

// adviceFor is how to copy this very object so that it can be read.
func adviceFor(of spoken.Of) string {
	if of.Name == explain.NoName || of.Kind == "" || of.Kind == trace.Untyped {
		return advice
	}
	kind := builtin.Kind(schema.GroupKind{Group: trace.GroupOf(of.APIVersion), Kind: of.Kind})
	if kind.Resource == "" {
		kind = trace.Kind{Group: trace.GroupOf(of.APIVersion), Resource: phrase.PluralOf(strings.ToLower(of.Kind))}
	}
	place := ""
	if of.Namespace != "" {
		place = " -n " + of.Namespace
	}
	return "'kubectl get " + kind.Type() + " " + of.Name + place + " -o yaml --show-managed-fields > FILE' copies it whole"
}
