package catalogue

import (
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Catalogue answers from every file that was loaded. It implements
// trace.Linker, does not change after Load, and is safe for concurrent use.
type Catalogue struct {
	finalizers *finalizers
	projects   map[*Finalizer]*projectFile
	edges      []*edgeRule // in the order of the files
	notes      []*noteRule
	checks     []*Check
	want       trace.Want
	perKind    sync.Map // kindKey to *kindRules
	namesOnce  sync.Once
	names      map[string]bool // of kinds, in small letters, alone and with their groups
	// clustered are the kinds that are in no namespace, as Kind.group and alone.
	clustered map[string]bool
	types     listedKinds
	signs     []source // those that have some
}

var _ trace.Linker = (*Catalogue)(nil)

// KindRules are the rules whose selector fits a kind.
type KindRules struct {
	edges []*edgeRule
	notes []*noteRule
	// Checks are in the order of the files; their conditions come later.
	Checks []*Check
	whole  bool
}

// kindKey is what a selector can see of a kind.
type kindKey struct{ group, kind, categories string }

func newCatalogue(files []source) *Catalogue {
	c := &Catalogue{clustered: clusteredOf(files), types: newListedKinds(files), signs: slices.DeleteFunc(slices.Clone(files), func(s source) bool { return len(s.Signs) == 0 })}
	merged := merge(files)
	c.finalizers = newFinalizers(merged.finalizers)
	c.projects = merged.projects
	for _, e := range merged.edges {
		c.edges = append(c.edges, newEdgeRule(e))
		if e.Join == nil {
			continue
		}
		if e.Join.Label != "" {
			c.want.Labels = append(c.want.Labels, e.Join.Label)
		}
		if e.Join.Annotation != "" {
			c.want.Annotations = append(c.want.Annotations, e.Join.Annotation)
		}
	}
	for _, n := range merged.notes {
		c.notes = append(c.notes, newNoteRule(n))
	}
	for _, k := range merged.checks {
		c.checks = append(c.checks, newCheckRule(k, merged.checkOf[k].Project))
	}
	for _, f := range merged.finalizers {
		if f.NeedsRefs == "" {
			continue
		}
		for _, k := range needsChecks(f) {
			c.checks = append(c.checks, newCheckRule(k, merged.projects[f].Project))
		}
	}
	c.want.Labels = sortedOnce(c.want.Labels)
	c.want.Annotations = sortedOnce(c.want.Annotations)
	return c
}

func sortedOnce(keys []string) []string {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Rules returns the rules for a kind, worked out once a kind.
func (c *Catalogue) Rules(kind trace.Kind) *KindRules {
	key := kindKey{group: kind.Group, kind: kind.Kind}
	for _, category := range kind.Categories {
		key.categories += category + ","
	}
	if known, ok := c.perKind.Load(key); ok {
		if rules, ok := known.(*KindRules); ok {
			return rules
		}
	}
	rules := &KindRules{}
	for _, e := range c.edges {
		if e.From.fits(kind) {
			rules.edges = append(rules.edges, e)
			rules.whole = rules.whole || !e.Passive
		}
	}
	for _, n := range c.notes {
		if n.From.fits(kind) {
			rules.notes = append(rules.notes, n)
		}
	}
	for _, k := range c.checks {
		if k.From.fits(kind) {
			rules.Checks = append(rules.Checks, k)
		}
	}
	c.perKind.Store(key, rules)
	return rules
}

// Want implements trace.Linker.
func (c *Catalogue) Want() trace.Want {
	return trace.Want{Labels: slices.Clone(c.want.Labels), Annotations: slices.Clone(c.want.Annotations)}
}

// NeedsWhole implements trace.Linker. It is false for the kinds that only
// passive rules speak of.
func (c *Catalogue) NeedsWhole(kind trace.Kind) bool { return c.Rules(kind).whole }

// Links implements trace.Linker: the links of each rule in the order of the
// catalogue, and within a rule in the order of the object.
func (c *Catalogue) Links(kind trace.Kind, obj *unstructured.Unstructured) []trace.Link {
	if obj == nil {
		return nil
	}
	var out []trace.Link
	for _, r := range c.Rules(kind).edges {
		out = r.links(out, obj)
	}
	return out
}

// Joins implements trace.Linker, in the order of the catalogue.
func (c *Catalogue) Joins(kind trace.Kind, obj *unstructured.Unstructured) []trace.Join {
	if obj == nil {
		return nil
	}
	var out []trace.Join
	for _, r := range c.Rules(kind).edges {
		if join, ok := r.join(obj); ok {
			out = append(out, join)
		}
	}
	return out
}

// Sources implements trace.Linker. It keeps the order of served.
func (c *Catalogue) Sources(kind trace.Kind, served []trace.Kind) []trace.Kind {
	var out []trace.Kind
	for _, from := range served {
		if from.Listable && c.refersTo(from, kind) {
			out = append(out, from)
		}
	}
	return out
}

func (c *Catalogue) refersTo(from, kind trace.Kind) bool {
	return slices.ContainsFunc(c.Rules(from).edges, func(r *edgeRule) bool {
		return r.Reverse != nil && r.Reverse.Fits(kind, from)
	})
}

// Holder implements trace.Linker.
func (c *Catalogue) Holder(kind trace.Kind, finalizer string) string {
	f := c.finalizers.find(kind, finalizer)
	if f == nil {
		return ""
	}
	return f.Component
}

// Note implements trace.Linker: the first note of the catalogue that applies.
func (c *Catalogue) Note(kind trace.Kind, obj *unstructured.Unstructured) string {
	if obj == nil {
		return ""
	}
	for _, n := range c.Rules(kind).notes {
		if n.applies(obj) {
			return n.Text
		}
	}
	return ""
}
