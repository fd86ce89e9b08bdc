package namespace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// claim is how many objects of a kind the namespace controller says to be left.
type claim struct {
	kind  trace.Kind // no more than its resource and group where it is not known
	count int
}

var (
	remainsPattern    = regex.New(`([a-z0-9-]+)\.([a-z0-9.-]*) has (\d+) resource instances`)
	finalizersPattern = regex.New(`(\S+) in (\d+) resource instances`)
	// finalizerCut is the last of them where the rest of the message was not copied.
	finalizerCut = regex.New(`(?:remaining: |instances, )([a-z0-9][\w.-]*(?:/[\w.-]+)?)( in?(?: \d*)?(?: r[a-z ]*)?)?$`)
)

// claimsOf are what the conditions say to be left.
func claimsOf(h *hearing.Case) []claim {
	var out []claim
	for _, m := range remainsPattern.FindAllStringSubmatch(claimOf(h, contentRemainingCondition), -1) {
		count, _ := strconv.Atoi(m[3])
		kind := trace.Kind{Group: m[2], Resource: m[1]}
		if at := slices.IndexFunc(h.View.Kinds, func(k trace.Kind) bool { return k.Resource == m[1] && k.Group == m[2] }); at >= 0 {
			kind = h.View.Kinds[at]
		}
		out = append(out, claim{kind, count})
	}
	return out
}

// claimOf is the message of a condition that is true.
func claimOf(h *hearing.Case, condition string) string {
	if h.Object == nil {
		return ""
	}
	if c := manifest.ConditionOf(h.Object, condition); c.Status == "True" {
		return c.Message
	}
	return ""
}

// believed are the claims that no list disproves: of kinds that could not be listed, and
// of such as lists leave out. What a copy shows of them is not counted again.
func believed(h *hearing.Case, c *content) []claim {
	all := claimsOf(h)
	for i := range all {
		all[i].count -= shownOf(h, c, all[i].kind, oneGroup(h, all, all[i].kind.Resource))
	}
	return slices.DeleteFunc(all, func(l claim) bool {
		if fleeting(l.kind) {
			return len(c.unchecked()) == 0
		}
		return l.count <= 0 || l.kind.Listable && !c.unseen(l.kind)
	})
}

// oneGroup reports whether the conditions claim what is called so of one API group alone, as far as they were copied.
func oneGroup(h *hearing.Case, all []claim, resource string) bool {
	n := 0
	for _, l := range all {
		if l.kind.Resource == resource {
			n++
		}
	}
	return n == 1 && remainsCut(h) == ""
}

// shownOf is how many of a kind a copy shows on their way out: also those in a table that does not tell their API group,
// where they can be of no other.
func shownOf(h *hearing.Case, c *content, kind trace.Kind, noOther bool) (n int) {
	if !h.View.Copied {
		return 0
	}
	for i := range c.going {
		row := &c.going[i]
		k, served := h.View.Kind(row.Group, row.Kind)
		if is := k.Group == kind.Group && !k.Ungrouped() || k.Ungrouped() && noOther; served && is && k.Resource == kind.Resource {
			n++
		}
	}
	return n
}

// ungrouped reports whether one of what is shown may be one of what is claimed, and nothing tells of which group it is.
func ungrouped(h *hearing.Case, c *content, left []claim) bool {
	all := claimsOf(h)
	return h.View.Copied && slices.ContainsFunc(c.going, func(row sight.Brief) bool {
		k, _ := h.View.Kind(row.Group, row.Kind)
		return k.Ungrouped() && slices.ContainsFunc(left, func(l claim) bool { return l.kind.Resource == k.Resource }) && !oneGroup(h, all, k.Resource)
	})
}

// saidToRemain names what is believed to be left, with what holds it: "3
// widgets.acme.io, held by the finalizer acme.io/cleanup (3)". It is empty where there is
// nothing.
func saidToRemain(h *hearing.Case, left []claim) string {
	if len(left) == 0 {
		return ""
	}
	var names []string
	for _, l := range left {
		names = append(names, fmt.Sprintf("%d %s", l.count, l.kind.Type()))
	}
	text := strings.Join(names, ", ") + phrase.Prefixed(", and ", remainsCut(h))
	return text + phrase.Prefixed(", held by the finalizers ", heldSaid(h)) + phrase.Prefixed(", held by ", heldUnnamed(h))
}

// heldSaid are the finalizers that the conditions name, with how many have each.
func heldSaid(h *hearing.Case) string {
	var held []string
	message := claimOf(h, finalizersCondition)
	for _, m := range finalizersPattern.FindAllStringSubmatch(message, -1) {
		held = append(held, m[1]+" ("+m[2]+")")
	}
	if last, whole := cutFinalizer(h, message); whole {
		held = append(held, last)
	} else if last != "" {
		held = append(held, last+"…")
	}
	return strings.Join(held, ", ")
}

// finalizersSaid are the finalizers that the conditions name.
func finalizersSaid(h *hearing.Case) (names []string) {
	message := claimOf(h, finalizersCondition)
	for _, m := range finalizersPattern.FindAllStringSubmatch(message, -1) {
		names = append(names, m[1])
	}
	if last, whole := cutFinalizer(h, message); whole {
		names = append(names, last)
	}
	return names
}

// cutFinalizer is the last finalizer of a message that was not copied to its end. It is whole where
// something stands behind it, or where it is known.
func cutFinalizer(h *hearing.Case, message string) (name string, whole bool) {
	m := finalizerCut.FindStringSubmatch(message)
	if m == nil || strings.HasSuffix(message, " resource instances") {
		return "", false
	}
	return m[1], m[2] != "" || len(h.View.Catalogue.Lookup(m[1], "").Entries) > 0
}

// whoTakes tells who takes the finalizers off that the conditions name.
func whoTakes(h *hearing.Case) string {
	var told []string
	takes := map[string][]string{}
	for _, name := range finalizersSaid(h) {
		for _, who := range holdersOf(h, name) {
			takes[who] = append(takes[who], name)
			if len(takes[who]) == 1 {
				told = append(told, who)
			}
		}
	}
	for i, who := range told {
		told[i] = who + " takes " + phrase.And(takes[who]) + " off"
	}
	return strings.Join(told, ", ")
}

// byHand warns of the finalizers that the conditions name and that no controller takes off.
func byHand(h *hearing.Case) (n hearing.Notes) {
	for _, name := range finalizersSaid(h) {
		entries := h.View.Catalogue.Lookup(name, "").Entries
		if len(entries) > 0 && !slices.ContainsFunc(entries, func(e catalogue.Entry) bool { return e.Class != catalogue.ClassOnRequest }) {
			n.Warn("no controller takes " + name + " off by itself: it waits for " + entries[0].WaitsFor)
		}
	}
	return n
}

// holdersOf are those who may take a finalizer off, each once, with the last release that does.
func holdersOf(h *hearing.Case, finalizer string) (who []string) {
	for _, e := range h.View.Catalogue.Lookup(finalizer, "").Entries {
		holder := e.Component + phrase.Prefixed(" up to release ", e.Until)
		if e.Class != catalogue.ClassNever && e.Class != catalogue.ClassOnRequest && !slices.Contains(who, holder) {
			who = append(who, holder)
		}
	}
	return who
}

// mostlyTakes tells it of the kinds that are left where the names of the finalizers were not copied: of those that the
// catalogue knows one component to hold.
func mostlyTakes(h *hearing.Case, left []claim) string {
	if heldUnnamed(h) == "" {
		return ""
	}
	var told []string
	for _, l := range left {
		kind := l.kind
		if kind.Kind == "" {
			kind.Kind, _, _ = h.View.Catalogue.Spelled(phrase.SingularOf(kind.Resource))
		}
		e, known := h.View.Catalogue.EntryForKind(kind)
		if !known || kind.Kind == "" || !kind.MayBeCustom() || e.Component == "" || e.Confidence == catalogue.ConfidenceLow {
			continue
		}
		what := "what holds " + kind.Resource
		if e.Pattern != "" && e.Match == "" {
			what = e.Pattern + ", which " + kind.Resource + " mostly have,"
		}
		told = append(told, e.Component+" takes "+what+" off")
	}
	return strings.Join(told, ", ")
}

// perhapsHeld is what may hold what is left where the names of the finalizers were not copied: the one finalizer that a
// project has on such kinds of which this is the home, or of which the text tells. Its home is told with it.
func perhapsHeld(h *hearing.Case, left []claim) (what, home string) {
	if heldUnnamed(h) == "" || mostlyTakes(h, left) != "" {
		return "", ""
	}
	beside := strings.Join(h.View.Logs.Aside.Texts(), "\n")
	for _, l := range left {
		e, known := h.View.Catalogue.EntryAtHome(l.kind, h.Node.Name)
		if known {
			home = h.Node.Name
		} else if e, known = h.View.Catalogue.EntryForWords(l.kind, beside); !known {
			continue
		}
		if e.Pattern == "" || e.Match != "" {
			return "", ""
		}
		found := e.Pattern + " of " + e.Component
		if what != "" && what != found {
			return "", ""
		}
		what = found
	}
	return what, home
}

// havingRun is a step after that who takes the finalizers off, where that is known, was seen to run.
func havingRun(h *hearing.Case, left []claim, step string) string {
	if who := cmp.Or(whoTakes(h), mostlyTakes(h, left)); who != "" {
		return "see that it runs: " + who + "; then " + step
	}
	return step
}

// mostTypes is how many types one command lists.
const mostTypes = 6

// typesOf are the types that are left, as kubectl takes them.
func typesOf(left []claim) string {
	var types []string
	for _, l := range left[:min(len(left), mostTypes)] {
		types = append(types, l.kind.Type())
	}
	return strings.Join(types, ",")
}

// blockClaimed adds what is believed to be left, and who may look at it.
func blockClaimed(h *hearing.Case, left []claim) (n hearing.Notes) {
	for _, l := range left {
		n.BlockFact(fmt.Sprintf("%d %s in it, as its conditions say", l.count, l.kind.Type()))
	}
	if len(left) > 0 {
		for _, name := range []string{contentRemainingCondition, finalizersCondition} {
			if words := claimOf(h, name); words != "" {
				n.Quote(h.Name()+": .status.conditions", name+": "+words, words)
			}
		}
		text := havingRun(h, left, "see these, with the right to list them, and ask why-stuck about each")
		group := groupOfHere(h.Node.Name, left)
		maybe, of := perhapsHeld(h, left)
		switch {
		case group != "":
			text += "; if the controller of " + group + " ran in this very namespace, it went with it, and nothing new can be made here: run it in another one until these are gone"
		case of != "":
			text += "; possibly " + maybe + " holds them: if that ran in this very namespace, as it mostly does, it cannot be brought back here, where nothing new can be made"
		case maybe != "":
			text += "; possibly " + maybe + " holds them"
		default:
			text += phrase.Prefixed("; where it does not run, most often this is why: ", mostlyAbsent(h))
		}
		see := explain.Look(text, "kubectl", "get", typesOf(left), "-n", h.Node.Name)
		if group != "" || len(left) == 1 && h.View.Copied {
			see = see.For(explain.Mends) // what holds these decides, and nobody has looked
		}
		n.Do(see)
	}
	return n
}

// mostlyAbsent is why who takes the one finalizer off that the conditions of a copied namespace name most often does not
// run, where that is what keeps it most often.
func mostlyAbsent(h *hearing.Case) string {
	names := finalizersSaid(h)
	if !h.View.Copied || len(names) != 1 {
		return ""
	}
	entries := h.View.Catalogue.Lookup(names[0], "").Entries
	if len(entries) != 1 || len(entries[0].Causes) == 0 || !entries[0].Causes[0].Absent || strings.Contains(entries[0].Causes[0].Text, "{") {
		return ""
	}
	return entries[0].Causes[0].Text + "; if it ran in this very namespace, it cannot be brought back here, where nothing new can be made"
}

// plainWords are those of names that tell no project from another.
var plainWords = strings.Fields("system operator operators controller controllers manager default kube kubernetes cluster platform production staging test")

// groupOfHere is the API group of what is left that the namespace is called after, as that of its
// project's controller mostly is; empty where there is none.
func groupOfHere(namespace string, left []claim) string {
	words := strings.Split(namespace, "-")
	for _, l := range left {
		labels := strings.Split(l.kind.Group, ".")
		for _, label := range labels[:len(labels)-1] {
			if len(label) >= 4 && slices.Contains(words, label) && !slices.Contains(plainWords, label) {
				return l.kind.Group
			}
		}
	}
	return ""
}
