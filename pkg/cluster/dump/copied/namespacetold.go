package copied

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// heldIn is a finalizer of which a condition of a namespace counts how many in it have it.
var heldIn = regex.New(`([a-z0-9][A-Za-z0-9./_-]*) in (\d+) resource instances`)

// namespaceTold is the namespace of the rows that go, of which its conditions were copied beside the table, nil where they
// were not, or where nothing tells which one it is. What is read is heard no more, and where the conditions name one
// finalizer for as many as go, the rows have that.
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
	held, count := heldBySaid(status)
	if slices.ContainsFunc(going, func(r beside.Row) bool { return len(r.Finalizers) > 0 }) || count != len(going) {
		return obj
	}
	for i := range going {
		going[i].Finalizers = []string{held}
	}
	return obj
}

// heldBySaid is the one finalizer that conditions of a namespace name, and how many have it; none where they name several.
func heldBySaid(status map[string]any) (name string, count int) {
	conditions, _ := status["conditions"].([]any)
	for _, c := range conditions {
		fields, _ := c.(map[string]any)
		if spoken.Text(fields, "type") != "NamespaceFinalizersRemaining" {
			continue
		}
		all := heldIn.FindAllStringSubmatch(spoken.Text(fields, "message"), -1)
		if len(all) != 1 || name != "" && name != all[0][1] {
			return "", 0
		}
		name = strings.TrimSuffix(all[0][1], ":")
		count, _ = strconv.Atoi(all[0][2])
	}
	return name, count
}
