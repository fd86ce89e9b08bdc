package hearing

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// SaidSince reports whether a condition was surely written after the object was
// asked to go: it turned then, or it speaks of the generation that the deletion
// made, or its status was written since.
func (h *Case) SaidSince(c manifest.Condition) bool {
	if h.Object == nil || h.Node.Since.IsZero() {
		return false
	}
	if !c.Since.IsZero() && !c.Since.Before(h.Node.Since) {
		return true
	}
	if c.Seen > 1 && c.Seen >= h.Object.GetGeneration() {
		return true
	}
	return h.conditionsWrittenSince()
}

// conditionsWrittenSince reports whether a controller that owns conditions has
// written the object's status since the deletion.
func (h *Case) conditionsWrittenSince() bool {
	return slices.ContainsFunc(h.Writes(), func(w manifest.Write) bool {
		return w.Subresource == "status" && !w.At.IsZero() && !w.At.Before(h.Node.Since) && w.OfConditions() && !manifest.PersonalManager(w.Manager)
	})
}

// FactOf puts a condition into the evidence, as weak where it may speak of a
// time before the deletion.
func (n *Notes) FactOf(h *Case, c manifest.Condition, since bool) {
	fact := c.Kind + phrase.Prefixed(" is ", c.Status)
	if c.Reason != "" {
		fact += " (" + c.Reason + ")"
	}
	if !c.Since.IsZero() {
		fact += " for " + h.View.Ago(c.Since)
	}
	fact += phrase.Prefixed(": ", phrase.Shortened(phrase.OneLine(c.Message)))
	if since {
		n.Fact(c.Source(), fact)
		return
	}
	n.Hint(c.Source(), fact+" (it may have been said before the deletion)")
}
