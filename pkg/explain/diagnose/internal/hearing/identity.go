package hearing

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
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
	if id := idTold(h); id != "" {
		return id
	}
	return AddressOf(h.Object)
}

// standIn are what an id in the status is called after where it is that of what an object stands for, whatever its kind.
var standIn = strings.Fields("external remote cloud backend physical")

// idTold is the id of what the object stands for: in the status, or in the spec where that is called after the kind. One
// of another sort is of what it lies in, belongs to or shares.
func idTold(h *Case) string {
	kind := strings.ToLower(h.Kind.Kind)
	for _, part := range [][]string{{"status"}, {"status", "atProvider"}, {"spec"}} {
		fields, _, _ := unstructured.NestedMap(h.Object.Object, part...)
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			of, is := manifest.IDOf(key)
			own := of != "" && strings.HasSuffix(kind, of) || part[0] == "status" && (of == "" || slices.Contains(standIn, of))
			if id := h.idIn(fields[key]); is && own && id != "" {
				return key + " " + id
			}
		}
	}
	return ""
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

// idsCalledAfter are the ids that the status gives in fields which are called after the kind, as volumeID for a Volume:
// those of other sorts may be of what it shares with others.
func idsCalledAfter(h *Case, known []string) (out []string) {
	kind := strings.ToLower(h.Kind.Kind)
	for stem, ids := range statusIDs(h.Object) {
		for _, id := range ids {
			if strings.HasSuffix(kind, stem) && id != h.Node.Name && id != h.Node.Namespace && !slices.Contains(known, id) {
				out = append(out, id)
			}
		}
	}
	return slices.Sorted(slices.Values(out))
}

// statusIDs are the ids that the status gives, by what they are called without that.
func statusIDs(obj *unstructured.Unstructured) map[string][]string {
	status, _, _ := unstructured.NestedMap(obj.Object, "status")
	out := map[string][]string{}
	for key := range status {
		id, _ := status[key].(string)
		stem, called := manifest.IDOf(key)
		if called && len(stem) > len("id") && len(id) >= leastID && strings.ContainsAny(id, "0123456789") {
			out[stem] = append(out[stem], id)
		}
	}
	return out
}

// aroundIt are what ids are of that say of an object where it is, whose it is, or how it came to be as it is: many share them.
var aroundIt = strings.Fields("request trace span correlation operation transaction task job run event session lease attempt sync project account tenant subscription organization org team user owner parent " +
	"region zone location site rack network vpc subnet securitygroup node host machine server cluster image key kmskey template class plan schema last current observed deployment revision controller holder leader client application app service group pool")

// IDsApart are the ids by which the status of the objects of a kind tells one from the others.
type IDsApart struct {
	mine  []string
	known map[string]bool
}

// knownIDs are the ids in the status of all objects of a kind, by what they are called, with how many have them.
type knownIDs struct {
	ids sight.Memo[sight.ScopeID, map[string]map[string]int]
}

// IDsApartOf looks for those of an object: each that no other one has, where others have one too.
func IDsApartOf(ctx context.Context, h *Case) (a IDsApart) {
	if h.Object == nil {
		return a
	}
	mine := statusIDs(h.Object)
	maps.DeleteFunc(mine, func(stem string, _ []string) bool {
		return slices.ContainsFunc(aroundIt, func(word string) bool { return strings.HasSuffix(stem, word) })
	})
	if len(mine) == 0 {
		return a
	}
	all := sight.Memory[knownIDs](h.View).ids.Get(sight.ScopeID{Group: h.Kind.Group, Kind: h.Kind.Kind, Namespace: h.Node.Namespace}, func() map[string]map[string]int {
		return idsOfKind(h.View.Skim(ctx, h.Kind.Group, h.Kind.Kind, h.Node.Namespace))
	})
	a.known = map[string]bool{}
	for stem, ids := range mine {
		for _, id := range ids {
			if all[stem][id] == 1 && len(all[stem]) > 1 {
				a.mine = append(a.mine, id)
			}
		}
		for id := range all[stem] {
			a.known[id] = true
		}
	}
	for _, id := range a.mine {
		delete(a.known, id)
	}
	slices.Sort(a.mine)
	return a
}

// idsOfKind counts the ids in the status of objects, by what they are called; nil where not all were read.
func idsOfKind(listed sight.Listing) map[string]map[string]int {
	if !listed.Complete {
		return nil
	}
	out := map[string]map[string]int{}
	for _, obj := range listed.Objects {
		for stem, ids := range statusIDs(obj) {
			if out[stem] == nil {
				out[stem] = map[string]int{}
			}
			for _, id := range ids {
				out[stem][id]++
			}
		}
	}
	return out
}

// Mine are those of the object.
func (a IDsApart) Mine() []string { return a.mine }

// Theirs reports whether an id is that of another object of the kind.
func (a IDsApart) Theirs(id string) bool { return a.known[id] }

// idIn is the id that a value is, empty where it is none of its own.
func (h *Case) idIn(value any) string {
	id, _ := value.(string)
	if number, whole := value.(int64); whole && number != 0 {
		id = strconv.FormatInt(number, 10)
	}
	if strings.ContainsAny(id, " \n{") || NoName.MatchString(id) || slices.Contains([]string{h.Node.Name, h.Node.Namespace, h.Node.UID}, id) {
		return ""
	}
	return id
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
