package catalogue

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Kin is the entry of the one component that holds objects of a kind by other finalizers of the same
// domain as this one, which nobody knows: an older or a newer name of theirs, most often. It says who that
// is, and what a removal of the others costs, but nothing of what is waited for.
func (c *Catalogue) Kin(kind trace.Kind, finalizer string) (entry Entry, ok bool) {
	if common(kind.Group) || !qualified(finalizer) || !SameDomain(kind.Group, finalizer) || len(c.near(finalizer)) > 0 || c.finalizers.find(kind, finalizer) != nil {
		return Entry{}, false
	}
	entry, ok = c.EntryForKind(kind)
	if !ok || !slices.ContainsFunc(Domains(&entry.Finalizer), func(d string) bool { return registered(d) == registered(kind.Group) }) {
		return Entry{}, false
	}
	loss := ""
	if entry.Loss != "" && explain.RiskLow.Below(entry.Risk) { // that the others cost little tells nothing of this one
		loss = "Nobody here knows what this one is for; with another of its finalizers: " + entry.Loss
	}
	entry.Finalizer = Finalizer{Pattern: finalizer, Component: entry.Component, Loss: loss, Confidence: ConfidenceMedium}
	entry.Kin = true
	return entry, true
}
