package hearing

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// identities are where objects name what they stand for outside the cluster, in
// the order in which the first that is there is taken.
var identities = []struct {
	label string
	path  []string
}{
	{"external name", []string{"metadata", "annotations", "crossplane.io/external-name"}},
	{"external name", []string{"spec", "azureName"}},
	{"external name", []string{"spec", "resourceID"}},
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

// NoName is what a template that failed leaves for a name, and nothing is called.
var NoName = regex.New(`^map\[|\{\{|\}\}|%!|<no value>|<nil>`)

// IdentityOf names what the object stands for outside the cluster. It is empty
// where the object does not say.
func IdentityOf(h *Case) string {
	if h.Object == nil {
		return ""
	}
	for _, at := range identities {
		if text, ok, _ := unstructured.NestedString(h.Object.Object, at.path...); ok && text != "" && !NoName.MatchString(text) {
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
	return append(out, idsCalledAfter(h, out)...)
}

const (
	// leastName is how long a name has to be that is taken for no other's.
	leastName = 8
	// leastID is the same of an id that is called after the kind, and holds a digit.
	leastID = 6
)

// idsCalledAfter are the ids that the status gives in fields which are called after the kind, as volumeID for a Volume,
// and the one that it gives alone. Others may be of what it shares with others, as what its spec names is.
func idsCalledAfter(h *Case, known []string) (out []string) {
	status, _, _ := unstructured.NestedMap(h.Object.Object, "status")
	kind := strings.ToLower(h.Kind.Kind)
	var alone []string
	for _, key := range slices.Sorted(maps.Keys(status)) {
		id, _ := status[key].(string)
		stem, called := cutID(strings.ToLower(key))
		if !called || len(stem) <= len("id") || len(id) < leastID || !strings.ContainsAny(id, "0123456789") || id == h.Node.Name || id == h.Node.Namespace || slices.Contains(known, id) {
			continue
		}
		if strings.HasSuffix(kind, stem) {
			out = append(out, id)
		} else {
			alone = append(alone, key)
		}
	}
	if len(out) > 0 || len(known) > 0 || len(alone) != 1 || ofMany.MatchString(alone[0]) {
		return out
	}
	if id, _ := status[alone[0]].(string); !holds(h.Object.Object["spec"], id) {
		return []string{id}
	}
	return nil
}

// ofMany is how the ids of what many objects share are called, and those of acts and of copies of a text.
var ofMany = regex.New(`(?i)account|project|tenant|subscription|organi[sz]ation|org|cluster|region|zone|vpc|network|pool|group|node|host|owner|user|client|class|image|template|parent|request|trace|span|transaction|operation|task|job|run|version|revision|generation|session|hash`)

// holds reports whether a value is, or has in it, a text.
func holds(value any, text string) bool {
	switch v := value.(type) {
	case string:
		return v == text
	case map[string]any:
		for _, inner := range v {
			if holds(inner, text) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(inner any) bool { return holds(inner, text) })
	}
	return false
}

// cutID is what a key is called that gives an id, without that.
func cutID(key string) (stem string, called bool) {
	for _, end := range []string{"id", "arn", "handle"} {
		if stem, called = strings.CutSuffix(key, end); called {
			return strings.TrimRight(stem, "-_"), true
		}
	}
	return "", false
}

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
