package manifest

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// OwnedBy reports whether the other object controls this one.
func OwnedBy(obj, owner *unstructured.Unstructured) bool {
	for _, ref := range obj.GetOwnerReferences() {
		if ref.UID == owner.GetUID() && ref.Controller != nil && *ref.Controller {
			return true
		}
	}
	return false
}

// ControllerOf is the owner that controls an object.
func ControllerOf(obj *unstructured.Unstructured) (ref trace.Ref, uid string, ok bool) {
	for _, o := range obj.GetOwnerReferences() {
		if o.Controller != nil && *o.Controller {
			return trace.Ref{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind, Namespace: obj.GetNamespace(), Name: o.Name}, string(o.UID), true
		}
	}
	return trace.Ref{}, "", false
}
