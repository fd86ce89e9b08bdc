package catalogue

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// signSpec are the signs of one kind: what stands in its objects, and in few others.
type signSpec struct {
	// Kind is the kind, as Kind.group. It may hold {kind} and {group}, which one of Says has caught under these names, as
	// an API beyond the cluster calls them: roleAssignments.
	Kind string `json:"kind"`
	// Fields are those that its objects have, as status.name.
	Fields []string `json:"fields,omitempty"`
	// Conditions are types of its conditions.
	Conditions []string `json:"conditions,omitempty"`
	// Says are regular expressions for what its conditions say.
	Says []string `json:"says,omitempty"`
	// Source is where they were read.
	Source string `json:"source"`
}

// signs are those of one kind, and whose it is.
type signs struct {
	*signSpec
	project string
}

// Shape is the kind that a part of an object shows, and by what.
type Shape struct {
	Group, Kind, Project string
	Signs                []string
}

// fewestSigns is by how many signs a kind is told at least: one alone may be anybody's.
const fewestSigns = 2

// plainSigns are conditions and fields that are no sign, since all write them.
var plainSigns = strings.Fields("Ready Available Synced Progressing Degraded Deleting Failed Terminating Error Stalled Reconciling Succeeded " +
	"status.phase status.state status.status status.message status.reason status.conditions status.observedGeneration status.error status.ready")

func signsOf(files []source) (all []signs) {
	for i := range files {
		for j := range files[i].Signs {
			all = append(all, signs{&files[i].Signs[j], files[i].Project})
		}
	}
	return all
}

// Shaped is the one kind that a part of an object shows by its signs, false where it shows none, or where another one has as
// many, or one of another project enough as well. It is no more than likely.
func (c *Catalogue) Shaped(obj map[string]any) (best Shape, ok bool) {
	var found []Shape
	for _, s := range c.signs {
		if one := s.in(obj); len(one.Signs) >= fewestSigns && one.Kind != "" {
			found = append(found, one)
		}
	}
	for _, one := range found {
		if len(one.Signs) > len(best.Signs) {
			best = one
		}
	}
	rivals := func(one Shape) bool {
		same := one.Project == best.Project && one.Kind == best.Kind && one.Group == best.Group
		return !same && (one.Project != best.Project || len(one.Signs) == len(best.Signs))
	}
	if len(found) == 0 || slices.ContainsFunc(found, rivals) {
		return Shape{}, false
	}
	return best, true
}

// EntryForShape is the entry of the one component of the project by whose signs a kind is told that holds its objects.
func (c *Catalogue) EntryForShape(shape Shape) (Entry, bool) {
	kind := trace.Kind{Group: shape.Group, Version: trace.Unstated, Kind: shape.Kind}
	return c.soleProject(func(f *Finalizer) bool {
		return c.projects[f].Project == shape.Project && (c.mayHold(f, kind) || holdsAllOf(f, kind) != "")
	})
}

// in are the signs that an object has, with the kind that they show.
func (s *signs) in(obj map[string]any) Shape {
	kind, group, _ := strings.Cut(s.Kind, ".")
	out := Shape{Kind: kind, Group: group, Project: s.project}
	for _, path := range s.Fields {
		if _, there, _ := unstructured.NestedFieldNoCopy(obj, strings.Split(path, ".")...); there {
			out.Signs = append(out.Signs, path)
		}
	}
	conditions := manifest.ConditionsOf(obj)
	for _, typ := range s.Conditions {
		if slices.ContainsFunc(conditions, func(c manifest.Condition) bool { return c.Kind == typ }) {
			out.Signs = append(out.Signs, "condition "+typ)
		}
	}
	caught := map[string]string{}
	for _, form := range s.Says {
		if said := saidIn(conditions, form, caught); said != "" {
			out.Signs = append(out.Signs, phrase.Quoted(said))
		}
	}
	for name, word := range caught {
		out.Kind, out.Group = strings.ReplaceAll(out.Kind, "{"+name+"}", asKind(word)), strings.ReplaceAll(out.Group, "{"+name+"}", strings.ToLower(word))
	}
	if strings.ContainsAny(out.Kind+out.Group, "{}") {
		out.Kind = "" // nothing tells it
	}
	return out
}

// saidIn is what conditions say that has the form, with what it catches by a name; empty where none says so.
func saidIn(conditions []manifest.Condition, form string, caught map[string]string) string {
	compiled, err := regexp.Compile(form)
	if err != nil {
		return ""
	}
	for _, c := range conditions {
		m := compiled.FindStringSubmatch(c.Message)
		if m == nil {
			continue
		}
		for i, name := range compiled.SubexpNames() {
			if name != "" {
				caught[name] = m[i]
			}
		}
		return m[0]
	}
	return ""
}

// asKind is how a kind is called after several of what it stands for: RoleAssignment.
func asKind(plural string) string {
	if strings.HasSuffix(plural, "is") { // redis is one
		return capital(plural)
	}
	return capital(phrase.SingularOf(plural))
}

// sign refuses signs that tell no kind.
func (c *validator) sign(i int, s *signSpec) {
	entry := fmt.Sprintf("signs[%d] %q", i, s.Kind)
	if !strings.Contains(s.Kind, ".") || strings.ContainsAny(s.Kind, "*/ ") {
		c.report(entry, "unknown kind %q: use Kind.group", s.Kind)
	}
	if len(s.Fields)+len(s.Conditions)+len(s.Says) < fewestSigns {
		c.report(entry, "one sign alone tells no kind: give %d at least", fewestSigns)
	}
	if s.Source == "" {
		c.report(entry, "no source is given: say where they were read")
	}
	for _, form := range s.Says {
		if _, err := regexp.Compile(form); err != nil {
			c.report(entry, "%w", err)
		}
	}
	for _, one := range slices.Concat(s.Fields, s.Conditions) {
		if slices.Contains(plainSigns, one) {
			c.report(entry, "%q is no sign: everybody writes it", one)
		}
	}
	for _, path := range s.Fields {
		if !strings.HasPrefix(path, "status.") && !strings.HasPrefix(path, "spec.") {
			c.report(entry, "unknown field %q: write status.name", path)
		}
	}
}
