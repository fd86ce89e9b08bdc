package hearing

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
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
	{"instance id", []string{"status", "instanceID"}},
	{"endpoint", []string{"spec", "controlPlaneEndpoint", "host"}},
}

// IdentityOf names what the object stands for outside the cluster. It is empty
// where the object does not say.
func IdentityOf(h *Case) string {
	if h.Object == nil {
		return ""
	}
	for _, at := range identities {
		if text, ok, _ := unstructured.NestedString(h.Object.Object, at.path...); ok && text != "" {
			return at.label + " " + phrase.OneLine(text)
		}
	}
	return AddressOf(h.Object)
}

// NamesOutside are names of what the object stands for outside the cluster that are
// its own alone: long enough, and not its name in the cluster.
func NamesOutside(h *Case) []string {
	if h.Object == nil {
		return nil
	}
	var out []string
	for _, at := range identities {
		if at.label == "endpoint" {
			continue // where it is reached, which others are too
		}
		text, _, _ := unstructured.NestedString(h.Object.Object, at.path...)
		for _, name := range []string{text, text[strings.LastIndexAny(text, "/:")+1:]} {
			if len(name) >= leastName && name != h.Node.Name && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// leastName is how long a name has to be that is taken for no other's.
const leastName = 8

// AddressOf names the addresses of a load balancer.
func AddressOf(obj *unstructured.Unstructured) string {
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
	return "load balancer " + phrase.OneLine(strings.Join(names, ", "))
}
