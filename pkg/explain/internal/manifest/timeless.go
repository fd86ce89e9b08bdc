package manifest

import (
	"encoding/json"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// beats are what a controller counts up that only tries, or only lives.
var beats = []string{"sync", "heartbeat", "beat", "probe", "ping", "attempt", "attempts", "retry", "retries", "tries", "failures"}

// Timeless is what is written in an object, without when: by it a later look sees whether
// more was written since than that somebody is there.
func Timeless(obj *unstructured.Unstructured) string {
	if obj == nil {
		return ""
	}
	annotations, _, _ := unstructured.NestedMap(obj.Object, "metadata", "annotations")
	text, err := json.Marshal([]any{obj.GetFinalizers(), timeless(annotations), timeless(obj.Object["status"])})
	if err != nil {
		return ""
	}
	return string(text)
}

func timeless(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			if words := wordsOf(key); len(words) > 0 && !slices.Contains(timeNames, words[len(words)-1]) && !slices.Contains(beats, words[len(words)-1]) {
				out[key] = timeless(inner)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = timeless(v[i])
		}
		return out
	case string:
		if _, err := time.Parse(time.RFC3339, v); err == nil {
			return ""
		}
	}
	return value
}
