package acts

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// field is a field of an object, with its path and its value.
type field struct {
	path, key string
	value     any
}

// fieldsOf are the fields of the parts of an object, in order, down to a depth; those of lists are called by their list.
func fieldsOf(fields map[string]any, path string, deep int) (out []field) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		at := field{path: path + "." + key, key: key, value: fields[key]}
		out = append(out, at)
		if deep <= 1 {
			continue
		}
		switch v := at.value.(type) {
		case map[string]any:
			out = append(out, fieldsOf(v, at.path, deep-1)...)
		case []any:
			for _, entry := range v {
				if below, is := entry.(map[string]any); is {
					out = append(out, field{path: at.path + "[]", key: key, value: below})
					out = append(out, fieldsOf(below, at.path+"[]", deep-1)...)
				}
			}
		}
	}
	return out
}

// specOf is the spec of the object, or that which was last applied where the copy ends before it.
func specOf(h *hearing.Case) map[string]any {
	if h.Object == nil {
		return nil
	}
	spec, _, _ := unstructured.NestedMap(h.Object.Object, "spec")
	if len(spec) > 0 {
		return spec
	}
	var applied struct {
		Spec map[string]any `json:"spec"`
	}
	if json.Unmarshal([]byte(h.Object.GetAnnotations()[manifest.LastApplied]), &applied) != nil {
		return nil
	}
	return applied.Spec
}

// nameOf is the name that a field gives of another object, empty for none.
func nameOf(f field) string {
	name := nameIn(f.value)
	if strings.ContainsAny(name, " \t\n") {
		return ""
	}
	return name
}

// listed are the first of what is told, and how many there are beside.
func listed(all []string, most int) string {
	if len(all) > most {
		return strings.Join(all[:most], ", ") + " and others"
	}
	return phrase.And(all)
}
