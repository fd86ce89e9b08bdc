package hearing

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// SubjectOf is the object by all that a log may call it.
func SubjectOf(h *Case) *logline.Subject {
	return &logline.Subject{
		Kinds:     append([]string{h.Kind.Kind, h.Kind.Resource, sight.SingularOf(h.Kind)}, h.Kind.ShortNames...),
		Namespace: h.Node.Namespace, Name: h.Node.Name, UID: h.Node.UID,
		Others: NamesOutside(h), Finalizer: h.Finalizer,
		Anywhere: h.View.Copied && h.Node.Namespace == "" && (h.Kind.Namespaced || h.Kind.MayBeCustom()),
	}
}
