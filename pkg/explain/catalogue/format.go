package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// projectFile is one file of the catalogue: everything known of one project.
type projectFile struct {
	// Project is the project's name as people write it.
	Project string `json:"project"`
	// Family says that this is no program, but what programs of many have in common, such as
	// a library: nobody installs it, and which of them holds a finalizer has to be found.
	Family bool `json:"family,omitempty"`
	// ClusterScoped are the kinds, as Kind.group, that are in no namespace: where nothing else tells
	// that of a kind, it is taken for one that is in one.
	ClusterScoped []string `json:"clusterScoped,omitempty"`
	// Types are kinds of the project by their groups, one after the other with a blank between, each with what is
	// short for it where people type that: "Gear=gr,gears Mill". They tell the group of a kind that was copied without,
	// and need not be all that there are.
	Types map[string]string `json:"types,omitempty"`
	// Signs tell kinds of the project by what only their controllers write, where the kind itself was not copied.
	Signs []signSpec `json:"signs,omitempty"`
	// Components are the controllers that the finalizers below name.
	Components []Component `json:"components,omitempty"`
	Finalizers []Finalizer `json:"finalizers,omitempty"`
	Edges      []edgeSpec  `json:"edges,omitempty"`
	Notes      []noteSpec  `json:"notes,omitempty"`
	Checks     []CheckSpec `json:"checks,omitempty"`
}

// Component is a controller that holds finalizers. Everything but its name is
// the default of the project's own manifests, which installations change: a
// hint where to look, never proof.
type Component struct {
	// Name is what a person calls it, short and in lower case.
	Name string `json:"name"`
	// Namespaces, Workloads ("Deployment/crossplane") and Leases ("name" in the
	// same namespace, or "namespace/name") may hold a * for a part that differs
	// between installations, and Workloads a field of the object, as in
	// "Deployment/{metadata.labels[strimzi.io/cluster]}-entity-operator".
	Namespaces []string `json:"namespaces,omitempty"`
	Workloads  []string `json:"workloads,omitempty"`
	Leases     []string `json:"leases,omitempty"`
	// FieldManagers are the names under which it writes.
	FieldManagers []string `json:"fieldManagers,omitempty"`
	// WatchFlag is the flag with the namespaces that it watches, where that means something
	// else with others: a flag --namespace is mostly where the controller itself is.
	WatchFlag string `json:"watchFlag,omitempty"`
	// OutOfSight says that some clusters run it where nobody who asks them sees it, so
	// that none in sight says nothing: those that have a ClusterRole of that name, in
	// which * stands for any part. "*" alone is for any cluster.
	OutOfSight string `json:"outOfSight,omitempty"`
	// TalksTo is what has to answer it before it takes its finalizers off.
	TalksTo *Answering `json:"talksTo,omitempty"`
	// Within are the projects in whose program it may run, as a library does that they have in common.
	Within []string `json:"within,omitempty"`
	// Serves are the names by which a GatewayClass, or another class of objects, calls it, with a * for a part that
	// differs: a class that names another controller is none of its own.
	Serves []string `json:"serves,omitempty"`
	// Exact says that its workloads are named by the object: one of another name is none.
	Exact bool `json:"-"`
}

// Answering is what a component asks beside the API server.
type Answering struct {
	// What is what a person calls it, as in "the API of AWS".
	What string `json:"what"`
	// See is the command that shows how it is, where it is in the cluster. A word may hold fields of
	// the object in braces, as Workloads may; where one of them is not told, there is no command.
	See []string `json:"see,omitempty"`
}

// HasLease reports whether the project documents a Lease as the component's.
func (c *Component) HasLease(namespace, name string) bool {
	return slices.ContainsFunc(c.Leases, func(documented string) bool {
		if in, called, ok := strings.Cut(documented, "/"); ok {
			return Glob(in, namespace) && Glob(called, name)
		}
		return Glob(documented, name)
	})
}

// The ways in which a Finalizer's pattern is compared, the strongest first.
const (
	MatchExact  = "exact"
	MatchPrefix = "prefix"
	MatchSuffix = "suffix"
	// MatchOwn compares with a pattern in which {plural} and {group} stand for
	// those of the object's own kind.
	MatchOwn   = "own"
	MatchRegex = "regex"
)

// How well an entry is known.
const (
	// ConfidenceLow was not held against the source. What it says a removal costs counts no
	// less than what nobody knows.
	ConfidenceLow = "low"
	// ConfidenceMedium is of what takes it off, and only in part of what that calls.
	ConfidenceMedium = "medium"
	// ConfidenceHigh is of both.
	ConfidenceHigh = "high"
)

// Finalizer says who owns the finalizers that a pattern matches.
type Finalizer struct {
	// ID is unique in the catalogue; a later file replaces an entry by giving
	// its ID. Empty means the pattern.
	ID      string `json:"id,omitempty"`
	Pattern string `json:"pattern"`
	// Match is one of the Match constants, empty for MatchExact. A regex must
	// match the whole finalizer.
	Match string `json:"match,omitempty"`
	// Kinds are the kinds on which the finalizer is found: "Kind" in any group,
	// "Kind.group", or "*.group"; a group may begin with "*." for all below it.
	// Empty means any kind.
	Kinds []string `json:"kinds,omitempty"`
	// Called is how the finalizer is called on an object of a kind, where Match leaves that open: {plural}, {singular},
	// {kind} and {group} stand for those of the kind.
	Called string `json:"called,omitempty"`
	// Component names an entry of the project's Components.
	Component string `json:"component"`
	// WaitsFor says what must be true before the component takes the finalizer
	// off: half a sentence that completes "waits for".
	WaitsFor string `json:"waitsFor,omitempty"`
	// Causes are the usual reasons why that does not come about, the most
	// common first.
	Causes []Cause `json:"causes,omitempty"`
	// Loss says what is lost or left behind where the finalizer is taken off by
	// hand: a sentence without its full stop.
	Loss string `json:"loss,omitempty"`
	// Keeps is what is set on the object so that its holder lets it go and leaves what it stands for:
	// "annotation KEY=VALUE" or "field spec.PATH=VALUE".
	Keeps string `json:"keeps,omitempty"`
	// Retry is the annotation that has its holder try once more, which it may not do by itself:
	// "KEY=VALUE", where {now} in the value is the time.
	Retry string `json:"retry,omitempty"`
	// Class is one of the Class constants: when the finalizer goes, and what
	// becomes of a try that fails. Empty means that it is not known.
	Class string `json:"class,omitempty"`
	// Quiet says that the component writes nothing to the status of the object, so that
	// what stands there is somebody else's.
	Quiet bool `json:"quiet,omitempty"`
	// GivesUpAfter completes "gives up after", for ClassGivesUp.
	GivesUpAfter string `json:"givesUpAfter,omitempty"`
	// Needs names what the component does nothing without: where it is gone, the
	// finalizer stays for ever.
	Needs string `json:"needs,omitempty"`
	// NeedsSeveral says that Needs names more than one thing.
	NeedsSeveral bool `json:"needsSeveral,omitempty"`
	// NeedsRefs is a CEL expression that yields references to what Needs names. Where
	// one of them is gone, that decides the case.
	NeedsRefs string `json:"needsRefs,omitempty"`
	// ToldBy are the marks of objects that have the finalizer, whatever their kind, where no
	// list of theirs was copied: a field that they have, the beginning of what their controllers
	// call themselves, which ends in a slash, or the reason of an event.
	ToldBy []string `json:"toldBy,omitempty"`
	// Since and Until are the first and the last release of the project for
	// which the entry is true; empty means that no other is known.
	Since string `json:"since,omitempty"`
	Until string `json:"until,omitempty"`
	// Risk grades a removal by hand: low is bookkeeping, medium leaves
	// something behind in the cluster, high loses data or leaves something
	// outside it.
	Risk explain.Risk `json:"risk,omitempty"`
	// Confidence says how well the entry was checked: high, medium or low.
	Confidence string `json:"confidence,omitempty"`
	// Source is where the fact was read: "owner/repository@commit path:lines"
	// names the lines that take the finalizer off, one without a commit only
	// where the name stands.
	Source string `json:"source,omitempty"`
	// Verified is the day, as 2006-01-02, on which those lines were read. Empty
	// means that nobody did.
	Verified string `json:"verified,omitempty"`
	// Earlier is what was so before some release, the oldest first.
	Earlier []Earlier `json:"earlier,omitempty"`
}

// Earlier is what an entry says of a time before some release came out: what is given stands in
// the place of what the entry says else.
type Earlier struct {
	// Before is the day, as 2006-01-02, on which that release came out.
	Before   string       `json:"before"`
	WaitsFor string       `json:"waitsFor,omitempty"`
	Causes   []Cause      `json:"causes,omitempty"`
	Class    string       `json:"class,omitempty"`
	Loss     string       `json:"loss,omitempty"`
	Risk     explain.Risk `json:"risk,omitempty"`
	// Source is where that was read, as of the entry itself.
	Source string `json:"source"`
}

// edgeSpec says how objects refer to others without an ownerReference. It has
// either Refs or Join.
type edgeSpec struct {
	// ID is unique in the catalogue; empty means the name.
	ID string `json:"id,omitempty"`
	// Name is what people see, such as "crossplane:composed". Several edges may
	// share one where they are two views of the same relation.
	Name string       `json:"name"`
	From SelectorSpec `json:"from"`
	// Refs is a CEL expression that yields a list of references.
	Refs string    `json:"refs,omitempty"`
	Join *joinSpec `json:"join,omitempty"`
	// Direction is "down" where the target depends on the object or is managed
	// by it, and "up" where it is the other way round. Empty means down.
	Direction string `json:"direction,omitempty"`
	// Optional says that a missing target is nothing to report.
	Optional bool `json:"optional,omitempty"`
	// Passive says that the rule is no reason to read an object whole; it is
	// followed where the object was read whole for another reason.
	Passive bool `json:"passive,omitempty"`
	// Deletes, where present, says that the holder of a finalizer deletes the target before
	// it takes the finalizer off.
	Deletes *deletesSpec `json:"deletes,omitempty"`
	// Reverse, where present, says from which kinds the rule is followed
	// backwards, by reading every object that From selects.
	Reverse *TargetSpec `json:"reverse,omitempty"`
}

// deletesSpec says by which finalizers of an object what an edge leads to is deleted.
type deletesSpec struct {
	Finalizers []string `json:"finalizers"`
	// Kinds are those of the targets that it deletes; empty means all.
	Kinds []string `json:"kinds,omitempty"`
	// Awaits is a CEL condition over the object: whether it also waits until they have
	// gone. Empty means that it does not.
	Awaits string `json:"awaits,omitempty"`
	// When is a CEL condition over the object; empty means always.
	When string `json:"when,omitempty"`
	// Cascade is a CEL expression over the object that yields what it asks to become of the
	// dependents of a target: background, foreground, orphan, or default, which leaves it to
	// the server. Empty means that nobody knows.
	Cascade string `json:"cascade,omitempty"`
}

// SelectorSpec says to which objects a rule applies. Every list that is given must
// have one entry that fits; a list that is left out fits all.
type SelectorSpec struct {
	// Groups are API groups: "" for the core group, "*" for all, "*.x" for all
	// that end in ".x".
	Groups []string `json:"groups,omitempty"`
	Kinds  []string `json:"kinds,omitempty"`
	// Categories are those that the kind is served with, such as "managed".
	Categories []string `json:"categories,omitempty"`
	// When is a CEL condition over the object.
	When string `json:"when,omitempty"`
}

// TargetSpec selects kinds to which a rule may refer.
type TargetSpec struct {
	// Groups may hold {group}, that of the referring kind.
	Groups     []string `json:"groups,omitempty"`
	Kinds      []string `json:"kinds,omitempty"`
	Categories []string `json:"categories,omitempty"`
}

// joinSpec says that the objects with a label or annotation belong to the one that
// the rule is evaluated on.
type joinSpec struct {
	// Label or Annotation is the key; exactly one is given.
	Label      string `json:"label,omitempty"`
	Annotation string `json:"annotation,omitempty"`
	// Value is a CEL expression that yields a string. An empty one joins
	// nothing.
	Value string `json:"value"`
	// Namespaces is a CEL expression that yields the namespaces to search.
	// Empty means the object's own, and all for a cluster-scoped object.
	Namespaces string `json:"namespaces,omitempty"`
	// AllNamespaces searches everywhere.
	AllNamespaces bool `json:"allNamespaces,omitempty"`
}

// noteSpec is one short fact about an object.
type noteSpec struct {
	// ID is unique in the catalogue.
	ID   string       `json:"id"`
	From SelectorSpec `json:"from"`
	// Text is shown as it stands, so it is short.
	Text string `json:"text"`
}
