package namespace

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// memory is what namespaces hold.
type memory struct {
	contents sight.Memo[string, map[string]*content] // by namespace or, under "", of all
	// events are those that namespaces wait for, by namespace.
	events  sight.Memo[string, []sight.Brief]
	leaving sight.Memo[string, int] // one value: how many namespaces are going
}
