package copied

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

// namespaceCommanded is the one namespace in which commands name an object.
func (q *Question) namespaceCommanded(of spoken.Of, lines []string) (namespace string) {
	if k, known := builtin.Named(of.Kind); of.Name == "" || known && !k.Namespaced && builtin.VersionOf(k.Kind) == of.APIVersion {
		return ""
	}
	for _, line := range lines {
		c, ok := beside.CommandIn(line)
		if !ok || c.Name != of.Name || c.Namespace == "" || c.Namespace == namespace {
			continue
		}
		typed, _, _ := strings.Cut(c.Resource, ".")
		if _, kind := q.typeIn(c.Resource); !strings.EqualFold(kind, of.Kind) && !strings.EqualFold(typed, of.Kind) {
			continue
		}
		if namespace != "" {
			return ""
		}
		namespace = c.Namespace
	}
	return namespace
}
