package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// findHolder says who has to take the finalizer off, by all the evidence there
// is. It sets the hold's Holder and Health.
func findHolder(ctx context.Context, h *hearing) {
	if h.entry.Project == kubernetesProject {
		h.setBuiltIn(ctx)
		h.tellWriters()
		return
	}
	found := h.nominate(ctx)
	h.hold.Holder = found.holder
	h.hold.Evidence = append(h.hold.Evidence, found.evidence...)
	h.tellWriters()
	h.fares = h.faresOf(ctx, &found)
	h.hold.Health = h.fares.health
	h.hold.Evidence = append(h.hold.Evidence, h.fares.evidence...)
	slices.SortStableFunc(h.hold.Evidence, func(a, b Evidence) int {
		if a.Weak == b.Weak {
			return 0
		}
		if b.Weak {
			return -1
		}
		return 1
	})
}

const kubernetesProject = "Kubernetes"

// setBuiltIn is for what Kubernetes documents as its own: there is nothing to
// search for.
func (h *hearing) setBuiltIn(ctx context.Context) {
	h.hold.Holder = Holder{Name: h.entry.Component, Project: h.entry.Project, Confidence: Certain, BuiltIn: true}
	h.fact("catalogue: "+h.entry.Source, h.entry.Project+" documents this finalizer for its "+h.entry.Component)
	switch {
	case slices.Contains(h.entry.Controller.Leases, systemNamespace+"/"+managerName):
		m := h.controllerManager(ctx)
		h.hold.Health, h.hold.Holder.Workload = m.health, m.workload
	case slices.Contains(h.entry.Controller.FieldManagers, "kube-apiserver"):
		h.hold.Health = Running // it has answered
	default:
		h.hold.Health = Hidden
	}
}

// tellWriters lists who put the finalizer there.
func (h *hearing) tellWriters() {
	for _, w := range h.writes() {
		if !slices.Contains(w.finalizers, h.hold.Finalizer) {
			continue
		}
		fact := "put there by field manager " + w.manager
		if !w.at.IsZero() {
			fact += " " + h.ago(w.at) + " ago or earlier"
		}
		switch {
		case person(w.manager):
			h.hint("managedFields", fact+": a person or a tool in somebody's hands")
		case generic(w.manager):
			h.hint("managedFields", fact+": many controllers are called that")
		default:
			h.fact("managedFields", fact)
		}
	}
}

// nominee is the result of a search for the holder of a finalizer.
type nominee struct {
	holder   Holder
	evidence []Evidence
	tally    *tally
	// named is the best candidate, nil where there is none.
	named *candidate
}

// caseID is what the search for a holder depends on. Objects that agree in it
// have the same holder.
type caseID struct {
	group, resource, finalizer, managers, statusBy, near string
	// rights is empty before rights were looked at, "*" with those for all
	// namespaces, and else the namespace whose own were looked at too.
	rights string
}

// nominate searches for the holder: first in what is at hand, and then, where
// that does not make it certain, in what the rights and the CRD tell. Where
// several are equal, the one in the namespace of the object is taken.
func (h *hearing) nominate(ctx context.Context) nominee {
	id := caseID{group: h.kind.Group, resource: h.kind.Resource, finalizer: h.hold.Finalizer}
	id.managers, id.statusBy = h.managers()
	if !h.workloads(ctx).complete {
		id.near = h.node.Namespace // what is seen depends on where it is looked for
	}
	cheap := of[holderMemory](h.world).nominees.get(id, func() *tally {
		t := h.newTally(ctx, id)
		t.byCatalogue()
		t.byManager()
		return t
	})
	full := cheap
	if cheap.confidence("") != Certain {
		id.rights = "*"
		full = of[holderMemory](h.world).nominees.get(id, func() *tally {
			t := cheap.clone()
			t.byDefinition(ctx)
			t.byRights(ctx, "")
			t.byNames()
			t.byLeases(ctx)
			t.byAbsence(ctx)
			return t
		})
	}
	if full.confidence(h.node.Namespace) != Certain && full.confidence(h.node.Namespace) != Likely && h.node.Namespace != "" {
		id.rights = h.node.Namespace
		full = of[holderMemory](h.world).nominees.get(id, func() *tally {
			t := full.clone()
			t.byRights(ctx, h.node.Namespace)
			return t
		})
	}
	return full.nominee(h.node.Namespace)
}

// managers are the names under which the finalizer was put there, and those
// that write the object's status.
func (h *hearing) managers() (putBy, statusBy string) {
	var put, status []string
	for _, w := range h.writes() {
		if slices.Contains(w.finalizers, h.hold.Finalizer) {
			put = append(put, w.manager)
		}
		if w.subresource == "status" && !person(w.manager) {
			status = append(status, w.manager)
		}
	}
	slices.Sort(put)
	slices.Sort(status)
	return strings.Join(slices.Compact(put), " "), strings.Join(slices.Compact(status), " ")
}

// nominee names the best candidate, or says what is known without one.
func (t *tally) nominee(namespace string) nominee {
	n := nominee{tally: t, evidence: slices.Clone(t.evidence)}
	n.holder = Holder{Project: t.entry.Project, Confidence: NotKnown}
	best := t.best(namespace)
	if best == nil || best.points <= hintClue && len(t.lost) > 0 || t.foreign(best) || t.outlived(best) {
		t.nameless(&n)
		return n
	}
	n.named = best
	n.holder.Name = best.title
	if best.catalogued {
		n.holder.Name = t.entry.Component
	}
	n.holder.Workload = best.ref
	n.holder.Account = best.account
	n.holder.Confidence = t.confidence(namespace)
	for _, c := range best.clues {
		if c.kind == nameClue && best.catalogued {
			continue // it is called what it is called
		}
		n.evidence = append(n.evidence, Evidence{Fact: oneLine(best.ref.Name + " " + c.fact), Source: c.source, Weak: c.points < strongClue})
	}
	if n.holder.Confidence == Possible {
		for _, l := range t.lost {
			n.evidence = append(n.evidence, Evidence{Fact: oneLine(l.fact), Source: l.source})
		}
	}
	if others := t.rivals(best); others != "" {
		n.evidence = append(n.evidence, Evidence{Fact: "could also be " + others, Source: "the same kinds of evidence", Weak: true})
	}
	return n
}

// nameless is for a holder of which no workload is in sight.
func (t *tally) nameless(n *nominee) {
	switch {
	case t.entry.Pattern != "":
		n.holder.Name, n.holder.Confidence = t.entry.Component, Possible
	case t.soleManager() != "":
		n.holder.Name, n.holder.Confidence = t.soleManager(), Possible
	case t.installed != "":
		n.holder.Name, n.holder.Confidence = t.installed, Possible
	}
}

// outlived reports whether what the kind was installed with is surely gone, and
// nothing but rights speaks for the candidate.
func (t *tally) outlived(best *candidate) bool {
	return t.entry.Pattern == "" && slices.ContainsFunc(t.lost, func(l loss) bool { return l.proof && l.uninstalled }) &&
		!slices.ContainsFunc(best.clues, func(c clue) bool { return c.kind != rightsClue })
}

// alien reports whether somebody with a telling name, or a person's tool, put the
// finalizer on a kind that is not its own.
func (t *tally) alien() bool {
	return t.entry.Pattern == "" && !t.related && (t.soleManager() != "" || t.byHand())
}

// foreign reports whether the finalizer is alien, and the candidate is only who
// serves the kind.
func (t *tally) foreign(best *candidate) bool {
	return t.alien() && !slices.ContainsFunc(best.clues, func(c clue) bool { return c.kind == managerClue || c.kind == nameClue })
}

// byHand reports whether a person's tools, and nobody else, put it there.
func (t *tally) byHand() bool {
	names := strings.Fields(t.id.managers)
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !person(name) })
}

// soleManager is the telling name under which the finalizer was put there.
func (t *tally) soleManager() string {
	for name := range strings.FieldsSeq(t.id.managers) {
		if !generic(name) && !person(name) {
			return name
		}
	}
	return ""
}

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
	leaseClue      clueKind = "lease"
	rightsClue     clueKind = "rights"
	installedClue  clueKind = "installed"
	packageClue    clueKind = "package"
	conversionClue clueKind = "conversion"
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
	*world
	id    caseID
	kind  trace.Kind
	entry Entry
	works works
	// besides are the other components of the project, where it does not say
	// which workload is the one.
	besides []Component
	// related says that the finalizer's name and the kind belong together, so
	// that what is known of the kind's controller is known of the holder.
	related bool
	// evidence is what speaks for nobody in particular.
	evidence   []Evidence
	candidates map[trace.Ref]*candidate
	// lost is what the evidence says should be there and is not.
	lost []loss
	// installed is what the kind was installed with, where its CRD tells.
	installed string
}

// loss is something that belongs to the holder and does not exist any more.
type loss struct {
	fact, source string
	// uninstalled says that what the holder came with is gone, and not only the
	// workload.
	uninstalled bool
	// proof says that it is sure to have been there.
	proof bool
}

func (h *hearing) newTally(ctx context.Context, id caseID) *tally {
	namespaces := append(slices.Clone(h.entry.Controller.Namespaces), h.node.Namespace)
	t := &tally{
		world: h.world, id: id, kind: h.kind, entry: h.entry, works: h.workloads(ctx, namespaces...),
		related: sameDomain(h.kind.Group, h.hold.Finalizer) || id.managers != "" && id.managers == id.statusBy,
	}
	if h.entry.Pattern != "" && len(h.entry.Controller.Workloads) == 0 {
		t.besides = h.catalogue.componentsBeside(h.kind, h.hold.Finalizer)
	}
	if !t.works.complete {
		t.evidence = append(t.evidence, Evidence{Fact: "could not look through the workloads of all namespaces", Source: "your rights", Weak: true})
	}
	if h.entry.Pattern != "" {
		t.evidence = append(t.evidence, Evidence{
			Fact:   h.entry.Project + " documents this finalizer for its " + h.entry.Component,
			Source: "catalogue: " + h.entry.Source,
		})
	}
	return t
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
func (t *tally) learn(e Evidence) {
	if !slices.Contains(t.evidence, e) {
		t.evidence = append(t.evidence, e)
	}
}

// speak adds a clue for a workload. What the project documents as another of its
// components speaks in vain.
func (t *tally) speak(ref trace.Ref, c clue) *candidate {
	if slices.ContainsFunc(t.besides, func(other Component) bool { return other.documents(ref) }) {
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

// ranked are the candidates, the best first. Of equal ones, that in the
// namespace comes first: where one controller serves each namespace, it is the
// one.
func (t *tally) ranked(namespace string) []*candidate {
	out := make([]*candidate, 0, len(t.candidates))
	for _, c := range t.candidates {
		out = append(out, c)
	}
	near := func(c *candidate) int {
		if namespace != "" && c.ref.Namespace == namespace {
			return 1
		}
		return 0
	}
	slices.SortFunc(out, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(near(b), near(a)), compareRefs(a.ref, b.ref))
	})
	return out
}

func (t *tally) best(namespace string) *candidate {
	if ranked := t.ranked(namespace); len(ranked) > 0 {
		return ranked[0]
	}
	return nil
}

// confidence says how sure the best candidate is.
func (t *tally) confidence(namespace string) Confidence {
	ranked := t.ranked(namespace)
	if len(ranked) == 0 {
		return NotKnown
	}
	lead := ranked[0].points
	if len(ranked) > 1 {
		lead -= ranked[1].points
		if lead == 0 && ranked[0].ref.Namespace == namespace && ranked[1].ref.Namespace != namespace {
			lead = clearLead
		}
	}
	switch {
	case ranked[0].points >= certainPoints && ranked[0].strong >= 2 && lead > clearLead:
		return Certain
	case ranked[0].points >= likelyPoints && ranked[0].strong >= 1 && lead >= clearLead:
		return Likely
	}
	return Possible
}

// rivals names those that nearly as much speaks for.
func (t *tally) rivals(best *candidate) string {
	var names []string
	for _, c := range t.ranked(best.ref.Namespace) {
		if c != best && best.points-c.points < clearLead {
			names = append(names, where(c.ref))
		}
	}
	return naming(names)
}
