package holder

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// candidate is a workload that may be the holder.
type candidate struct {
	ref     trace.Ref
	title   string
	account trace.Ref
	clues   []clue
	points  int
	strong  int // how many kinds of strong evidence there are
	// catalogued says that it is the workload which the catalogue names.
	catalogued bool
}

// clue is one fact that speaks for a candidate.
type clue struct {
	kind         clueKind // of one kind only the strongest counts
	points       int
	fact, source string
}

// clueKind is the side from which a clue comes.
type clueKind string

const (
	catalogueClue  clueKind = "catalogue"
	managerClue    clueKind = "manager"
	nameClue       clueKind = "name"
	labelClue      clueKind = "label"
	leaseClue      clueKind = "lease"
	rightsClue     clueKind = "rights"
	watchClue      clueKind = "watch"
	installedClue  clueKind = "installed"
	packageClue    clueKind = "package"
	conversionClue clueKind = "conversion"
	sidecarClue    clueKind = "sidecar"
	driverClue     clueKind = "driver"
)

// What clues weigh. One that is strong makes a holder likely together with
// anything else; two kinds of them make it certain.
const (
	proofClue  = 5
	strongClue = 3
	hintClue   = 1

	certainPoints = 8
	likelyPoints  = 4
	clearLead     = 2
)

// tally adds up what speaks for whom.
type tally struct {
	View      *sight.View
	id        caseID
	kind      trace.Kind
	entry     catalogue.Entry
	workloads Workloads
	// otherComponents are the other components of the project.
	otherComponents []catalogue.Component
	// related says that the finalizer's name and the kind belong together, so
	// that what is known of the kind's controller is known of the holder.
	related bool
	// evidence is what speaks for nobody in particular.
	evidence   []explain.Evidence
	candidates map[trace.Ref]*candidate
	// lost is what the evidence says should be there and is not.
	lost []loss
	// unchanged says that certainly nobody may change objects of the kind in all
	// namespaces.
	unchanged bool
	// absent says that the catalogue names the workload, and that it is nowhere.
	absent bool
	// installed is what the kind was installed with, where its CRD tells, or else the
	// account that its controller should run under; cameWith says which.
	installed, cameWith string
}

// loss is something that belongs to the holder and does not exist any more.
type loss struct {
	fact, source string
	// uninstalled says that what the holder came with is gone, and not only the
	// workload.
	uninstalled bool
	// proof says that it is sure to have been there.
	proof bool
	// steps bring it back, where it is known how.
	steps []explain.Step
}

func newTally(ctx context.Context, h *hearing.Case, id caseID) *tally {
	namespaces := append(slices.Clone(h.Entry.Controller.Namespaces), h.Node.Namespace)
	t := &tally{
		View: h.View, id: id, kind: h.Kind, entry: h.Entry, workloads: WorkloadsOf(ctx, h.View, namespaces...),
	}
	// A library's finalizer is held by the controller of the kind, whatever that is called.
	library := h.Entry.Pattern != "" && len(h.Entry.Controller.Workloads) == 0 && h.Kind.MayBeCustom()
	t.related = catalogue.SameDomain(h.Kind.Group, h.Finalizer) || library || id.managers != "" && id.managers == id.statusBy
	if h.Entry.Pattern != "" {
		t.otherComponents = h.View.Catalogue.ComponentsBeside(h.Kind, h.Finalizer)
	}
	if !t.workloads.Complete && !h.View.Copied {
		t.evidence = append(t.evidence, explain.Evidence{Fact: "could not look through the workloads of all namespaces", Source: "your rights", Weak: true})
	}
	if h.Entry.Pattern != "" {
		t.evidence = append(t.evidence, documented(h))
	}
	return t
}

// documented is what the catalogue says of the finalizer.
func documented(h *hearing.Case) explain.Evidence {
	entry := h.Entry
	if h.Finalizer == explain.NotCopied {
		return explain.Evidence{Kind: explain.Documented, Source: "catalogue: " + entry.Source, Weak: true, Fact: entry.Project + " documents what its " + entry.Component + " holds; which finalizer it is was not copied"}
	}
	if entry.Kin {
		return explain.Evidence{Kind: explain.Documented, Source: "catalogue", Weak: true, Fact: "its " + entry.Controller.Name + " holds such objects by other finalizers of this domain, as " + entry.Project + " documents; this one is not known"}
	}
	return explain.Evidence{
		Kind: explain.Documented, Source: "catalogue: " + entry.Source,
		Fact: entry.Project + " documents this finalizer for its " + entry.Component,
	}
}

func (t *tally) clone() *tally {
	c := *t
	c.evidence = slices.Clone(t.evidence)
	c.lost = slices.Clone(t.lost)
	c.candidates = make(map[trace.Ref]*candidate, len(t.candidates))
	for ref, was := range t.candidates {
		now := *was
		now.clues = slices.Clone(was.clues)
		c.candidates[ref] = &now
	}
	return &c
}

// learn adds a fact that speaks for nobody in particular, once.
func (t *tally) learn(e explain.Evidence) {
	if !slices.Contains(t.evidence, e) {
		t.evidence = append(t.evidence, e)
	}
}

// addClue adds a clue for a workload. What the project documents as another of its
// components speaks in vain.
func (t *tally) addClue(ref trace.Ref, c clue) *candidate {
	own := t.entry.Controller
	if !own.Documents(ref) && slices.ContainsFunc(t.otherComponents, func(other catalogue.Component) bool { return other.Documents(ref) }) {
		return &candidate{ref: ref}
	}
	if t.candidates == nil {
		t.candidates = map[trace.Ref]*candidate{}
	}
	one, known := t.candidates[ref]
	if !known {
		one = &candidate{ref: ref, title: ref.Name}
		t.candidates[ref] = one
	}
	for i := range one.clues {
		if was := &one.clues[i]; was.kind == c.kind {
			if c.points > was.points {
				one.points += c.points - was.points
				*was = c
			}
			one.recount()
			return one
		}
	}
	one.clues = append(one.clues, c)
	one.points += c.points
	one.recount()
	return one
}

// recount puts the strongest clue first.
func (c *candidate) recount() {
	slices.SortStableFunc(c.clues, func(a, b clue) int { return cmp.Compare(b.points, a.points) })
	c.strong = 0
	for i := range c.clues {
		if c.clues[i].points >= strongClue {
			c.strong++
		}
	}
}

// ranked are the candidates, the best first: where the catalogue names the workload
// and it is there, that one alone, and what only serves is none beside what acts. Of equal ones, that in the namespace comes first:
// where one controller serves each namespace, it is the one.
func (t *tally) ranked(namespace string) []*candidate {
	named := t.catalogued()
	acts := slices.ContainsFunc(slices.Collect(maps.Values(t.candidates)), func(c *candidate) bool { return c.strong > 0 && !t.serves(c) })
	out := make([]*candidate, 0, len(t.candidates))
	for _, c := range t.candidates {
		if (c.catalogued || !named) && (!acts || !t.serves(c)) {
			out = append(out, c)
		}
	}
	near := func(c *candidate) int {
		if namespace != "" && c.ref.Namespace == namespace {
			return 1
		}
		return 0
	}
	slices.SortFunc(out, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(near(b), near(a)), sight.CompareRefs(a.ref, b.ref))
	})
	return out
}

// confidence says how sure the best of the candidates is. Where the catalogue names
// another workload, and that is not there, none is certain.
func (t *tally) confidence(ranked []*candidate, namespace string) explain.Confidence {
	if len(ranked) == 0 {
		return explain.NotKnown
	}
	lead := ranked[0].points
	if len(ranked) > 1 {
		lead -= ranked[1].points
		if lead == 0 && ranked[0].ref.Namespace == namespace && ranked[1].ref.Namespace != namespace {
			lead = clearLead
		}
	}
	switch {
	case t.serves(ranked[0]):
		return explain.Possible
	case !t.absent && ranked[0].points >= certainPoints && ranked[0].strong >= 2 && lead > clearLead:
		return explain.Certain
	case (ranked[0].points >= likelyPoints || ranked[0].catalogued) && ranked[0].strong >= 1 && lead >= clearLead:
		return explain.Likely
	}
	return explain.Possible
}

// rivals names those that nearly as much speaks for as for the first.
func rivals(ranked []*candidate) string {
	var names []string
	for _, c := range ranked[1:] {
		if ranked[0].points-c.points < clearLead {
			names = append(names, sight.Where(c.ref))
		}
	}
	return phrase.Names(names)
}
