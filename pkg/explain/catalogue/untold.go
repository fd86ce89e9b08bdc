package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// EntryForKind is the entry of the one component that the catalogue knows to hold objects
// of a kind, of which the group may not be known, or else of its group. It is false where
// several may. Of an object of which only the group is known, it says who holds it, and
// nothing of what that waits for and of what a removal costs.
func (c *Catalogue) EntryForKind(kind trace.Kind) (entry Entry, ok bool) {
	known, beyond := false, false
	entry, ok = c.sole(func(f *Finalizer) bool {
		named := c.mayHold(f, kind)
		known = known || named
		return named
	})
	if !known {
		entry, ok = c.soleProject(func(f *Finalizer) bool {
			domain := holdsAllOf(f, kind)
			known, beyond = known || domain != "", beyond || slices.Contains(shared, domain)
			return domain != ""
		})
	}
	if known || kind.Group == "" {
		anybodys := beyond || common(kind.Group) && !slices.Contains(standardProjects, entry.Project)
		if groupUntold(kind) {
			anybodys = c.oneWord(kind.Kind)
		}
		if anybodys {
			entry.Confidence = ConfidenceLow
		}
		return entry, ok
	}
	entry, ok = c.soleProject(func(f *Finalizer) bool {
		return f.Pattern == kind.Group || strings.HasPrefix(f.Pattern, kind.Group+"/") ||
			slices.ContainsFunc(f.Kinds, func(k string) bool { _, group, _ := strings.Cut(k, "."); return group == kind.Group })
	})
	entry.withoutTexts()
	return entry, ok
}

// EntryForSpeaker is the entry of the one component that the catalogue knows to hold objects of a kind and to write under
// a name. It is false where there is none, or several.
func (c *Catalogue) EntryForSpeaker(kind trace.Kind, name string) (entry Entry, ok bool) {
	if name == "" {
		return Entry{}, false
	}
	return c.sole(func(f *Finalizer) bool {
		return c.mayHold(f, kind) && slices.Contains(c.entryOf(f).Controller.FieldManagers, name)
	})
}

// EntryAtHome is the entry of the one component that the catalogue knows to hold objects of a kind and to have its home in
// a namespace. It is false where there is none, or several.
func (c *Catalogue) EntryAtHome(kind trace.Kind, namespace string) (entry Entry, ok bool) {
	return c.sole(func(f *Finalizer) bool {
		return c.mayHold(f, kind) && slices.Contains(c.entryOf(f).Controller.Namespaces, namespace)
	})
}

// EntryForProgram is the entry of the one component that a program of a name runs, where nothing tells of another one that
// holds objects of the kind. What it holds by their group alone may be any of its kinds; of the others it is only
// suggested. It is false where there is none, or several.
func (c *Catalogue) EntryForProgram(kind trace.Kind, program string) (entry Entry, ok bool) {
	program = strings.ReplaceAll(strings.ToLower(program), " ", "-")
	runs := func(f *Finalizer) bool { return c.runs(f, program) }
	if entry, ok = c.sole(func(f *Finalizer) bool { return runs(f) && c.mayHold(f, kind) }); ok || !kind.Ungrouped() {
		return entry, ok
	}
	all := func(f *Finalizer) bool {
		return slices.ContainsFunc(f.Kinds, func(k string) bool { return strings.HasPrefix(k, "*.") })
	}
	if entry, ok = c.sole(func(f *Finalizer) bool { return runs(f) && all(f) }); ok && !kind.IsUntyped() {
		return entry, ok
	}
	entry, ok = c.sole(runs)
	entry.withoutTexts()
	return entry, ok
}

// runs reports whether a program of a name takes a finalizer off.
func (c *Catalogue) runs(f *Finalizer, program string) bool {
	return slices.ContainsFunc(c.entryOf(f).Controller.Workloads, func(workload string) bool {
		_, name, _ := strings.Cut(workload, "/")
		return name == program
	})
}

// OfOthers reports whether a program is known by its name, and only as one that has nothing to do with the group of a kind.
// What nobody told the group of, what many have to do with, and what holds objects of any kind, may be anybody's.
func (c *Catalogue) OfOthers(kind trace.Kind, program string) (others bool) {
	if common(kind.Group) {
		return false
	}
	program = strings.ReplaceAll(strings.ToLower(program), " ", "-")
	for f, p := range c.projects {
		if !c.runs(f, program) {
			continue
		}
		ofAny := len(f.Kinds) == 0 || slices.ContainsFunc(f.Kinds, func(k string) bool { return k == "*" || k == "*.*" })
		if p.Family || ofAny || c.mayHold(f, kind) || holdsAllOf(f, kind) != "" || c.ofProject(f, kind.Group) {
			return false
		}
		others = true
	}
	return others
}

// standardProjects are those whose controllers hold objects of common kinds for everybody. That
// another one is the only one known to hold some of a kind says little of the next.
var standardProjects = []string{"Kubernetes", "Kubernetes CSI"}

// FinalizerForKind is the one finalizer that the catalogue knows on objects of a kind, of which the
// group has to be known or the name to be of several words. It is false where there may be others.
func (c *Catalogue) FinalizerForKind(kind trace.Kind) (name string, ok bool) {
	if kind.Group == "" && c.oneWord(kind.Kind) || kind.Group != "" && common(kind.Group) {
		return "", false
	}
	for f := range c.projects {
		if f.Match == MatchOwn || f.Class == ClassNever || !c.mayHold(f, kind) {
			continue
		}
		called := f.calledOn(kind)
		if called == "" || name != "" && name != called {
			return "", false
		}
		name = called
	}
	return name, name != ""
}

// FinalizersBy are those that a holder puts on objects of a kind, by their names, in the order of its file. One of which
// only a part of the name is known tells that there may be others: then they are none.
func (c *Catalogue) FinalizersBy(project, component string, kind trace.Kind) (names []string) {
	for _, f := range c.finalizers.all {
		if c.projects[f].Project != project || component != project && f.Component != component || f.Class == ClassNever ||
			!c.mayHold(f, kind) && holdsAllOf(f, kind) == "" {
			continue
		}
		called := f.calledOn(kind)
		if called == "" {
			return nil
		}
		if !slices.Contains(names, called) {
			names = append(names, called)
		}
	}
	return names
}

// FinalizersOf are those that the catalogue knows by their names on objects of a kind, of which the group has to be
// known, in the order of the alphabet.
func (c *Catalogue) FinalizersOf(kind trace.Kind) (names []string) {
	if groupUntold(kind) {
		return nil
	}
	for f := range c.projects {
		if f.Match == "" && f.Class != ClassNever && !slices.Contains(names, f.Pattern) && c.mayHold(f, kind) {
			names = append(names, f.Pattern)
		}
	}
	slices.Sort(names)
	return names
}

// FinalizerToldBy is the one finalizer that an object has, whatever its kind, by a mark that it is told to have. It is
// false where there is none, or several.
func (c *Catalogue) FinalizerToldBy(has func(mark string) bool) (name, mark string, ok bool) {
	for f := range c.projects {
		for _, m := range f.ToldBy {
			switch {
			case !has(m) || name == f.Pattern && mark <= m:
			case name != "" && name != f.Pattern:
				return "", "", false
			default:
				name, mark = f.Pattern, m
			}
		}
	}
	return name, mark, name != ""
}

// withoutTexts takes away what an entry says of the objects it is for.
func (e *Entry) withoutTexts() {
	e.WaitsFor, e.Causes, e.Class, e.GivesUpAfter, e.Needs, e.NeedsRefs = "", nil, "", "", "", ""
	e.Loss, e.Risk, e.Keeps, e.Retry = "", "", "", ""
}

// oneWord reports whether the name of a kind is a plain word, which several projects may
// have for one of theirs. How entries write it tells, as texts leave capitals out.
func (c *Catalogue) oneWord(kind string) bool {
	for f := range c.projects {
		for _, k := range f.Kinds {
			if name, _, _ := strings.Cut(k, "."); strings.EqualFold(name, kind) {
				kind = name
			}
		}
	}
	return strings.IndexFunc(strings.TrimLeftFunc(kind, isCapital), isCapital) < 0
}

func isCapital(c rune) bool { return c >= 'A' && c <= 'Z' }

// graver reports whether of two entries of a component the one comes first: that which costs
// more, or else the better known, or else the first by its pattern.
func graver(f *Finalizer, than *Entry) bool {
	if f.Risk != than.Risk {
		return than.Risk.Below(f.Risk)
	}
	if low := f.Confidence == ConfidenceLow; low != (than.Confidence == ConfidenceLow) {
		return !low
	}
	return f.Pattern < than.Pattern
}

// sole is the entry of the one component of which entries fit, that which costs most. Of
// those that are for any kind, and of what nobody takes off, no component can be told. What the
// others say otherwise is not known.
func (c *Catalogue) sole(fits func(*Finalizer) bool) (entry Entry, ok bool) {
	var fitting []*Finalizer
	for f := range c.projects {
		switch {
		case f.Match == MatchOwn || f.Class == ClassNever || !fits(f):
			continue
		case ok && (entry.Project != c.projects[f].Project || entry.Component != f.Component):
			return Entry{}, false
		case !ok || graver(f, &entry):
			entry, ok = c.entryOf(f), true
		}
		fitting = append(fitting, f)
	}
	for _, f := range fitting {
		entry.weigh(f)
	}
	return entry, ok
}

// soleProject is the entry of the one component of which entries fit, or else of the one of several of a project that
// writes to the status of objects, which is whom these tell of; or else of the project as a whole, of which it is then
// not known what it waits for and what a removal costs.
func (c *Catalogue) soleProject(fits func(*Finalizer) bool) (entry Entry, ok bool) {
	if entry, ok = c.sole(fits); ok {
		return entry, true
	}
	if entry, ok = c.sole(func(f *Finalizer) bool { return fits(f) && !f.Quiet }); ok {
		return entry, true
	}
	for f, p := range c.projects {
		switch {
		case f.Match == MatchOwn || f.Class == ClassNever || !fits(f):
		case ok && entry.Project != p.Project || p.Family:
			return Entry{}, false
		case !ok || graver(f, &entry):
			entry, ok = c.entryOf(f), true
		}
	}
	entry.Component, entry.Controller = entry.Project, Component{Name: entry.Project}
	entry.withoutTexts()
	return entry, ok
}

// weigh takes away what another entry for the same says otherwise. A loss that is less than
// this one's stands back behind it.
func (e *Entry) weigh(f *Finalizer) {
	if f.WaitsFor != e.WaitsFor {
		e.WaitsFor, e.Causes, e.Class, e.GivesUpAfter, e.Needs, e.NeedsRefs = "", nil, "", "", "", ""
	}
	if f.Keeps != e.Keeps {
		e.Keeps = ""
	}
	if f.Retry != e.Retry {
		e.Retry = ""
	}
	if f.Loss != e.Loss && !f.Risk.Below(e.Risk) {
		e.Loss, e.Risk = "", ""
	}
}

// groupUntold reports whether nobody told the group of a kind: those of the core have none.
func groupUntold(kind trace.Kind) bool { return kind.Group == "" && kind.Version != coreVersion }

// mayHold reports whether an entry is of a kind. Of a kind of a group, one that leaves the
// group out is only where something else tells that it means this one.
func (c *Catalogue) mayHold(f *Finalizer, kind trace.Kind) bool {
	return slices.ContainsFunc(f.Kinds, func(k string) bool {
		name, group, grouped := strings.Cut(k, ".")
		switch {
		case !strings.EqualFold(name, kind.Kind):
			return false
		case groupUntold(kind):
			return true
		case grouped:
			return groupFits(group, kind.Group)
		}
		return common(kind.Group) || c.ofProject(f, kind.Group)
	})
}

// holdsAllOf is the domain of the groups of which an entry is for all kinds, where that of a
// kind is below it or is it; empty where it is for none of such.
func holdsAllOf(f *Finalizer, kind trace.Kind) (domain string) {
	for _, k := range f.Kinds {
		name, group, _ := strings.Cut(k, ".")
		if name == "*" && group != "" && group != "*" && groupFits(group, kind.Group) {
			return strings.TrimPrefix(group, "*.")
		}
	}
	return ""
}

// coreVersion is the version of all kinds of the core group.
const coreVersion = "v1"

// commonGroups are those of kinds that come with Kubernetes or with a standard of it, and
// that many projects hold.
var commonGroups = strings.Fields("networking.k8s.io storage.k8s.io rbac.authorization.k8s.io apiextensions.k8s.io apiregistration.k8s.io admissionregistration.k8s.io " +
	"certificates.k8s.io coordination.k8s.io discovery.k8s.io events.k8s.io node.k8s.io scheduling.k8s.io resource.k8s.io policy.k8s.io " +
	"gateway.networking.k8s.io snapshot.storage.k8s.io policy.networking.k8s.io k8s.cni.cncf.io")

func common(group string) bool {
	return !strings.Contains(group, ".") || slices.Contains(commonGroups, group)
}

// ofProject reports whether a group is of the project of an entry: one of its finalizers or
// kinds is of that domain, or the group has a word of the project's name.
func (c *Catalogue) ofProject(f *Finalizer, group string) bool {
	project := c.projects[f].Project
	for other, p := range c.projects {
		if p.Project == project && slices.ContainsFunc(Domains(other), func(d string) bool { return registered(d) != "" && registered(d) == registered(group) }) {
			return true
		}
	}
	parts := strings.FieldsFunc(group, notLetter)
	for word := range strings.FieldsFuncSeq(strings.ToLower(project), notLetter) {
		if len(word) >= 4 && !slices.Contains(plainWords, word) && slices.Contains(parts, word) {
			return true
		}
	}
	return false
}

// registered is the domain that a name is under and that one party has: its last two labels,
// or three below what is for everybody.
func registered(name string) string {
	labels := strings.Split(name, ".")
	for n := 2; n <= len(labels); n++ {
		if d := strings.Join(labels[len(labels)-n:], "."); !slices.Contains(shared, d) {
			return d
		}
	}
	return ""
}
