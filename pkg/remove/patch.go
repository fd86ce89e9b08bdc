package remove

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

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
// others add in between.
func patchOf(obj *unstructured.Unstructured, finalizer string) []byte {
	at := "/metadata/finalizers/" + strconv.Itoa(slices.Index(obj.GetFinalizers(), finalizer))
	patch, err := json.Marshal([]operation{
		{Op: "test", Path: "/metadata/uid", Value: string(obj.GetUID())},
		{Op: "test", Path: at, Value: finalizer},
		{Op: "remove", Path: at},
	})
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

// stale reports whether a patch was not applied because one of its tests did
// not hold. The server says no more than that the request is invalid.
func stale(err error) bool {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return false
	}
	s := status.Status()
	return s.Code == 422 && (s.Details == nil || len(s.Details.Causes) == 0)
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
