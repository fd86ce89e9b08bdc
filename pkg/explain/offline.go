package explain

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// errOffline is what a reader without a server answers.
var errOffline = errors.New("a dump does not tell what a server would answer")

// Offline makes a diagnosis possible where no server can be asked, as with a
// dump. What only a server can answer, rights and dry runs, is then listed in
// the diagnosis as not known.
func Offline(r trace.Reader) Reader { return offline{r} }

type offline struct{ trace.Reader }

// Allowed implements Reader.
func (offline) Allowed(context.Context, Subject, []Access) ([]Decision, error) {
	return nil, errOffline
}

// DryRun implements Reader.
func (offline) DryRun(context.Context, trace.Kind, string, string, string, types.PatchType, []byte, Subject) (*unstructured.Unstructured, error) {
	return nil, errOffline
}

// Problem is the reader's own, but for what it cannot tell at all.
func (o offline) Problem(about trace.Part, err error) trace.Problem {
	if errors.Is(err, errOffline) {
		return trace.Problem{About: about, Reason: trace.NotInDump, Message: err.Error()}
	}
	return o.Reader.Problem(about, err)
}
