package trace

import (
	"cmp"
	"context"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Kind is one resource type that the server serves, in its preferred version.
type Kind struct {
	Group      string
	Version    string
	Kind       string
	Resource   string // plural, as in URLs
	Singular   string
	ShortNames []string
	Categories []string
	Namespaced bool
	// Listable is false for the kinds that offer no list, such as reviews.
	Listable bool
}

// Unstated stands for the version of a kind where an object was copied without its
// apiVersion, or with no more of it than the group.
const Unstated = "unknown"

// Ungrouped reports whether nothing tells the group of the kind.
func (k Kind) Ungrouped() bool { return k.Group == "" && k.Version == Unstated }

// Untyped is the kind of an object of which words were copied that do not tell its kind.
const Untyped = "Object"

// IsUntyped reports whether not even the kind is known.
func (k Kind) IsUntyped() bool { return k.Kind == Untyped && k.Ungrouped() }

// IsNamespace reports whether it is the kind of namespaces.
func (k Kind) IsNamespace() bool { return k.Group == "" && k.Kind == "Namespace" }

// IsDefinition reports whether it is the kind of the definitions of kinds.
func (k Kind) IsDefinition() bool {
	return k.Group == "apiextensions.k8s.io" && k.Kind == "CustomResourceDefinition"
}

// DefinitionFinalizer keeps a definition until the objects of its kind are gone.
const DefinitionFinalizer = "customresourcecleanup.apiextensions.k8s.io"

// IsPod reports whether it is the kind of pods.
func (k Kind) IsPod() bool { return k.Group == "" && k.Kind == "Pod" }

// MayBeCustom reports whether the kind may be one of a definition: a group of theirs has a dot,
// as some of Kubernetes' own have too.
func (k Kind) MayBeCustom() bool { return strings.Contains(k.Group, ".") }

// KindOf finds a kind among others.
func KindOf(kinds []Kind, group, kind string) (Kind, bool) {
	for i := range kinds {
		if kinds[i].Group == group && kinds[i].Kind == kind {
			return kinds[i], true
		}
	}
	return Kind{}, false
}

// Type is the plural with its group, as a person types it.
func (k Kind) Type() string {
	if k.Group == "" {
		return k.Resource
	}
	return k.Resource + "." + k.Group
}

// Compare orders kinds by what a person types for them.
func (k Kind) Compare(o Kind) int {
	return cmp.Or(strings.Compare(k.Group, o.Group), strings.Compare(k.Resource, o.Resource), strings.Compare(k.Kind, o.Kind))
}

// Row is the metadata of one object, as a list yields it. Its byte slices
// belong to the reader and change after the call that hands it over: copy what
// is kept. The zero value of a field means that the object does not have it.
type Row struct {
	Namespace  []byte
	Name       []byte
	UID        []byte
	Created    time.Time
	Deleted    time.Time // deletionTimestamp
	Grace      int64     // deletionGracePeriodSeconds
	Finalizers [][]byte
	Owners     []RowOwner
	// Labels and Annotations hold only the keys that the scan asked for.
	Labels      []RowPair
	Annotations []RowPair
	// Again says that the list was begun anew, so that the row may have been told before.
	Again bool
}

// RowOwner is one ownerReference.
type RowOwner struct {
	APIVersion, Kind, Name, UID []byte
	Controller, Block           bool
}

// RowPair is one label or annotation.
type RowPair struct{ Key, Value []byte }

// Scope is one list to read: a kind, in one namespace or in all.
type Scope struct {
	Kind      Kind
	Namespace string // empty for all namespaces and for cluster-scoped kinds
	Fields    string // a field selector that a server answers, empty for all objects
}

// Want says which labels and annotations a scan keeps, by key.
type Want struct {
	Labels      []string
	Annotations []string
}

// Reader reads a cluster. Nothing is assumed readable: what cannot be read
// comes back as problems, never as an error that ends the whole, except where
// an error is the only answer. An implementation is safe for concurrent use.
type Reader interface {
	// Kinds returns the kinds that are served, sorted by group and resource,
	// and the API groups that could not be asked.
	Kinds(ctx context.Context) ([]Kind, []Problem, error)

	// Scan lists the metadata of each scope, several at a time, and calls visit
	// for each object, one call at a time. A list that fails becomes a problem
	// and does not end or delay the others.
	Scan(ctx context.Context, scopes []Scope, want Want, visit func(Kind, *Row)) []Problem

	// Get reads one object whole. The data of a Secret or ConfigMap is never
	// in it. An error names the object, and wraps an APIStatus where the server
	// gave one.
	Get(ctx context.Context, kind Kind, namespace, name string) (*unstructured.Unstructured, error)

	// List reads the objects of a scope whole, in no fixed order, again without
	// the data of Secrets and ConfigMaps. visit may keep what it is given.
	List(ctx context.Context, scope Scope, visit func(*unstructured.Unstructured)) error

	// Problem turns an error of Get or List into a problem.
	Problem(about Part, err error) Problem
}
