package remove

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

const patchType = types.JSONPatchType

// operation is one line of a JSON patch (RFC 6902).
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value string `json:"value,omitempty"`
}

// patchOf takes exactly one entry off the list of an object as it was read. The
// server applies it only while the object has the UID and the entry stands where
// it stood: the list is addressed by position, and a merge patch would lose what
// others add in between. An entry that stands there twice goes twice, the last
// first, so that the other positions stay what they were.
func patchOf(obj *unstructured.Unstructured, finalizer string) []byte {
	ops := []operation{{Op: "test", Path: "/metadata/uid", Value: string(obj.GetUID())}}
	for i, f := range slices.Backward(obj.GetFinalizers()) {
		if f == finalizer {
			at := "/metadata/finalizers/" + strconv.Itoa(i)
			ops = append(ops, operation{Op: "test", Path: at, Value: finalizer}, operation{Op: "remove", Path: at})
		}
	}
	patch, err := json.Marshal(ops)
	if err != nil {
		return nil // strings always encode; without a patch nothing is changed
	}
	return patch
}

// without returns a namespace as it was read, without an entry of its
// spec.finalizers. Its resourceVersion makes the write a conflict where anything
// has changed since.
func without(obj *unstructured.Unstructured, finalizer string) *unstructured.Unstructured {
	next := obj.DeepCopy()
	own, _, _ := unstructured.NestedSlice(next.Object, "spec", "finalizers")
	own = slices.DeleteFunc(own, func(v any) bool { return v == finalizer })
	if err := unstructured.SetNestedSlice(next.Object, own, "spec", "finalizers"); err != nil {
		return obj // no spec to set it in: then the entry was not there either
	}
	return next
}

// notApplied is what the server says of a patch one of whose tests does not hold.
const notApplied = "the server rejected our request due to an error in our request"

// stale reports whether a patch was not applied because one of its tests did
// not hold. Whoever else refuses with the same code has words of his own.
func stale(err error) bool {
	var status apierrors.APIStatus
	return errors.As(err, &status) && status.Status().Code == 422 && strings.Contains(status.Status().Message, notApplied)
}

// mentions reports whether the managed fields of a writer hold an entry of the
// list of finalizers: the key is `v:` and the entry in JSON.
func mentions(fields []byte, finalizer string) bool {
	entry, err := json.Marshal(finalizer)
	if err != nil {
		return false
	}
	key, err := json.Marshal("v:" + string(entry))
	return err == nil && bytes.Contains(fields, key)
}
