package manifest

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
)

// Unmet says by which of its labels an object is none of those that a selector asks for: as it has them, or that it
// has none. It completes "and this …".
func Unmet(wanted labels.Selector, own map[string]string) string {
	asked, _ := wanted.Requirements()
	var has, said []string
	for i := range asked {
		key := asked[i].Key()
		value, there := own[key]
		if asked[i].Matches(labels.Set(own)) || slices.Contains(has, key) {
			continue
		}
		has = append(has, key)
		if there {
			said = append(said, "has the label "+key+"="+value)
		} else {
			said = append(said, "has no label "+key)
		}
	}
	return strings.Join(said, " and ")
}
