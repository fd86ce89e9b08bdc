package manifest

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// LeaseRenewed is when a Lease was renewed last.
func LeaseRenewed(lease *unstructured.Unstructured) time.Time {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "renewTime")
	return FirstTime(text)
}

// LeaseHolder is who holds a Lease.
func LeaseHolder(lease *unstructured.Unstructured) string {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "holderIdentity")
	return text
}

// Ready reports whether the pod's condition Ready is True.
func Ready(pod *unstructured.Unstructured) bool {
	return ConditionOf(pod, "Ready").Status == "True"
}
