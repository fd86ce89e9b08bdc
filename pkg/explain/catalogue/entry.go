package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Entry is what the catalogue says of one finalizer.
type Entry struct {
	Finalizer
	Project string
	// Controller is the component that the finalizer names.
	Controller Component
}

// Entry returns the entry that fits a finalizer on objects of the kind best.
func (c *Catalogue) Entry(kind trace.Kind, finalizer string) (Entry, bool) {
	f := c.finalizers.find(kind, finalizer)
	if f == nil {
		return Entry{}, false
	}
	return c.entryOf(f), true
}

func (c *Catalogue) entryOf(f *Finalizer) Entry {
	project := c.projects[f]
	e := Entry{Finalizer: *f, Project: project.Project, Controller: Component{Name: f.Component}}
	for i := range project.Components {
		if project.Components[i].Name == f.Component {
			e.Controller = project.Components[i]
		}
	}
	return e
}

// Of is the entry as it is for one object: its workloads have the names that the object
// tells. Where it tells none, any name fits.
func (e Entry) Of(object map[string]any) Entry {
	if !slices.ContainsFunc(e.Controller.Workloads, fieldPlace.MatchString) {
		return e
	}
	e.Controller.Workloads = slices.Clone(e.Controller.Workloads)
	e.Controller.Exact = true
	for i, w := range e.Controller.Workloads {
		name, told := FillFields(w, object)
		if !told {
			name = fieldPlace.ReplaceAllLiteralString(w, "*")
			e.Controller.Exact = false
		}
		e.Controller.Workloads[i] = name
	}
	return e
}

// ComponentsBeside are the components of the finalizer's project that do not hold
// it.
func (c *Catalogue) ComponentsBeside(kind trace.Kind, finalizer string) []Component {
	f := c.finalizers.find(kind, finalizer)
	if f == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.projects[f].Components), func(other Component) bool { return other.Name == f.Component })
}

// Documents reports whether the component names the workload, and its namespace.
func (c *Component) Documents(ref trace.Ref) bool {
	return slices.Contains(c.Workloads, ref.Kind+"/"+ref.Name) && slices.ContainsFunc(c.Namespaces, func(n string) bool { return Glob(n, ref.Namespace) })
}

// EntryForKind is the entry of the one component that the catalogue knows to hold objects
// of a kind, of which the group may not be known, or else of its group. It is false where
// several may.
func (c *Catalogue) EntryForKind(kind trace.Kind) (entry Entry, ok bool) {
	known := false
	entry, ok = c.sole(func(f *Finalizer) bool {
		named := f.mayHold(kind)
		known = known || named
		return named
	})
	if known || kind.Group == "" {
		return entry, ok
	}
	return c.sole(func(f *Finalizer) bool {
		return f.Pattern == kind.Group || strings.HasPrefix(f.Pattern, kind.Group+"/") ||
			slices.ContainsFunc(f.Kinds, func(k string) bool { _, group, _ := strings.Cut(k, "."); return group == kind.Group })
	})
}

// graver reports whether of two entries of a component the one comes first: that which costs
// more, or else the first by its pattern.
func graver(f *Finalizer, than *Entry) bool {
	if f.Risk != than.Risk {
		return explain.Lowers(than.Risk, f.Risk)
	}
	return f.Pattern < than.Pattern
}

// sole is the entry of the one component of which entries fit, that which costs most. Of those that match by more than their text, and of what nobody takes off, no
// component can be told.
func (c *Catalogue) sole(fits func(*Finalizer) bool) (entry Entry, ok bool) {
	for f := range c.projects {
		switch {
		case f.Match != "" || f.Class == ClassNever || !fits(f):
		case !ok:
			entry, ok = c.entryOf(f), true
		case entry.Project != c.projects[f].Project || entry.Component != f.Component:
			return Entry{}, false
		case graver(f, &entry):
			entry = c.entryOf(f)
		}
	}
	return entry, ok
}

// mayHold reports whether an entry is of a kind, of which the group may not be known.
func (f *Finalizer) mayHold(kind trace.Kind) bool {
	return slices.ContainsFunc(f.Kinds, func(k string) bool {
		name, group, _ := strings.Cut(k, ".")
		return strings.EqualFold(name, kind.Kind) && (group == "" || kind.Group == "" || group == kind.Group)
	})
}

// OtherFinalizers are those that the project documents for the kind, without
// the given ones.
func (c *Catalogue) OtherFinalizers(kind trace.Kind, project string, given []string) []string {
	var out []string
	for f, p := range c.projects {
		if p.Project != project || f.Match != "" || f.Class == ClassNever || slices.Contains(given, f.Pattern) {
			continue
		}
		if slices.Contains(f.Kinds, kind.Kind) || slices.Contains(f.Kinds, kind.Kind+"."+kind.Group) {
			out = append(out, f.Pattern)
		}
	}
	return sortedOnce(out)
}

// ComponentsOf are the components of a project that has finalizers.
func (c *Catalogue) ComponentsOf(project string) []Component {
	for _, p := range c.projects {
		if p.Project == project {
			return p.Components
		}
	}
	return nil
}
