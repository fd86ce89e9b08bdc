package holder

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Found is who has to take a finalizer off, as far as that is known.
type Found struct {
	hearing.Actor
	Wellbeing hearing.Wellbeing
	Evidence  []explain.Evidence
}

// Find says who has to take the finalizer off, by all the evidence there is.
func Find(ctx context.Context, h *hearing.Case) Found {
	if h.Entry.Project == Kubernetes {
		return builtIn(ctx, h)
	}
	best := nominate(ctx, h)
	found := Found{Wellbeing: wellbeingOf(ctx, h, &best)}
	found.Actor = hearing.Actor{Holder: best.holder, Health: found.Wellbeing.Health, Nearest: best.nearest, Standby: best.standby}
	if best.named != nil && !best.holder.Sure() {
		// Another one may be the holder: how well this one is decides nothing.
		if how := healthWords(found.Health); how != "" {
			found.Nearest += " (" + how + ")"
		}
		found.Wellbeing.Finding = hearing.Finding{Notes: hearing.Notes{Evidence: found.Wellbeing.Evidence}}
	}
	found.Evidence = best.evidence
	found.heardBeside(ctx, h)
	found.shownBeside(h)
	found.Evidence = slices.Concat(found.Evidence, writersOf(h), found.Wellbeing.Evidence)
	slices.SortStableFunc(found.Evidence, func(a, b explain.Evidence) int {
		if a.Weak == b.Weak {
			return 0
		}
		if b.Weak {
			return -1
		}
		return 1
	})
	return found
}

// Kubernetes is the project of its own finalizers.
const Kubernetes = "Kubernetes"

// builtIn is for what Kubernetes documents as its own: there is nothing to
// search for.
func builtIn(ctx context.Context, h *hearing.Case) Found {
	var found Found
	found.Holder = explain.Holder{Name: h.Entry.Component, Component: h.Entry.Component, Project: h.Entry.Project, Confidence: explain.Certain, BuiltIn: true}
	found.Evidence = append([]explain.Evidence{documented(h)}, writersOf(h)...)
	switch {
	case slices.Contains(h.Entry.Controller.Leases, sight.SystemNamespace+"/"+managerName):
		m := ControllerManager(ctx, h.View)
		found.Health, found.Holder.Workload = m.Health, m.Workload
	case slices.Contains(h.Entry.Controller.FieldManagers, "kube-apiserver"):
		found.Health = explain.Running // it has answered
	default:
		found.Health = explain.Hidden
	}
	return found
}

// writersOf lists who put the finalizer there.
func writersOf(h *hearing.Case) []explain.Evidence {
	var n hearing.Notes
	for _, w := range h.Writes() {
		if !slices.Contains(w.Finalizers, h.Finalizer) {
			continue
		}
		fact := "put there by field manager " + w.Manager
		if !w.At.IsZero() {
			fact += " " + h.View.Clock.When(w.At) + " or earlier"
		}
		e := explain.Evidence{Kind: explain.Written, Source: "managedFields", Fact: fact}
		switch {
		case w.Manager == cameWith(h):
			e.Fact, e.Weak = fact+", which made the object with it", true
		case manifest.PersonalManager(w.Manager):
			e.Fact, e.Weak = fact+": a person or a tool in somebody's hands", true
		case manifest.GenericManager(w.Manager):
			e.Fact, e.Weak = fact+": many controllers are called that", true
		}
		n.Add(e)
	}
	if applied(h) {
		n.Add(explain.Evidence{Kind: explain.Written, Weak: true, Source: "metadata.annotations[" + manifest.LastApplied + "]", Fact: "the manifest that was applied has the finalizer in it: it may have come with that, and not from a controller"})
	}
	return n.Evidence
}

// applied reports whether the manifest that kubectl applied last has the finalizer in it.
func applied(h *hearing.Case) bool {
	if h.Object == nil || h.Finalizer == "" {
		return false
	}
	var was struct{ Metadata struct{ Finalizers []string } }
	text := h.Object.GetAnnotations()[manifest.LastApplied]
	return text != "" && json.Unmarshal([]byte(text), &was) == nil && slices.Contains(was.Metadata.Finalizers, h.Finalizer)
}

// cameWith is who made the object with the finalizer in it, as what applies manifests
// does. It is empty where that one may be the holder: the finalizer is called after it
// or after the kind, or the catalogue knows it.
func cameWith(h *hearing.Case) string {
	maker := h.CameWith()
	if maker == "" || manifest.GenericManager(maker) || manifest.PersonalManager(maker) || h.Entry.Pattern != "" || catalogue.SameDomain(h.Kind.Group, h.Finalizer) {
		return ""
	}
	if calledAfter(h.Finalizer, maker) {
		return ""
	}
	return maker
}

// calledAfter reports whether a finalizer and a program have a telling word in common.
func calledAfter(finalizer, program string) bool {
	return slices.ContainsFunc(finalizerWords(finalizer), func(word string) bool { return hasPart(program, word) })
}

// nominee is the result of a search for the holder of a finalizer.
type nominee struct {
	holder   explain.Holder
	evidence []explain.Evidence
	tally    *tally
	// named is the best candidate, nil where there is none.
	named *candidate
	// nearest says what speaks for a holder that is only possible.
	nearest string
	// standby is another installation, which waits for the lead that this one has.
	standby trace.Ref
}

// caseID is what the search for a holder depends on. Objects that agree in it
// have the same holder.
type caseID struct {
	group, resource, finalizer, managers, statusBy, near string
	// driver is the CSI driver that the object is about, where that decides.
	driver string
	// managedBy is the program that the label of the object names.
	managedBy string
	// othersAct says that since the deletion others wrote to the object, and not who put the
	// finalizer there.
	othersAct bool
	// putSeveral says that one write put it there with one of another domain.
	putSeveral bool
	// rights is empty before rights were looked at, "*" with those for all
	// namespaces, and else the namespace whose own were looked at too.
	rights string
}

// nominate searches for the holder: first in what is at hand, and then, where
// that does not make it certain, in what the rights and the CRD tell. Where
// several are equal, the one in the namespace of the object is taken.
func nominate(ctx context.Context, h *hearing.Case) nominee {
	id := caseID{group: h.Kind.Group, resource: h.Kind.Resource, finalizer: h.Finalizer}
	id.managers, id.statusBy = h.Managers()
	id.managedBy = managedBy(h)
	id.othersAct = othersAct(h)
	id.putSeveral = putSeveral(h)
	if maker := cameWith(h); maker != "" {
		id.managers = strings.Join(slices.DeleteFunc(strings.Fields(id.managers), func(name string) bool { return name == maker }), " ")
	}
	if h.Entry.Project == csiProject || hearing.OwnProvisioner(h) != "" {
		id.driver = driverOf(ctx, h)
	}
	id.driver = cmp.Or(id.driver, hearing.ServerOfClass(h))
	if !WorkloadsOf(ctx, h.View).Complete {
		id.near = h.Node.Namespace // what is seen depends on where it is looked for
	}
	cheap := sight.Memory[memory](h.View).nominees.Get(id, func() *tally {
		t := newTally(ctx, h, id)
		t.byCatalogue()
		t.byManager()
		return t
	})
	full := cheap
	if cheap.confidence(cheap.ranked(""), "") != explain.Certain {
		id.rights = "*"
		full = sight.Memory[memory](h.View).nominees.Get(id, func() *tally {
			t := cheap.clone()
			t.byDefinition(ctx)
			t.unchanged = t.byRights(ctx, "")
			t.byNames()
			t.bySchedule(ctx)
			t.byDriver(ctx)
			if t.unchanged && h.Node.Namespace == "" {
				t.byLostRights(ctx, h)
			}
			t.byLeases(ctx)
			t.byAbsence(ctx)
			return t
		})
	}
	if c := full.confidence(full.ranked(h.Node.Namespace), h.Node.Namespace); c != explain.Certain && c != explain.Likely && h.Node.Namespace != "" {
		id.rights = h.Node.Namespace
		full = sight.Memory[memory](h.View).nominees.Get(id, func() *tally {
			t := full.clone()
			if none := t.byRights(ctx, h.Node.Namespace); none && t.unchanged {
				t.byLostRights(ctx, h)
			}
			return t
		})
	}
	return full.nominee(ctx, h)
}

// nominee names the best candidate, or says what is known without one.
func (t *tally) nominee(ctx context.Context, h *hearing.Case) nominee {
	n := nominee{tally: t, evidence: slices.Clone(t.evidence)}
	n.holder = explain.Holder{Component: t.entry.Component, Project: t.entry.Project, Confidence: explain.NotKnown}
	eligible, told := t.eligible(ctx, h)
	n.evidence = append(n.evidence, told...)
	if len(eligible) == 0 || eligible[0].points <= hintClue && len(t.lost) > 0 || t.foreign(eligible[0]) || t.outlived(eligible[0]) || t.entry.Pattern == "" && PutFromOutside(ctx, h, t.soleManager()) {
		t.nameless(&n)
		return n
	}
	best := eligible[0]
	leader, standby := t.leaderOf(ctx, eligible)
	if leader != nil {
		best, n.standby = leader, standby.ref
	}
	n.named = best
	n.holder.Name = best.title
	if best.catalogued {
		n.holder.Name = t.entry.Component
	}
	n.holder.Workload = best.ref
	n.holder.Account = best.account
	n.holder.Confidence = t.confidence(eligible, h.Node.Namespace)
	if leader != nil {
		n.holder.Confidence = explain.Likely
	}
	for _, c := range best.clues {
		if c.kind == nameClue && best.catalogued {
			continue // it is called what it is called
		}
		e := explain.Evidence{Fact: phrase.OneLine(best.ref.Name + " " + c.fact), Source: c.source, Weak: c.points < strongClue}
		switch c.kind {
		case catalogueClue:
			e.Kind = explain.Documented
		case managerClue:
			e.Kind = explain.Written
		default: // read in the cluster
		}
		n.evidence = append(n.evidence, e)
	}
	if n.holder.Confidence == explain.Possible {
		n.nearest = nearestTold(ctx, h, best)
		for _, l := range t.lost {
			n.evidence = append(n.evidence, explain.Evidence{Fact: phrase.OneLine(l.fact), Source: l.source})
		}
	}
	if leader != nil {
		n.evidence = append(n.evidence, workloadWellbeing(ctx, t.View, standby).Evidence...)
	} else if others := rivals(eligible); others != "" {
		n.evidence = append(n.evidence, explain.Evidence{Fact: "could also be " + others, Source: "the same kinds of evidence", Weak: true})
	}
	return n
}

// nearestTold says of a candidate that is only possible what speaks for it, behind who put the finalizer there and is nowhere.
func nearestTold(ctx context.Context, h *hearing.Case, best *candidate) string {
	said := "nearest by " + nearestBy[best.clues[0].kind] + ": " + best.title
	if writer := wroteUnseen(ctx, h); writer != "" {
		return writer + " put it there, and no workload is called so; " + said
	}
	return said
}

// nearestBy says of each sort of clue what it is that makes one the nearest.
var nearestBy = map[clueKind]string{
	catalogueClue: "name", nameClue: "name", managerClue: "the name it writes under", labelClue: "a label of the object", leaseClue: "leader election",
	rightsClue: "rights", watchClue: "rights", installedClue: "what the kind came with", packageClue: "what the kind came with", conversionClue: "what converts the kind",
	sidecarClue: "what runs beside it", driverClue: "its driver",
}

// healthWords says in a word how one is that may be the holder, and is there.
func healthWords(h explain.Health) string {
	switch h {
	case explain.Uninstalled, explain.Missing, explain.Hidden:
		return ""
	default:
		return h.Words()
	}
}

// nameless is for a holder of which no workload is in sight. Whose the finalizer is, a
// well checked entry of the catalogue knows, and so does the account that is sure to
// have been its holder's. Who put it there is its holder where it is called after that
// one, and else only near, as what the kind came with is.
func (t *tally) nameless(n *nominee) {
	proven := slices.ContainsFunc(t.lost, func(l loss) bool { return l.proof })
	switch {
	case t.entry.Pattern != "" && (t.entry.Confidence != catalogue.ConfidenceLow || proven):
		n.holder.Name, n.holder.Confidence = t.entry.Component, explain.Likely
	case t.entry.Pattern != "":
		n.holder.Name, n.holder.Confidence = t.entry.Component, explain.Possible
		n.nearest = t.entry.Component + " has one of that name"
		if t.id.finalizer == explain.NotCopied {
			n.nearest = "perhaps " + t.entry.Component + " does"
		}
	case t.soleManager() != "" && calledAfter(t.id.finalizer, t.soleManager()):
		n.holder.Name, n.holder.Confidence = t.soleManager(), explain.Likely
	case t.soleManager() != "":
		n.holder.Name, n.holder.Confidence = t.soleManager(), explain.Possible
		n.nearest = t.soleManager() + " put it there"
	case t.id.managedBy != "":
		n.holder.Name, n.holder.Confidence = t.id.managedBy, explain.Possible
		n.nearest = "the label " + managedByLabel + " names " + t.id.managedBy
	case t.installed != "":
		n.holder.Name, n.holder.Confidence = t.installed, explain.Possible
		n.nearest = t.cameWith
	}
	if proven && n.holder.Name != "" {
		n.holder.Confidence = explain.Likely
	}
}

// outlived reports whether what the kind was installed with is surely gone, and
// nothing but rights speaks for the candidate.
func (t *tally) outlived(best *candidate) bool {
	return len(t.entry.Controller.Workloads) == 0 && slices.ContainsFunc(t.lost, func(l loss) bool { return l.proof && (l.uninstalled || len(l.steps) > 0) }) &&
		!slices.ContainsFunc(best.clues, func(c clue) bool { return c.kind != rightsClue })
}

// alien reports whether somebody with a telling name, or a person's tool, put the
// finalizer on a kind that is not its own.
func (t *tally) alien() bool {
	return t.entry.Pattern == "" && !t.related && (t.soleManager() != "" || t.byHand())
}

// wroteUnseen is the program that put the finalizer there, where nothing that runs here is called so; empty for none.
func wroteUnseen(ctx context.Context, h *hearing.Case) string {
	all := WorkloadsOf(ctx, h.View)
	names, _ := h.Managers()
	for name := range strings.FieldsSeq(names) {
		if all.Complete && h.Entry.Pattern == "" && !manifest.GenericManager(name) && !manifest.PersonalManager(name) && name != cameWith(h) && !all.Called(name) {
			return name
		}
	}
	return ""
}

// PutFromOutside reports whether a program put the finalizer there that is nothing which runs here, and comes in as a user.
func PutFromOutside(ctx context.Context, h *hearing.Case, program string) bool {
	names, _ := h.Managers()
	all := WorkloadsOf(ctx, h.View)
	return all.Complete && slices.Contains(strings.Fields(names), program) && !all.Called(program) && rights.ComesFromOutside(ctx, h.View, program, h.Node.Namespace)
}

// foreign reports whether the finalizer is alien, and the candidate is only who
// serves the kind.
func (t *tally) foreign(best *candidate) bool {
	return t.alien() && !slices.ContainsFunc(best.clues, func(c clue) bool { return c.kind == managerClue || c.kind == nameClue })
}

// byHand reports whether a person's tools, and nobody else, put it there.
func (t *tally) byHand() bool {
	names := strings.Fields(t.id.managers)
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !manifest.PersonalManager(name) })
}

// soleManager is the telling name under which the finalizer was put there.
func (t *tally) soleManager() string {
	for name := range strings.FieldsSeq(t.id.managers) {
		if !manifest.GenericManager(name) && !manifest.PersonalManager(name) {
			return name
		}
	}
	return ""
}
