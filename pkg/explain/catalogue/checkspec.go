package catalogue

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// CheckSpec says what objects of a project tell about a deletion that does not end,
// or about what waits before one. Of the checks that apply to a hold the first
// decides it; see docs/catalogue.md for the order.
type CheckSpec struct {
	// ID is unique in the catalogue.
	ID string `json:"id"`
	// Finalizers are the patterns, or the finalizers themselves, that the check
	// speaks of; "*" is any finalizer. Empty means every finalizer of the
	// project.
	Finalizers []string     `json:"finalizers,omitempty"`
	From       SelectorSpec `json:"from"`
	// Condition is the type of a status condition that the object must have. It
	// is then known to the expressions as "said", and stands in the evidence.
	Condition string `json:"condition,omitempty"`
	// AnyTime says that the condition counts although it may have been written
	// before the deletion: what it says cannot be of an earlier time.
	AnyTime bool `json:"anyTime,omitempty"`
	// With is a CEL reference to another object, which is then known to the
	// expressions as "other", and what has become of it as "otherState".
	With string `json:"with,omitempty"`
	// Find looks for further objects, which are then known as "found". Where nothing was
	// found and not everything could be searched, which is "complete", the check does not
	// apply unless it asks for that.
	Find *FindSpec `json:"find,omitempty"`
	// Vars are expressions with names of their own; the others know what they
	// yield as "vars". One that ends in an error is not there.
	Vars map[string]string `json:"vars,omitempty"`
	// Reason is the outcome. A check without one decides nothing: it only adds
	// its evidence, its message, its loss, its warning and its steps to the holds
	// that it fits.
	Reason explain.Reason `json:"reason,omitempty"`
	// Verdict is that of the reason unless it is given.
	Verdict explain.Verdict `json:"verdict,omitempty"`
	// Live says that the check is of objects that nobody has asked to go. Such a
	// check speaks of no finalizer.
	Live bool `json:"live,omitempty"`
	// Lasts says that what the check tells is so before a deletion as well, and is not of what
	// the deletion itself has set off.
	Lasts bool `json:"lasts,omitempty"`
	// Message is a CEL string. An empty one means that the check does not apply.
	// Without a reason it is a fact, which becomes evidence.
	Message string `json:"message,omitempty"`
	// Blockers is a CEL list of references, in the shapes that edgeSpec.Refs has. A
	// "what" in one says what is the matter with it.
	Blockers string `json:"blockers,omitempty"`
	// While narrows the check to what has become of the blockers by now: one of
	// the While constants, empty for whatever they are.
	While string `json:"while,omitempty"`
	// Evidence are the fields of the object that are shown as evidence.
	Evidence []string   `json:"evidence,omitempty"`
	Next     []StepSpec `json:"next,omitempty"`
	// Warning is a CEL string; an empty one warns of nothing. So is Never, which completes
	// "never …": it names what must not be done.
	Warning string `json:"warning,omitempty"`
	Never   string `json:"never,omitempty"`
	// Loss is a CEL string that says, in place of the finalizer's entry, what
	// taking the finalizer off costs in this case; an empty one leaves that as it
	// is. Risk is then its grade, which is never lower than that of the entry.
	Loss string `json:"loss,omitempty"`
	// Less says that the loss tells of less than the entry, by what the object says of itself. The grade
	// stays, and why is told beside it.
	Less   bool         `json:"less,omitempty"`
	Risk   explain.Risk `json:"risk,omitempty"`
	Source string       `json:"source,omitempty"`
	// Need says that it asks for what the component of a finalizer does nothing without:
	// it was made of the finalizer's Needs.
	Need bool `json:"-"`
}

// What may have become of a check's blockers for it to apply.
const (
	// WhileAnyPresent wants one that exists or could not be read. If all are
	// gone the condition is stale, which is then evidence.
	WhileAnyPresent = "any-present"
	// WhileAnyGone wants one that certainly does not exist; the blockers are
	// then those that are gone.
	WhileAnyGone = "any-gone"
)

// StepSpec is one step to take. In both fields {name}, {namespace}, {resource}
// and {finalizer} are those of the object, a path such as {status.nodeName} is a
// field of it, and {now} is the moment of reading; a
// word of the command that is {object}, {other} or {blocker} is replaced by how
// kubectl takes the object, that of With, or the first blocker that exists, and
// {holder} by the workload that has to act; {gone} in a
// text names the blockers, or the object of With, that do not. A step that names
// something that is not there is left out.
type StepSpec struct {
	Text    string   `json:"text"`
	Command []string `json:"command,omitempty"`
	// Effect is what the command does where it does more than its verb tells.
	Effect explain.Effect `json:"effect,omitempty"`
	// Guarded says that the step is right only once something is certain, or gives up what
	// the object stands for: what mends comes before it, and what only looks.
	Guarded bool `json:"guarded,omitempty"`
	// After says that the step is right only once the one before it is done, and is no
	// alternative to it.
	After bool `json:"after,omitempty"`
	// When is a CEL condition; the step is left out where it is not true.
	When string `json:"when,omitempty"`
}

// FindSpec says where to look for objects that belong to the one that is judged. It
// has Edges, or Key and Value, or only Groups and Kinds of which every object is found.
type FindSpec struct {
	// Edges are the rules by which the graph leads down from the object.
	Edges []string `json:"edges,omitempty"`

	// Groups and Kinds may be those of the object, {group} and {kind}, or what a field
	// of it says, such as {spec.names.kind}.
	Groups []string `json:"groups,omitempty"`
	Kinds  []string `json:"kinds,omitempty"`
	// AllNamespaces searches everywhere, and not only in the object's own.
	AllNamespaces bool `json:"allNamespaces,omitempty"`
	// Key is a CEL string or list of strings over a candidate ("object"), and
	// Value a CEL string over the object that is judged. Those with an equal one
	// that is not empty are found.
	Key   string `json:"key,omitempty"`
	Value string `json:"value,omitempty"`
}
