package acts

import (
	"cmp"
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// goneCode are the codes by which clouds say that a thing of a sort is not there: NoSuchBucket, InvalidVpcID.NotFound,
// DBInstanceNotFoundFault.
var goneCode = regex.New(`\b(?:NoSuch([A-Z]\w+)|Invalid([A-Z]\w*?)(?:ID|Id)?\.NotFound|([A-Z]\w*?)NotFound(?:Exception|Fault|Error)?)\b`)

// leastSort is how long the name of a sort is that is no other's by chance.
const leastSort = 3

// GoneByCode is what is to be done where a cloud says by its code that there is none of just the sort that the object stands
// for: it is gone already, or its controller looks in another place than where it was made.
func GoneByCode(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	m := goneCode.FindStringSubmatch(words)
	if m == nil {
		return n
	}
	sort := cmp.Or(m[1], m[2], m[3])
	kind := strings.ToLower(h.Kind.Kind)
	if low := strings.ToLower(sort); len(low) < leastSort || kind == "" || !strings.HasSuffix(kind, low) && !strings.HasSuffix(low, kind) {
		return n
	}
	n.Mend("make sure that it is gone, with the account and in the region in which it was made: what its controller asks answers " + m[0] + ", as there is none there, so that no retry helps")
	n.Join(letItGo(h, "takes that for done"))
	return n
}
