package hearing

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Older reports whether the object has been going for longer than that.
func (h *Case) Older(than time.Duration) bool {
	return !h.Node.Since.IsZero() && h.View.Now.Sub(h.Node.Since) > than
}

// Case is the judgement of one hold while it is being made. Stages read the
// case and write into the hold; a hearing is never shared between two of them.
type Case struct {
	View *sight.View
	Kind trace.Kind
	Node *trace.Node
	// Object is the whole object, nil where it could not be read.
	Object *unstructured.Unstructured
	// Entry is what the catalogue says of the finalizer; its Pattern is empty
	// where it says nothing.
	Entry catalogue.Entry
	Hold  *explain.Hold
	// Unblocked says what a built-in rule found where the holder has nothing left
	// to wait for.
	Unblocked string
	// Fares is how the holder fares.
	Fares Finding
	// Elsewhere is what has become of the object of the same name in the other
	// cluster, empty where that is not known: Live only where it is proven to
	// stand for the same.
	Elsewhere trace.State
	// RunsStill says that the holder of a finalizer that nobody should take off any
	// more is seen to run.
	RunsStill bool
	// Written reads the object's managedFields, once for all of its holds.
	Written func() []manifest.Write
}

// Decide sets the outcome.
func (h *Case) Decide(verdict explain.Verdict, reason explain.Reason, message string) bool {
	h.Hold.Verdict, h.Hold.Reason, h.Hold.Message = verdict, reason, message
	return true
}

// Add adds evidence as it is, on one line.
func (h *Case) Add(e explain.Evidence) {
	e.Fact = phrase.OneLine(e.Fact)
	h.Hold.Evidence = append(h.Hold.Evidence, e)
}

// Fact adds strong evidence.
func (h *Case) Fact(source, fact string) { h.Add(explain.Evidence{Fact: fact, Source: source}) }

// Hint adds weak evidence.
func (h *Case) Hint(source, fact string) {
	h.Add(explain.Evidence{Fact: fact, Source: source, Weak: true})
}

// MarkTelling marks the evidence from the given place on: the outcome rests on it.
func (h *Case) MarkTelling(from int) {
	for i := from; i < len(h.Hold.Evidence); i++ {
		h.Hold.Evidence[i].Telling = true
	}
}

// Next adds a step. The words of the command are not quoted.
func (h *Case) Next(text string, command ...string) {
	h.Hold.Next = append(h.Hold.Next, explain.Step{Text: text, Command: command})
}

// Warn adds a warning.
func (h *Case) Warn(text string) {
	h.Hold.Warnings = append(h.Hold.Warnings, text)
}

// Name is how a person types the object: pods/web-0 in namespace shop.
func (h *Case) Name() string { return trace.Describe(h.Kind, h.Node.Namespace, h.Node.Name) }

// First puts a step where it comes before all that ends something: after the
// one that only looks. A step without text is none.
func (h *Case) First(step explain.Step) {
	if step.Text == "" {
		return
	}
	at := min(1, len(h.Hold.Next))
	h.Hold.Next = append(h.Hold.Next[:at:at], append([]explain.Step{step}, h.Hold.Next[at:]...)...)
}
