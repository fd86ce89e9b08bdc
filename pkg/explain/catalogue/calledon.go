package catalogue

import (
	"cmp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// calledOn is how the finalizer is called on an object of a kind, empty where only a part of that is known, or where what
// it would be is none of those that it may be.
func (f *Finalizer) calledOn(kind trace.Kind) string {
	switch {
	case f.Match == "":
		return f.Pattern
	case f.Called == "" || kind.Kind == "" || kind.Group == "" && strings.Contains(f.Called, "{group}"):
		return ""
	}
	singular := strings.ToLower(kind.Kind)
	called := strings.NewReplacer(
		"{plural}", cmp.Or(kind.Resource, phrase.PluralOf(singular)), "{singular}", singular, "{kind}", kind.Kind, "{group}", kind.Group,
	).Replace(f.Called)
	if newFinalizers([]*Finalizer{f}).find(kind, called) == nil {
		return ""
	}
	return called
}
