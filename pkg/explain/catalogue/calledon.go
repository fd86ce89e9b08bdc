package catalogue

import (
	"cmp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// calledOn is how the finalizer is called on an object of a kind, empty where only a part of that is known.
func (f *Finalizer) calledOn(kind trace.Kind) string {
	switch {
	case f.Match == "":
		return f.Pattern
	case f.Called == "" || kind.Kind == "" || kind.Group == "" && strings.Contains(f.Called, "{group}"):
		return ""
	}
	singular := strings.ToLower(kind.Kind)
	return strings.NewReplacer(
		"{plural}", cmp.Or(kind.Resource, phrase.PluralOf(singular)), "{singular}", singular, "{kind}", kind.Kind, "{group}", kind.Group,
	).Replace(f.Called)
}
