package hearing

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// Component is what the catalogue has of the holder, the zero Component where it has nothing.
func (h *Case) Component() *catalogue.Component {
	if h.Holder.Project == h.Entry.Project && h.Holder.Component == h.Entry.Component {
		return &h.Entry.Controller
	}
	all := h.View.Catalogue.ComponentsOf(h.Holder.Project)
	for i := range all {
		if all[i].Name == h.Holder.Component {
			return &all[i]
		}
	}
	return &catalogue.Component{}
}

// CalledAfterKind reports whether a finalizer without a domain is called after the kind of its
// object: the kind's own controller has put it there.
func (h *Case) CalledAfterKind() bool {
	kind := strings.ToLower(h.Kind.Kind)
	return h.Kind.MayBeCustom() && len(kind) > 3 && slices.Contains(strings.FieldsFunc(strings.ToLower(h.Finalizer), func(c rune) bool { return c == '.' || c == '/' || c == '-' }), kind)
}

// IsJob reports whether the object is a Job.
func (h *Case) IsJob() bool { return h.Kind.Group == "batch" && h.Kind.Kind == "Job" }
