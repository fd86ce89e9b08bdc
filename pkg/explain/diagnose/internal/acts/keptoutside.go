package acts

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
)

// KeptOutside reports whether words list what refers to the object by kinds of which none is Kubernetes', of those that were
// copied or of the object's own domain.
func KeptOutside(h *hearing.Case, words string) bool {
	named := failure.Referring(words)
	return len(named) > 0 && h.Kind.MayBeCustom() && !slices.ContainsFunc(named, func(entry string) bool {
		kind, _, _ := strings.Cut(entry, " ")
		_, group, known := h.View.Catalogue.Spelled(kind)
		return kind == entry || len(KindsCalled(h, kind)) > 0 || known && catalogue.SameDomain(h.Kind.Group, group+"/")
	})
}
