package catalogue

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Entry is what the catalogue says of one finalizer.
type Entry struct {
	Finalizer
	Project string
	// Family says that the project is what programs of many have in common, and none itself.
	Family bool
	// Controller is the component that the finalizer names.
	Controller Component
	// Outdated says that it is as it was before some release.
	Outdated bool
	// Kin says that nobody knows the finalizer, and its holder by others on the kind.
	Kin bool
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
	e := Entry{Finalizer: *f, Project: project.Project, Family: project.Family, Controller: Component{Name: f.Component}}
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
	if to := e.Controller.TalksTo; to != nil {
		e.Controller.TalksTo = &Answering{What: to.What, See: filledWords(to.See, object)}
	}
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

// AsOf is the entry as it was true at a time, which may be long ago: of a text that was copied then.
func (e Entry) AsOf(at time.Time) Entry {
	for _, was := range e.Earlier {
		came, err := time.Parse(time.DateOnly, was.Before)
		if err != nil || at.Unix() <= 1 || !at.Before(came) {
			continue
		}
		e.WaitsFor, e.Class, e.Loss, e.Source = cmp.Or(was.WaitsFor, e.WaitsFor), cmp.Or(was.Class, e.Class), cmp.Or(was.Loss, e.Loss), was.Source
		e.Risk = cmp.Or(was.Risk, e.Risk)
		if len(was.Causes) > 0 {
			e.Causes = was.Causes
		}
		e.Outdated = true
		return e
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

// RunsAs is Documents of a workload of whatever kind, which has changed from release to release with some. Where the component
// may run in any namespace, its name has to be the whole of it.
func (c *Component) RunsAs(ref trace.Ref) bool {
	among := func(exact bool) bool {
		return slices.ContainsFunc(c.Workloads, func(w string) bool {
			_, name, _ := strings.Cut(w, "/")
			return strings.Trim(name, "*") != "" && Glob(name, ref.Name) && (!exact || !strings.Contains(name, "*"))
		})
	}
	return slices.ContainsFunc(c.Namespaces, func(n string) bool { return Glob(n, ref.Namespace) && among(n == "*") })
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
