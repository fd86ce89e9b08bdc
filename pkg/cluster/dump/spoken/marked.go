package spoken

import (
	"maps"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// saidToGo is how a message says of another object, by its kind and name, that it is on its way out.
var saidToGo = regex.New(`\b([A-Z][A-Za-z]+) \\*["']?([a-z0-9][a-z0-9.-]*[a-z0-9])\\*["']? (?:is|was|has been) (?:already )?(?:marked for deletion|being deleted|terminating|in Terminating state)\b`)

// MarkedIn are the objects of which a text in a status, however deep, says so.
func MarkedIn(value any, kindOf KindOf) (all []Of) {
	switch v := value.(type) {
	case string:
		for _, m := range saidToGo.FindAllStringSubmatch(v, -1) {
			if apiVersion, kind := kindOf(m[1]); kind == m[1] {
				all = append(all, Of{APIVersion: apiVersion, Kind: kind, Name: m[2]})
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, MarkedIn(v[key], kindOf)...)
		}
	case []any:
		for _, item := range v {
			all = append(all, MarkedIn(item, kindOf)...)
		}
	}
	return all
}
