package copied

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

// namespaceTold is the namespace of the rows that go, of which its conditions were copied beside the table, nil where they
// were not, or where nothing tells which one it is. What is read is heard no more.
func namespaceTold(going []beside.Row, lines []string) map[string]any {
	name := going[0].Namespace
	if name == "" || slices.ContainsFunc(going, func(r beside.Row) bool { return r.Namespace != name || r.Kind == "Namespace" }) {
		return nil
	}
	of := spoken.Of{}
	status := saidOfNamespace(lines, &of)
	if status == nil {
		return nil
	}
	of.Name = name
	obj := objectSpoken(of)
	obj["status"] = status
	return obj
}
