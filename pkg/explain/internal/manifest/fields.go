package manifest

import (
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// LastApplied is the annotation in which kubectl apply keeps what was applied.
const LastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// Str is the text in a field, empty where there is none.
func Str(obj *unstructured.Unstructured, path ...string) string {
	if obj == nil {
		return ""
	}
	text, _, _ := unstructured.NestedString(obj.Object, path...)
	return text
}

// RefOf is the Ref of a whole object of a kind.
func RefOf(group, kind string, obj *unstructured.Unstructured) trace.Ref {
	return trace.Ref{Group: group, Kind: kind, Namespace: obj.GetNamespace(), Name: obj.GetName()}
}

// SetAt is when whoever owns the field wrote last, zero where nothing tells.
func SetAt(obj *unstructured.Unstructured, path string) time.Time {
	fields, last := managedPath(path)
	var latest time.Time
	for _, w := range WritesOf(obj) {
		if slices.ContainsFunc(below(&w.set, fields...).elements(), last.Equals) && w.At.After(latest) {
			latest = w.At
		}
	}
	return latest
}

// managedPath takes a path such as metadata.labels[example.com/a] or
// metadata.finalizers[example.com/a] apart.
func managedPath(path string) (fields []string, last fieldpath.PathElement) {
	name, key, keyed := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	fields = strings.Split(name, ".")
	switch {
	case !keyed:
		end := len(fields) - 1
		return fields[:end], fieldpath.FieldNameElement(fields[end])
	case strings.HasSuffix(name, "finalizers"):
		return fields, fieldpath.ValueElement(value.NewValueInterface(key))
	}
	return fields, fieldpath.FieldNameElement(key)
}

// FieldAt finds a field by its path, such as spec.paused or
// metadata.annotations[example.com/paused].
func FieldAt(object map[string]any, path string) (any, bool) {
	var at any = object
	for path != "" {
		var name string
		if strings.HasPrefix(path, "[") {
			name, path, _ = strings.Cut(path[1:], "]")
		} else {
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			name, path = path[:end], path[end:]
		}
		path = strings.TrimPrefix(path, ".")
		m, _ := at.(map[string]any)
		value, ok := m[name]
		if !ok {
			return nil, false
		}
		at = value
	}
	return at, true
}

// FirstTime is the first of the texts that is a time.
func FirstTime(texts ...string) time.Time {
	for _, text := range texts {
		if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// AnyText reports whether one of the texts in a value is such, but for a policy: that says what will be done, as Delete.
func AnyText(value any, is func(string) bool) bool {
	switch v := value.(type) {
	case string:
		return is(v)
	case []any:
		return slices.ContainsFunc(v, func(inner any) bool { return AnyText(inner, is) })
	case map[string]any:
		for key, inner := range v {
			if !strings.HasSuffix(key, "olicy") && AnyText(inner, is) {
				return true
			}
		}
	}
	return false
}
