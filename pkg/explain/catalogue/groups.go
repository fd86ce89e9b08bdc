package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// typeSaid is a type with its group in words, or a group with its version:
// gears.acme.io, acme.io/v1.
var typeSaid = regex.New(`([a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+\.[a-z]{2,})(?:/v\d\w*)?(?:[^\w./-]|\.?$|\.\s)`)

// hostSaid is where something is reached: that it lies in somebody's domain tells nothing of who acts.
var hostSaid = regex.New(`\w+://[^\s"'<>]+|\b(?:lookup|host) [\w.-]+|\b[\w.-]+:\d+\b`)

// EntryForGroups is the entry of the one component, or else of the one project, that holds objects
// of the API groups which words name, where nothing tells the kind of their object. It only
// suggests who that is, and says nothing of what is waited for and what a removal costs.
func (c *Catalogue) EntryForGroups(words string) (entry Entry, ok bool) {
	for _, m := range typeSaid.FindAllStringSubmatch(hostSaid.ReplaceAllString(words, " "), -1) {
		for _, f := range c.byDomainOf(m[1]) {
			switch project := c.projects[f].Project; {
			case !ok:
				entry, ok = c.entryOf(f), true
			case entry.Project != project:
				return Entry{}, false
			case entry.Component != f.Component:
				entry.Component, entry.Controller = project, Component{Name: project}
			}
		}
	}
	entry.withoutTexts()
	entry.Confidence = ConfidenceLow
	return entry, ok
}

// byDomainOf are the entries with the longest domain that a type is below, or else those of the
// party that has its domain.
func (c *Catalogue) byDomainOf(typ string) (found []*Finalizer) {
	longest, owner := 0, registered(typ)
	for _, f := range c.finalizers.all {
		if f.Match == MatchOwn || f.Class == ClassNever {
			continue
		}
		most := 0
		for _, d := range Domains(f) {
			switch {
			case d == "" || owner == "" || registered(d) != owner:
			case strings.HasSuffix(typ, "."+d):
				most = max(most, len(d))
			default:
				most = max(most, 1)
			}
		}
		if most > longest {
			longest, found = most, nil
		}
		if most > 0 && most == longest {
			found = append(found, f)
		}
	}
	return found
}

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
