package explain

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// hearing is the judgement of one hold while it is being made. Stages read the
// case and write into the hold; a hearing is never shared between two of them.
type hearing struct {
	*world
	kind trace.Kind
	node *trace.Node
	// obj is the whole object, nil where it could not be read.
	obj *unstructured.Unstructured
	// entry is what the catalogue says of the finalizer; its Pattern is empty
	// where it says nothing.
	entry Entry
	hold  *Hold
	// unblocked says what a built-in rule found where the holder has nothing left
	// to wait for.
	unblocked string
	// fares is how the holder fares.
	fares fares
	// elsewhere is what has become of the object of the same name in the other
	// cluster, empty where that is not known: Live only where it is proven to
	// stand for the same.
	elsewhere trace.State
	// runsStill says that the holder of a finalizer that nobody should take off any
	// more is seen to run.
	runsStill bool
	// written reads the object's managedFields, once for all of its holds.
	written func() []write
}

// stage looks at one side of a case. It returns true when the case is decided:
// it has then set the hold's Reason, Verdict and Message. A stage that decides
// nothing may still add evidence.
type stage func(ctx context.Context, h *hearing) bool

// stages are asked in this order until one decides. The order is the ladder: a
// holder that is not there explains more than what it last said.
var stages = []stage{
	remarks,
	elsewhere,
	propagation,
	gatesAhead,
	unconverted,
	builtIn,
	besidesDown(earlyChecks),
	abandoned,
	checksFor(NobodyRemoves),
	holderHealth,
	writeRefused,
	besidesDown(checksFor(Excluded, PrerequisiteGone)),
	besidesDown(excluded),
	outOfScope,
	checksFor(NamespaceTerminating),
	noRoom,
	checksFor(Failing),
	checksFor(Blocked, HookWaits),
	failing,
	namedNow,
	checksFor(Working),
	working,
	writeDoubted,
	justAsked,
	conversionDoubted,
	unblocked,
	silent,
}

// decide sets the outcome.
func (h *hearing) decide(verdict Verdict, reason Reason, message string) bool {
	h.hold.Verdict, h.hold.Reason, h.hold.Message = verdict, reason, message
	return true
}

// fact adds strong evidence, hint weak evidence.
func (h *hearing) fact(source, fact string) {
	h.hold.Evidence = append(h.hold.Evidence, Evidence{Fact: oneLine(fact), Source: source})
}

func (h *hearing) hint(source, fact string) {
	h.hold.Evidence = append(h.hold.Evidence, Evidence{Fact: oneLine(fact), Source: source, Weak: true})
}

// rests marks the evidence from the given place on: the outcome rests on it.
func (h *hearing) rests(from int) {
	for i := from; i < len(h.hold.Evidence); i++ {
		h.hold.Evidence[i].Telling = true
	}
}

// next adds a step. The words of the command are not quoted.
func (h *hearing) next(text string, command ...string) {
	h.hold.Next = append(h.hold.Next, Step{Text: text, Command: command})
}

func (h *hearing) warn(text string) {
	h.hold.Warnings = append(h.hold.Warnings, text)
}

// block adds an object that the holder waits for, as it is now.
func (h *hearing) block(ctx context.Context, ref trace.Ref, what string) {
	h.blockKnown(ref, h.look(ctx, ref).state, what)
}

// blockKnown is block where the state is known already. An object that is found
// in two ways is one blocker.
func (h *hearing) blockKnown(ref trace.Ref, state trace.State, what string) {
	if slices.ContainsFunc(h.hold.Blockers, func(b Blocker) bool { return b.Ref == ref && b.Name != "" }) {
		return
	}
	kind, _ := h.world.kind(ref.Group, ref.Kind)
	h.hold.Blockers = append(h.hold.Blockers, Blocker{Ref: ref, Resource: kind.Resource, Object: -1, State: state, What: oneLine(what)})
}

// blockFact adds a blocker that is no object.
func (h *hearing) blockFact(what string) {
	h.hold.Blockers = append(h.hold.Blockers, Blocker{Object: -1, What: oneLine(what)})
}

// name is how a person types the object: pods/web-0 in namespace shop.
func (h *hearing) name() string { return trace.Describe(h.kind, h.node.Namespace, h.node.Name) }

// nameOf is the same for any object.
func (w *world) nameOf(ref trace.Ref) string {
	kind, ok := w.kind(ref.Group, ref.Kind)
	if !ok {
		kind = trace.Kind{Group: ref.Group, Resource: strings.ToLower(ref.Kind)}
	}
	return trace.Describe(kind, ref.Namespace, ref.Name)
}

// typed is how kubectl takes an object: the words "pod/web-0" "-n" "shop".
func (w *world) typed(ref trace.Ref) []string {
	name := strings.ToLower(ref.Kind)
	if kind, ok := w.kind(ref.Group, ref.Kind); ok {
		name = kind.Resource
	}
	if ref.Group != "" {
		name += "." + ref.Group
	}
	words := []string{name + "/" + ref.Name}
	if ref.Namespace != "" {
		words = append(words, "-n", ref.Namespace)
	}
	return words
}

// ago is how long ago something was, as kubectl prints ages.
func (w *world) ago(t time.Time) string {
	return duration.HumanDuration(max(w.now.Sub(t), 0))
}

// oneLine joins the lines of a text from the cluster.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
