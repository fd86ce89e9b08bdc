package trace

import (
	"cmp"
	"strings"
)

// Part is a part of a cluster as a request names it: an object, the objects of
// one resource, or a version of an API group. It is comparable.
type Part struct {
	Group string
	// Version is that of an API group, and empty where there is a Resource: one
	// object is served under several.
	Version   string
	Resource  string // plural
	Namespace string // empty for all namespaces and for what has none
	Name      string // empty for all objects
	// Cluster is what a person calls the cluster, where it is another than the
	// one that was asked about.
	Cluster string
	// Words stand for what no single request names, such as a file of a dump.
	// The other fields are empty then.
	Words string
	// Outside says that they stand for whatever a dump lacks which does not say what it was
	// made of.
	Outside bool
}

// PartOf is an object or, without a name, the list of a kind in one namespace or
// in all.
func PartOf(kind Kind, namespace, name string) Part {
	return Part{Group: kind.Group, Resource: kind.Resource, Namespace: namespace, Name: name}
}

// APIGroup reports whether the part is a version of an API group.
func (p Part) APIGroup() bool { return p.Words == "" && p.Resource == "" && p.Version != "" }

// Type is the resource with its group, as a person types it. A part that has
// none is called by its words.
func (p Part) Type() string {
	switch {
	case p.Words != "":
		return p.Words
	case p.APIGroup():
		return "API group " + p.GroupVersion()
	}
	return Kind{Group: p.Group, Resource: p.Resource}.Type()
}

// GroupVersion is what discovery calls a version of an API group, such as
// "apps/v1", or "v1" for the core group.
func (p Part) GroupVersion() string {
	if p.Group == "" {
		return p.Version
	}
	return p.Group + "/" + p.Version
}

// Label names the part without saying where it is.
func (p Part) Label() string {
	if p.Name == "" {
		return p.Type()
	}
	return p.Type() + "/" + p.Name
}

// Place says where the part is: nothing for all namespaces of the cluster that
// was asked about.
func (p Part) Place() string {
	var places []string
	if p.Namespace != "" {
		places = append(places, "in namespace "+p.Namespace)
	}
	if p.Cluster != "" {
		places = append(places, "in "+p.Cluster)
	}
	return strings.Join(places, " ")
}

// String names the part as a person does: "secrets in namespace shop", "API
// group metrics.k8s.io/v1beta1", "pods/web-0 in namespace shop".
func (p Part) String() string {
	if place := p.Place(); place != "" {
		return p.Label() + " " + place
	}
	return p.Label()
}

// Describe names an object, or with an empty name a list, as a person types it.
func Describe(kind Kind, namespace, name string) string {
	return PartOf(kind, namespace, name).String()
}

// Rest reports whether the problem is that nothing but what was copied can be read.
func (p Problem) Rest() bool {
	return p.Reason == NotInDump && p.About.Group == "" && p.About.Resource == ""
}

// OutsideDump is all that a dump lacks which does not say what it was made of.
func OutsideDump() Part { return Part{Words: "objects outside the dump", Outside: true} }

// Compare orders problems by what a person reads.
func (p Problem) Compare(q Problem) int {
	return cmp.Or(strings.Compare(p.About.String(), q.About.String()), strings.Compare(p.Reason, q.Reason), strings.Compare(p.Message, q.Message))
}
