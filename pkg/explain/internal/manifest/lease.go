package manifest

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func LeaseRenewed(lease *unstructured.Unstructured) time.Time {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "renewTime")
	return FirstTime(text)
}

func LeaseHolder(lease *unstructured.Unstructured) string {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "holderIdentity")
	return text
}

// Ready reports whether the pod's condition Ready is True.
func Ready(pod *unstructured.Unstructured) bool {
	return ConditionOf(pod, "Ready").Status == "True"
}
