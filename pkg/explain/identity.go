package explain

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// identities are where objects name what they stand for outside the cluster, in
// the order in which the first that is there is taken.
var identities = []struct {
	label string
	path  []string
}{
	{"external name", []string{"metadata", "annotations", "crossplane.io/external-name"}},
	{"provider id", []string{"spec", "providerID"}},
	{"volume", []string{"spec", "csi", "volumeHandle"}},
	{"resource id", []string{"status", "atProvider", "arn"}},
	{"resource id", []string{"status", "ackResourceMetadata", "arn"}},
	{"resource id", []string{"status", "id"}},
	{"resource id", []string{"status", "externalRef"}},
	{"instance id", []string{"spec", "instanceID"}},
	{"endpoint", []string{"spec", "controlPlaneEndpoint", "host"}},
}

// identityOf names what the object stands for outside the cluster. It is empty
// where the object does not say.
func identityOf(h *hearing) string {
	if h.obj == nil {
		return ""
	}
	for _, at := range identities {
		if text, ok, _ := unstructured.NestedString(h.obj.Object, at.path...); ok && text != "" {
			return at.label + " " + oneLine(text)
		}
	}
	return addressOf(h.obj)
}

// addressOf names the addresses of a load balancer.
func addressOf(obj *unstructured.Unstructured) string {
	points, _, _ := unstructured.NestedSlice(obj.Object, "status", "loadBalancer", "ingress")
	var names []string
	for _, p := range points {
		fields, _ := p.(map[string]any)
		for _, key := range []string{"hostname", "ip"} {
			if text, _ := fields[key].(string); text != "" {
				names = append(names, text)
				break
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "load balancer " + oneLine(strings.Join(names, ", "))
}
