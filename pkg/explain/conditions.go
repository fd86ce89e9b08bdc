package explain

import (
	"bytes"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// conditionPaths are where objects keep conditions, the newest place first.
var conditionPaths = [][]string{
	{"status", "conditions"},
	{"status", "v1beta2", "conditions"},
	{"status", "deprecated", "v1beta1", "conditions"},
}

// conditionsOf returns all the conditions of an object, in its order.
func conditionsOf(object map[string]any) []map[string]any {
	var out []map[string]any
	for _, path := range conditionPaths {
		list, _, _ := unstructured.NestedFieldNoCopy(object, path...)
		entries, _ := list.([]any)
		for _, e := range entries {
			if c, ok := e.(map[string]any); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// text of a condition's field.
func conditionText(c map[string]any, field string) string {
	text, _ := c[field].(string)
	return text
}

// conditionTime is its lastTransitionTime, zero where it has none.
func conditionTime(c map[string]any) time.Time {
	t, err := time.Parse(time.RFC3339, conditionText(c, "lastTransitionTime"))
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// saidSince reports whether a condition was surely written after the object was
// asked to go: it turned then, or it speaks of the generation that the deletion
// made, or its status was written since.
func (h *hearing) saidSince(c map[string]any) bool {
	if h.obj == nil || h.node.Since.IsZero() {
		return false
	}
	if t := conditionTime(c); !t.IsZero() && !t.Before(h.node.Since) {
		return true
	}
	if seen, ok := c["observedGeneration"].(int64); ok && seen > 1 && seen >= h.obj.GetGeneration() {
		return true
	}
	return h.conditionsWrittenSince()
}

// conditionsWrittenSince reports whether a controller that owns conditions has
// written the object's status since the deletion.
func (h *hearing) conditionsWrittenSince() bool {
	entries := h.obj.GetManagedFields()
	for i := range entries {
		e := &entries[i]
		if e.Subresource != "status" || e.Time == nil || e.FieldsV1 == nil || person(e.Manager) {
			continue
		}
		if !e.Time.Time.Before(h.node.Since) && bytes.Contains(e.FieldsV1.GetRawBytes(), []byte(`"f:conditions"`)) {
			return true
		}
	}
	return false
}

// factOf puts a condition into the evidence, as weak where it may speak of a
// time before the deletion.
func (h *hearing) factOf(c map[string]any, since bool) {
	fact := conditionText(c, "type") + prefixed(" is ", conditionText(c, "status"))
	if reason := conditionText(c, "reason"); reason != "" {
		fact += " (" + reason + ")"
	}
	if t := conditionTime(c); !t.IsZero() {
		fact += " for " + h.ago(t)
	}
	fact += prefixed(": ", shortened(oneLine(conditionText(c, "message"))))
	source := "status.conditions[" + conditionText(c, "type") + "]"
	if since {
		h.fact(source, fact)
		return
	}
	h.hint(source, fact+" (it may have been said before the deletion)")
}
