package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// conditionsMost is how many conditions a node shows.
const conditionsMost = 3

// conditionsOf returns the conditions of an object in their order. Whatever has
// another form than a condition is left out, for the status of a custom
// resource can be anything.
func conditionsOf(obj *unstructured.Unstructured) []Condition {
	var all []Condition
	seen := map[string]bool{}
	for _, path := range [][]string{{"status", "conditions"}, {"status", "v1beta2", "conditions"}} {
		found, _, _ := unstructured.NestedFieldNoCopy(obj.Object, path...)
		list, _ := found.([]any)
		for _, entry := range list {
			fields, _ := entry.(map[string]any)
			c := Condition{
				Type:    textOf(fields["type"]),
				Status:  textOf(fields["status"]),
				Reason:  textOf(fields["reason"]),
				Message: textOf(fields["message"]),
			}
			if c.Type == "" || seen[c.Type] {
				continue
			}
			seen[c.Type] = true
			if t, err := time.Parse(time.RFC3339, textOf(fields["lastTransitionTime"])); err == nil {
				c.Since = t.UTC()
			}
			all = append(all, c)
		}
	}
	return all
}

// textOf tolerates the status of a condition that is a bool.
func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int64, float64:
		return fmt.Sprint(v)
	}
	return ""
}

// telling returns the conditions worth showing, the most telling first.
func telling(all []Condition) []Condition {
	var kept []Condition
	for _, c := range all {
		if weight(c) < notTelling {
			kept = append(kept, c)
		}
	}
	slices.SortStableFunc(kept, func(x, y Condition) int {
		return cmp.Or(weight(x)-weight(y), strings.Compare(x.Type, y.Type))
	})
	return slices.Clip(kept[:min(len(kept), conditionsMost)])
}

const notTelling = 9

// weight says how much a condition tells of a deletion, less being more.
func weight(c Condition) int {
	switch {
	case namespaceCondition(c.Type):
		return pick(c.Status == "True", 0, 5)
	case speaksOfDeletion(c.Type):
		return pick(c.Status == "True", 0, 1)
	case speaksOfDeletion(c.Reason):
		// Alone, the word is no more than the object's state tells already.
		return pick(c.Message != "", 1, 4)
	case halted(c):
		return 2
	case positive(c.Type):
		return pick(c.Status == "True", 6, pick(c.Message != "", 3, 4))
	case adverse(c.Type) && c.Status == "True":
		return 2
	case !adverse(c.Type) && c.Status != "True" && c.Message != "":
		return 4
	}
	return notTelling
}

func pick(which bool, yes, no int) int {
	if which {
		return yes
	}
	return no
}

// speaksOfDeletion reports whether a type or reason is about going away. The
// API has no common word for it, but all in use are made of these.
func speaksOfDeletion(word string) bool {
	for _, part := range []string{"Delet", "DELET", "Terminat", "Finaliz", "Drain", "Teardown", "InUse"} {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}

// halted reports whether the controller says that it has been told to wait.
func halted(c Condition) bool {
	return (c.Type == "Paused" || c.Type == "Suspended") && c.Status == "True" ||
		strings.HasSuffix(c.Reason, "Paused") && c.Status != "True" || strings.HasSuffix(c.Reason, "Suspended")
}

// adverse reports whether True is the bad status of the type.
func adverse(kind string) bool {
	for _, part := range []string{"Fail", "Error", "Stalled", "Blocked", "Degraded", "Pressure", "Unavailable", "Conflict"} {
		if strings.Contains(kind, part) {
			return true
		}
	}
	return kind == "Paused" || kind == "Suspended"
}

// positive reports whether the type claims by True that the object works as it
// should.
func positive(kind string) bool {
	switch kind {
	case "Ready", "Available", "Synced", "Healthy", "Established", "Active", "Bound", "Installed", "Reconciled":
		return true
	}
	return false
}

// namespaceCondition reports whether the type is one of those in which the
// namespace controller reports what a deletion still waits for.
func namespaceCondition(kind string) bool {
	return slices.Contains(namespaceConditions, kind)
}

var namespaceConditions = []string{
	"NamespaceContentRemaining",
	"NamespaceFinalizersRemaining",
	"NamespaceDeletionDiscoveryFailure",
	"NamespaceDeletionGroupVersionParsingFailure",
	"NamespaceDeletionContentFailure",
}
