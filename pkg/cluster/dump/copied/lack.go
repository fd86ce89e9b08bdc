package copied

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

// LackError says what of an object was not copied. What was copied could be read.
type LackError struct{ text string }

func (e *LackError) Error() string { return e.text }

func lackf(format string, args ...any) error { return &LackError{fmt.Sprintf(format, args...)} }

// advice is how to copy an object so that it can be read.
const advice = "'kubectl get TYPE NAME -o yaml --show-managed-fields > FILE' copies an object whole"

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
