package manifest

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// beats are what a controller counts up that only tries, or only lives.
var beats = []string{"heartbeat", "beat", "ping", "attempt", "attempts", "retry", "retries", "tries", "failures"}

// Timeless is what is written in an object, without times and without what only counts beats and
// tries: by it a later look sees whether more was written since than that somebody is there.
func Timeless(obj *unstructured.Unstructured) string {
	if obj == nil {
		return ""
	}
	written := []any{obj.GetFinalizers(), obj.GetLabels(), obj.Object["spec"], timeless("", obj.Object["status"])}
	for _, key := range slices.Sorted(maps.Keys(obj.GetAnnotations())) {
		written = append(written, key, timeless(key, obj.GetAnnotations()[key]))
	}
	text, err := json.Marshal(written)
	if err != nil {
		return ""
	}
	return string(text)
}

// timeless is the value of a field without times.
func timeless(name string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			out[key] = timeless(key, inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = timeless("", v[i])
		}
		return out
	case string:
		if _, err := time.Parse(time.RFC3339, v); err == nil {
			return ""
		}
	case int64, float64:
		if words := wordsOf(name); len(words) > 0 && (slices.Contains(beats, words[len(words)-1]) || slices.Contains([]string{"time", "timestamp"}, words[len(words)-1])) {
			return 0
		}
	}
	return value
}
