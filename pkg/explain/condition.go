package explain

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// condition is one entry of an object's conditions. A field that is not there, or
// no text, is empty.
type condition struct {
	kind            string // its type
	status, reason  string
	message         string // as it stands, with its line ends
	turned          string // lastTransitionTime as it stands
	since           time.Time
	seen            int64 // observedGeneration
	seesGenerations bool
}

// conditionPaths are where objects keep conditions, the newest place first. Cluster
// API keeps its older ones apart.
var conditionPaths = [][]string{
	{"status", "conditions"},
	{"status", "v1beta2", "conditions"},
	{"status", "deprecated", "v1beta1", "conditions"},
}

// conditionsOf returns all the conditions of an object, in its order.
func conditionsOf(object map[string]any) []condition {
	var out []condition
	for _, path := range conditionPaths {
		list, _, _ := unstructured.NestedFieldNoCopy(object, path...)
		entries, _ := list.([]any)
		for _, e := range entries {
			if entry, ok := e.(map[string]any); ok {
				out = append(out, readCondition(entry))
			}
		}
	}
	return out
}

func readCondition(entry map[string]any) condition {
	text := func(field string) string {
		s, _ := entry[field].(string)
		return s
	}
	c := condition{
		kind: text("type"), status: text("status"), reason: text("reason"), message: text("message"),
		turned: text("lastTransitionTime"),
	}
	c.since = firstTime(c.turned)
	c.seen, c.seesGenerations = entry["observedGeneration"].(int64)
	return c
}

// findCondition returns the first condition of a type, the zero one where there is
// none.
func findCondition(object map[string]any, kind string) condition {
	all := conditionsOf(object)
	if i := slices.IndexFunc(all, func(c condition) bool { return c.kind == kind }); i >= 0 {
		return all[i]
	}
	return condition{}
}

// conditionOf is findCondition with the message on one line, as it is shown.
func conditionOf(obj *unstructured.Unstructured, kind string) condition {
	c := findCondition(obj.Object, kind)
	c.message = oneLine(c.message)
	return c
}

// source says where the condition was read.
func (c condition) source() string { return "status.conditions[" + c.kind + "]" }

// asMap is the condition for the expressions of checks: every field is there.
func (c condition) asMap() map[string]any {
	m := map[string]any{
		"type": c.kind, "status": c.status, "reason": c.reason, "message": c.message, "lastTransitionTime": c.turned,
	}
	if c.seesGenerations {
		m["observedGeneration"] = c.seen
	}
	return m
}
