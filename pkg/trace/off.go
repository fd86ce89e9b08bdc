package trace

import (
	"encoding/json"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// FinalizersOf are all entries that hold an object, in the order of
// Node.Finalizers: those of a namespace's spec first, unless they are only presumed.
func FinalizersOf(obj *unstructured.Unstructured) []string {
	if SpecPresumed(obj) {
		return append(slices.Clone(obj.GetFinalizers()), SpecFinalizers(obj)...)
	}
	return append(SpecFinalizers(obj), obj.GetFinalizers()...)
}

// PresumedSpec is a field of the spec of a namespace that was copied without its spec: what stands there is no more
// than presumed.
const PresumedSpec = "presumed"

// SpecPresumed reports whether the finalizers in the spec of a namespace are no more than presumed, beside others that
// were copied.
func SpecPresumed(obj *unstructured.Unstructured) bool {
	presumed, _, _ := unstructured.NestedBool(obj.Object, "spec", PresumedSpec)
	return presumed && len(SpecFinalizers(obj)) > 0
}

// SpecFinalizers are those of a namespace that stand in its spec, which only its
// subresource finalize changes.
func SpecFinalizers(obj *unstructured.Unstructured) []string {
	if obj.GetAPIVersion() != "v1" || obj.GetKind() != "Namespace" {
		return nil
	}
	own, _, _ := unstructured.NestedStringSlice(obj.Object, "spec", "finalizers")
	return own
}

// Without is what an object is once a finalizer is off. A list may hold an entry
// twice, and a namespace has two lists: all of them go, because one that is left
// would hold the object as before. The given object is not changed.
func Without(obj *unstructured.Unstructured, finalizer string) *unstructured.Unstructured {
	next := &unstructured.Unstructured{Object: maps.Clone(obj.Object)}
	setList(next.Object, "metadata", obj.GetFinalizers(), finalizer)
	setList(next.Object, "spec", SpecFinalizers(obj), finalizer)
	return next
}

// setList gives a part of an object the list less an entry, in a copy of the part.
func setList(obj map[string]any, part string, list []string, finalizer string) {
	fields, ok := obj[part].(map[string]any)
	if !ok || !slices.Contains(list, finalizer) {
		return
	}
	fields = maps.Clone(fields)
	delete(fields, "finalizers")
	var left []any
	for _, f := range list {
		if f != finalizer {
			left = append(left, f)
		}
	}
	if len(left) > 0 {
		fields["finalizers"] = left
	}
	obj[part] = fields
}

// operation is one line of a JSON patch (RFC 6902).
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// PatchOff takes a finalizer off the metadata of an object as it was read, as a
// JSON patch. The server applies it only to the same object, of the same deletion,
// with the same whole list: an entry that came or went since means that the object
// is no longer the one that was judged.
func PatchOff(obj *unstructured.Unstructured, finalizer string) ([]byte, error) {
	deleted, _, _ := unstructured.NestedString(obj.Object, "metadata", "deletionTimestamp")
	ops := []operation{
		{Op: "test", Path: "/metadata/uid", Value: obj.GetUID()},
		{Op: "test", Path: "/metadata/deletionTimestamp", Value: orNull(deleted)},
		{Op: "test", Path: "/metadata/finalizers", Value: obj.GetFinalizers()},
	}
	if left := Without(obj, finalizer).GetFinalizers(); len(left) > 0 {
		ops = append(ops, operation{Op: "replace", Path: "/metadata/finalizers", Value: left})
	} else {
		ops = append(ops, operation{Op: "remove", Path: "/metadata/finalizers"})
	}
	return json.Marshal(ops)
}

// orNull is how a patch tests that a field is absent.
func orNull(value string) any {
	if value == "" {
		return json.RawMessage("null")
	}
	return value
}
