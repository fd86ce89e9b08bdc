package trace

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// InstanceRule is the Rule by which a CustomResourceDefinition stands above the
// objects of its kind.
const InstanceRule = "crd:instances"

// definedKind returns the kind that a CustomResourceDefinition makes the server
// serve. Its name is always the plural and the group.
func (b *builder) definedKind(definition string) (int, bool) {
	resource, group, ok := strings.Cut(definition, ".")
	if !ok {
		return 0, false
	}
	return b.kinds.lookup(group, "", resource)
}

// instances returns all objects of the kind that the definition defines.
func (b *builder) instances(v *vertex) []child {
	kind, ok := b.definedKind(v.Name)
	if !ok {
		return nil
	}
	records := b.store.OfKind(kind)
	children := make([]child, len(records))
	for i, at := range records {
		children[i] = child{at, store.None}
	}
	return children
}
