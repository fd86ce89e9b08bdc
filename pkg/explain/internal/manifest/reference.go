package manifest

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// RefersTo reports whether the spec of an object names another one: by its UID, by a
// name beside its kind, or by a name under a field that is called like its kind.
func RefersTo(obj *unstructured.Unstructured, ref trace.Ref, uid string) bool {
	return RefersBy(obj, ref, uid) != ""
}

// RefersBy is the field by which it does, empty where it does not.
func RefersBy(obj *unstructured.Unstructured, ref trace.Ref, uid string) string {
	r := referrer{ref: ref, uid: uid, word: strings.ToLower(ref.Kind), near: ref.Namespace == "" || obj.GetNamespace() == ref.Namespace}
	spec, _ := obj.Object["spec"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(spec)) {
		if r.in(key, spec[key]) {
			return "spec." + key
		}
	}
	if r.names("", spec) {
		return "spec"
	}
	return ""
}

type referrer struct {
	ref  trace.Ref
	uid  string
	word string // its kind as fields name it
	near bool   // a name alone may mean it: it has no namespace or that of who names it
}

func (r *referrer) in(field string, value any) bool {
	field = strings.ToLower(field)
	if strings.HasSuffix(field, "labels") || strings.HasSuffix(field, "selector") {
		return false // of many, by what marks them
	}
	switch v := value.(type) {
	case string:
		return r.uid != "" && v == r.uid || r.near && v == r.ref.Name && strings.Contains(field, r.word)
	case []any:
		for _, item := range v {
			if r.in(field, item) {
				return true
			}
		}
	case map[string]any:
		if r.names(field, v) {
			return true
		}
		for key, item := range v {
			if r.in(key, item) {
				return true
			}
		}
	}
	return false
}

// names reports whether fields that stand together are a reference to the object.
func (r *referrer) names(field string, fields map[string]any) bool {
	text := func(key string) string {
		s, _ := fields[key].(string)
		return s
	}
	namespace := text("namespace")
	if text("name") != r.ref.Name || namespace != r.ref.Namespace && (namespace != "" || !r.near) {
		return false
	}
	return text("kind") == r.ref.Kind || text("kind") == "" && strings.Contains(field, r.word)
}
