package trace

import (
	"cmp"
	"strings"
	"time"
)

// Ref names an object as a person does. It is comparable and carries no
// version, because one object is served under several. It is not an identity:
// an object that was deleted and made again has the same Ref and another UID.
type Ref struct {
	Group     string
	Kind      string
	Namespace string // empty for a cluster-scoped object
	Name      string
}

// Compare orders objects by group, kind, namespace and name.
func (r Ref) Compare(other Ref) int {
	return cmp.Or(
		strings.Compare(r.Group, other.Group),
		strings.Compare(r.Kind, other.Kind),
		strings.Compare(r.Namespace, other.Namespace),
		strings.Compare(r.Name, other.Name),
	)
}

// Short is how a person types the kind and name of an object: deployment/web.
func (r Ref) Short() string { return strings.ToLower(r.Kind) + "/" + r.Name }

// State is what the API server's own fields say of an object, whatever its
// status claims.
type State string

const (
	// Live is an object without a deletionTimestamp.
	Live State = "Live"
	// Grace is an object whose deletionTimestamp lies in the future: it has
	// been asked to go and still has the time to.
	Grace State = "Grace"
	// Deleting is an object whose deletionTimestamp has passed.
	Deleting State = "Deleting"
	// Gone is an object that something refers to and that does not exist.
	Gone State = "Gone"
	// Recreated is an object that something refers to by a UID that it no
	// longer has: another object stands under the name now.
	Recreated State = "Recreated"
	// Unreadable is an object that something refers to and that could not be
	// read, so that nothing more is known.
	Unreadable State = "Unreadable"
)

// Going reports whether the object has been asked to go and is still there.
func (s State) Going() bool { return s == Deleting || s == Grace }

// Graph is the finished answer. Printers read it and change nothing.
//
// Each UID stands in Nodes once. Nodes and Edges have a fixed order that
// depends on their content alone, never on the order in which it was read.
type Graph struct {
	// At is the moment of reading, against which every age is taken.
	At time.Time
	// AtLeast says that it was then or later: what was read does not say when.
	AtLeast bool
	// Nodes are the objects, the asked ones first, then by Ref and UID.
	Nodes []Node
	// Edges lead from an owner or manager to what depends on it.
	Edges []Edge
	// Incomplete lists what could not be read. An answer with entries here
	// must never be shown as a complete one.
	Incomplete []Problem
}

// Clock is the moment of reading.
func (g *Graph) Clock() Clock { return Clock{At: g.At, AtLeast: g.AtLeast} }

// Node is one object.
type Node struct {
	Ref
	// Version and Resource say how to address it: the version it was read
	// under and its plural, as in "deployments". Both are empty where the kind
	// is not served.
	Version  string
	Resource string
	UID      string

	State State
	// Since is the deletionTimestamp of an object in Grace or Deleting, and
	// zero otherwise.
	Since   time.Time
	Created time.Time
	// Presumed says that what was copied of it does not show that it was asked to go.
	Presumed bool

	// Finalizers keep the order of the object. The namespace's own, from
	// spec.finalizers, come first where they were read.
	Finalizers []Finalizer
	// Conditions are those worth showing, the most telling first. Empty when
	// the object was not read whole.
	Conditions []Condition
	// Disagreement says in a few words what the object's status claims where
	// the API server says otherwise, such as "says Ready=True". Empty when the
	// two agree or the object was not read whole.
	Disagreement string
	// Bygone says what the times in the object's status tell of how old that is, such as "says Ready=True since …, from
	// before it was asked to go". Empty where it may be of after that.
	Bygone string
	// Note is one fact from the rules that a person should see beside the
	// object, such as "paused". It may be empty.
	Note string

	// Asked marks the objects that were asked about: those that the person
	// named, and those that are going away where Tracer.Going says.
	Asked bool
	// Folded counts the dependents that are not in Nodes because they are
	// alike and healthy, by kind and rule.
	Folded []Fold
	// Cut counts the dependents that a depth limit kept out.
	Cut int
}

// Finalizer is one entry of an object's list.
type Finalizer struct {
	Name string
	// Holder is the short name of the controller that likely owns it, empty
	// where nothing is known.
	Holder string
}

// Condition is one entry of status.conditions.
type Condition struct {
	Type    string
	Status  string
	Reason  string
	Message string
	Since   time.Time // lastTransitionTime, zero where there is none
}

// OwnerRule is the Rule of an edge that an ownerReference makes.
const OwnerRule = "owner"

// Edge says that To depends on From, or is managed by it.
type Edge struct {
	From, To int // indexes into Nodes
	// Rule is OwnerRule, or the name of the rule that found the edge, such as
	// "crossplane:composed".
	Rule string
	// Controller and Block are the ownerReference's controller and
	// blockOwnerDeletion; false for every other rule.
	Controller bool
	Block      bool
	// Fault says what is wrong with the edge, empty when nothing is.
	Fault Fault
	// Closes says that the edge leads back to an object above. Leaving these
	// out, no way along the edges is endless. One that nothing else is wrong
	// with has the fault Cycle.
	Closes bool
}

// Fault is what can be wrong with a reference from one object to another.
type Fault string

const (
	// TargetGone says that the object referred to does not exist (any more).
	TargetGone Fault = "TargetGone"
	// TargetRecreated says that an object of that name exists, under another UID.
	TargetRecreated Fault = "TargetRecreated"
	// OtherName says that an object with that UID exists, under another name or
	// kind; the garbage collector takes the reference for gone.
	OtherName Fault = "OtherName"
	// WrongNamespace says that the owner lives in another namespace, where an
	// ownerReference cannot reach.
	WrongNamespace Fault = "WrongNamespace"
	// WrongScope says that a cluster-scoped object names a namespaced owner.
	WrongScope Fault = "WrongScope"
	// KindUnknown says that the server does not serve the kind referred to.
	KindUnknown Fault = "KindUnknown"
	// Cycle says that the edge leads back to an object above, and that nothing
	// else is wrong with it.
	Cycle Fault = "Cycle"
)

// Problem is something that could not be read, and why.
type Problem struct {
	About Part
	// Reason is one of the Problem constants, for programs.
	Reason string
	// Message is the server's own words, on one line.
	Message string
}

// The reasons of a Problem.
const (
	Forbidden    = "Forbidden"
	TimedOut     = "TimedOut"
	Unavailable  = "Unavailable"  // the API group or its conversion webhook does not answer
	Undecodable  = "Undecodable"  // the server or this program could not decode it
	ReadFailed   = "ReadFailed"   // anything else
	NotInDump    = "NotInDump"    // the dump does not contain it
	CopiedInPart = "CopiedInPart" // somebody has copied a part of it
	LimitReached = "LimitReached" // a bound of this program kept it out
)
