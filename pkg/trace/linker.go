package trace

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

// Linker knows what projects do: which objects belong together without an
// ownerReference, and who owns which finalizer. It is pure: same object, same
// answer. An implementation is safe for concurrent use.
type Linker interface {
	// Want returns the label and annotation keys by which objects are joined,
	// so that a scan keeps them.
	Want() Want

	// NeedsWhole reports whether Links or Joins has something to say about
	// objects of the kind that is worth reading them whole for. Where it is
	// false they may still have something to say about an object that was read
	// whole for another reason, so they are asked about every such object.
	NeedsWhole(kind Kind) bool

	// Links returns what the object refers to by name.
	Links(kind Kind, obj *unstructured.Unstructured) []Link

	// Joins returns the labels and annotations by which other objects say that
	// they belong to this one.
	Joins(kind Kind, obj *unstructured.Unstructured) []Join

	// Sources returns the kinds whose objects may refer to an object of this
	// kind by a Link, so that they must be read to find out. Only rules that
	// ask for it are followed backwards.
	Sources(kind Kind, served []Kind) []Kind

	// Holder returns the short name of the controller that likely owns the
	// finalizer on objects of the kind, empty where nothing is known.
	Holder(kind Kind, finalizer string) string

	// Note returns one short fact that a person should see beside the object,
	// such as "paused". It is empty for most.
	Note(kind Kind, obj *unstructured.Unstructured) string
}

// Link is a reference by name that is no ownerReference.
type Link struct {
	// Rule names the rule, such as "crossplane:composed".
	Rule string
	// Target is the object referred to. Group and Kind decide its kind, or
	// Resource where the reference gives a plural instead of a kind. Its
	// Namespace is the referring object's own where the reference names none,
	// and means nothing where the target's kind is cluster-scoped.
	Target   Ref
	Resource string
	// UID is set where the reference carries one; a target with another UID is
	// then another object.
	UID string
	// Up says that the target stands above the object in the tree.
	Up bool
	// Optional says that a missing target is nothing to report.
	Optional bool
}

// Join says that every object with this label or annotation belongs below (or,
// with Up, above) the object that returned it.
type Join struct {
	Rule       string
	Key, Value string
	Annotation bool // Key is an annotation, not a label
	// Namespaces are searched; nil means the object's own, and for a
	// cluster-scoped object all. AllNamespaces searches everywhere.
	Namespaces    []string
	AllNamespaces bool
	Up            bool
}
