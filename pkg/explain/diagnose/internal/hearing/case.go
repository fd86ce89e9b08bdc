package hearing

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Case is what is known of one hold while it is being judged. Rungs and notes
// only read it: what they find they return, and With makes the case that the
// next one is asked about.
type Case struct {
	View *sight.View
	Kind trace.Kind
	Node *trace.Node
	// Object is the whole object, nil where it could not be read.
	Object *unstructured.Unstructured
	// Finalizer is empty for a hold that is none.
	Finalizer string
	// Entry is what the catalogue says of the finalizer; its Pattern is empty
	// where it says nothing.
	Entry catalogue.Entry
	// Actor is who has to act, as far as is known.
	Actor
	// Wellbeing is what the search for the holder found of how that one is.
	Wellbeing Wellbeing
	// Cost is what taking the finalizer off costs, as far as is known.
	Cost explain.Cost
	// Elsewhere is what has become of the object of the same name in the other
	// cluster, empty where that is not known: Live only where it is proven to
	// stand for the same.
	Elsewhere trace.State
	// Listening says that what the holder prints counts too.
	Listening bool
	// Told is the evidence so far.
	Told []explain.Evidence
	// Written reads the object's managedFields, once for all of its holds.
	Written func() []manifest.Write
}

// Actor is who has to act, and its health.
type Actor struct {
	Holder explain.Holder
	Health explain.Health
	// Nearest says of a holder that is only possible what speaks for it, and how well
	// it is.
	Nearest string
	// Standby is another installation of the holder, which waits for the lead that this one has.
	Standby trace.Ref
	// Shown is what runs it, where a table that was copied beside the object shows that; it has no name else.
	Shown Program
}

// With is the case as it is known once this was told.
func (h *Case) With(n Notes) *Case {
	if len(n.Evidence) == 0 && n.Actor == nil && n.Cost == nil {
		return h
	}
	next := *h
	next.Told = slices.Concat(h.Told, n.Evidence)
	if n.Actor != nil {
		next.Actor = *n.Actor
	}
	if n.Cost != nil {
		next.Cost = *n.Cost
	}
	return &next
}

// LookUp sets what the catalogue says of the finalizer.
func (h *Case) LookUp() {
	entry, known := h.View.Catalogue.Entry(h.Kind, h.Finalizer)
	if !known {
		of := [3]string{h.Kind.Group, h.Kind.Kind, h.Finalizer}
		entry = sight.Memory[kinMemory](h.View).kin.Get(of, func() catalogue.Entry {
			kin, _ := h.View.Catalogue.Kin(h.Kind, h.Finalizer)
			return kin
		})
	}
	h.Enter(entry)
}

// kinMemory keeps whose a finalizer that nobody knows may be, by its kind and name.
type kinMemory struct {
	kin sight.Memo[[3]string, catalogue.Entry]
}

// Enter sets the entry of the finalizer, as it was at the time that is looked at and is for the kind, with the names that the object tells.
func (h *Case) Enter(entry catalogue.Entry) {
	var fields map[string]any
	if h.Object != nil {
		fields = h.Object.Object
	}
	if h.View.Copied { // what is asked about in a cluster is of today
		entry = entry.AsOf(h.View.Clock.At)
	}
	h.Entry = entry.For(h.Kind).Of(fields)
	h.provisionedBy()
	h.servedBy()
}

// About is a case of its own about an object as it is now. It is nil where the
// object could not be read.
func About(ctx context.Context, w *sight.View, ref trace.Ref) *Case {
	kind, served := w.Kind(ref.Group, ref.Kind)
	s := w.Look(ctx, ref)
	if !served || s.Object == nil {
		return nil
	}
	return &Case{
		View: w, Kind: kind, Object: s.Object,
		Node:    &trace.Node{Ref: ref, Resource: kind.Resource, UID: string(s.Object.GetUID()), State: s.State},
		Written: sync.OnceValue(func() []manifest.Write { return manifest.WritesOf(s.Object) }),
	}
}

// Older reports whether the object may have been going for longer than that: false
// where it is too early to judge by.
func (h *Case) Older(than time.Duration) bool {
	return !h.Node.Since.IsZero() && !h.View.Clock.Within(h.Node.Since, than)
}

// FreshFor is how long after the request silence, a use or a guard proves nothing yet.
const FreshFor = 15 * time.Second

// Fresh reports whether the deletion was asked for that short a time ago.
func (h *Case) Fresh() bool { return h.View.Clock.Within(h.Node.Since, FreshFor) }

// Name is how a person types the object: pods/web-0 in namespace shop.
func (h *Case) Name() string { return trace.Describe(h.Kind, h.Node.Namespace, h.Node.Name) }

// takingOff is how controllers say that they take a finalizer off, without its name.
var takingOff = regex.New(`(?i)\b(?:remov(?:e|es|ing)|drop(?:s|ping)?|clear(?:s|ing)?|releas(?:e|es|ing)|tak(?:e|es|ing) off|delet(?:e|es|ing)) (?:(?:the|its|our|my) )?finalizers?\b`)

// leftToOthers is how one says that somebody else does that, or nobody.
var leftToOthers = regex.New(`(?i)\b(?:wait(?:s|ing)?|until|skip(?:s|ped|ping)?|ignor(?:e|es|ed|ing)|someone|somebody|another|others?)\b`)

// SaysItTakesOff reports whether who says these words takes the finalizer off: they name it or, where
// they are surely about the object and that has no other, tell of taking one off and not of waiting for that.
func (h *Case) SaysItTakesOff(words string, surely bool) bool {
	return h.Finalizer != "" && (strings.Contains(words, h.Finalizer) || surely && len(h.Node.Finalizers) == 1 && takingOff.MatchString(words) && !leftToOthers.MatchString(words))
}
