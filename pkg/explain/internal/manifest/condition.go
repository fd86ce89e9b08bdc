package manifest

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Condition is one entry of an object's conditions. A field that is not there, or
// no text, is empty.
type Condition struct {
	Kind            string // its type
	Status, Reason  string
	Message         string    // as it stands, with its line ends
	turned          string    // lastTransitionTime as it stands
	Since           time.Time // it turned
	Written         time.Time // it was last written, where nothing tells when it turned
	Seen            int64     // observedGeneration
	seesGenerations bool
	list            []string // the path of the list or map that it stands in
}

// conditionPaths are where objects keep conditions, the newest place first. Cluster
// API keeps its older ones apart.
var conditionPaths = [][]string{
	{"status", "conditions"},
	{"status", "v1beta2", "conditions"},
	{"status", "deprecated", "v1beta1", "conditions"},
}

// ConditionsOf returns all the conditions of an object, in its order. Some APIs keep them
// in a map, by their types.
func ConditionsOf(object map[string]any) []Condition {
	var out []Condition
	for _, path := range conditionPaths {
		value, _, _ := unstructured.NestedFieldNoCopy(object, path...)
		switch entries := value.(type) {
		case []any:
			for _, e := range entries {
				if entry, ok := e.(map[string]any); ok {
					c := readCondition(entry)
					c.list, c.Message = path, WithPointed(object, c.Message)
					out = append(out, c)
				}
			}
		case map[string]any:
			for _, kind := range slices.Sorted(maps.Keys(entries)) {
				if entry, ok := entries[kind].(map[string]any); ok {
					c := readCondition(entry)
					c.list, c.Kind, c.Message = path, cmp.Or(c.Kind, kind), WithPointed(object, c.Message)
					out = append(out, c)
				}
			}
		}
	}
	return out
}

func readCondition(entry map[string]any) Condition {
	text := func(field string) string {
		if is, ok := entry[field].(bool); ok && field == "status" {
			return map[bool]string{true: "True", false: "False"}[is]
		}
		s, _ := entry[field].(string)
		return s
	}
	c := Condition{
		Kind: text("type"), Status: text("status"), Reason: text("reason"), Message: text("message"),
		turned: text("lastTransitionTime"),
	}
	if c.Since = FirstTime(c.turned); c.Since.IsZero() {
		c.Written = FirstTime(text("lastUpdateTime"), text("lastProbeTime"), text("lastHeartbeatTime"))
	}
	c.Seen, c.seesGenerations = entry["observedGeneration"].(int64)
	return c
}

// FindCondition returns the first condition of a type, the zero one where there is
// none.
func FindCondition(object map[string]any, kind string) Condition {
	all := ConditionsOf(object)
	if i := slices.IndexFunc(all, func(c Condition) bool { return c.Kind == kind }); i >= 0 {
		return all[i]
	}
	return Condition{}
}

// ConditionOf is findCondition with the message on one line, as it is shown.
func ConditionOf(obj *unstructured.Unstructured, kind string) Condition {
	c := FindCondition(obj.Object, kind)
	c.Message = phrase.OneLine(c.Message)
	return c
}

// SaidAt is when it was said as it stands: it turned then, or was at least written then.
func (c Condition) SaidAt() time.Time {
	if c.Since.IsZero() {
		return c.Written
	}
	return c.Since
}

// Source says where the condition was read.
func (c Condition) Source() string { return "status.conditions[" + c.Kind + "]" }

// AsMap is the condition for the expressions of checks: every field is there.
func (c Condition) AsMap() map[string]any {
	m := map[string]any{
		"type": c.Kind, "status": c.Status, "reason": c.Reason, "message": c.Message, "lastTransitionTime": c.turned,
	}
	if c.seesGenerations {
		m["observedGeneration"] = c.Seen
	}
	return m
}

// WrittenAtEnd reports whether a condition is one that a namespace has only once it was asked to go, whatever it
// says then.
func (c Condition) WrittenAtEnd() bool {
	return strings.HasPrefix(c.Kind, "NamespaceDeletion") || strings.HasPrefix(c.Kind, "NamespaceContent") || c.Kind == "NamespaceFinalizersRemaining"
}
