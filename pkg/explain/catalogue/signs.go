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
	Kind       string   `json:"kind"`
	Fields     []string `json:"fields,omitempty"`     // that its objects have, as status.name
	Conditions []string `json:"conditions,omitempty"` // types of them
	Says       []string `json:"says,omitempty"`       // regular expressions for what its conditions say
	Source     string   `json:"source"`               // where they were read
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

// Shaped is the one kind that a part of an object shows by its signs, false where it shows none, or where another one has as
// many, or one of another project enough as well. It is no more than likely.
func (c *Catalogue) Shaped(obj map[string]any) (best Shape, ok bool) {
	var found []Shape
	for _, file := range c.signs {
		for i := range file.Signs {
			one := file.Signs[i].in(obj)
			if one.Project = file.Project; len(one.Signs) < fewestSigns || strings.Contains(one.Kind+one.Group, "{") {
				continue
			}
			if found = append(found, one); len(one.Signs) > len(best.Signs) {
				best = one
			}
		}
	}
	rivals := slices.ContainsFunc(found, func(one Shape) bool {
		return one.Project != best.Project || one.Kind+one.Group != best.Kind+best.Group && len(one.Signs) == len(best.Signs)
	})
	return best, len(found) > 0 && !rivals
}

// EntryForShape is the entry of the one component of the project by whose signs a kind is told that holds its objects.
func (c *Catalogue) EntryForShape(shape Shape) (Entry, bool) {
	kind := trace.Kind{Group: shape.Group, Version: trace.Unstated, Kind: shape.Kind}
	return c.soleProject(func(f *Finalizer) bool {
		return c.projects[f].Project == shape.Project && (c.mayHold(f, kind) || holdsAllOf(f, kind) != "")
	})
}

// in are the signs that an object has, with the kind that they show.
func (s *signSpec) in(obj map[string]any) (out Shape) {
	out.Kind, out.Group, _ = strings.Cut(s.Kind, ".")
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
	for _, form := range s.Says {
		says := regexp.MustCompile(form)
		for i := range conditions {
			if out.said(says, conditions[i].Message) {
				break
			}
		}
	}
	return out
}

// said adds what a message says that has the form, and puts what that catches into the kind. It is false where it has not.
func (s *Shape) said(form *regexp.Regexp, message string) bool {
	m := form.FindStringSubmatch(message)
	if m == nil {
		return false
	}
	s.Signs = append(s.Signs, phrase.Quoted(m[0]))
	if at := form.SubexpIndex("kind"); at > 0 {
		s.Kind = strings.ReplaceAll(s.Kind, "{kind}", capital(phrase.SingularOf(m[at])))
	}
	if at := form.SubexpIndex("group"); at > 0 {
		s.Group = strings.ReplaceAll(s.Group, "{group}", strings.ToLower(m[at]))
	}
	return true
}

// sign refuses signs that tell no kind.
func (c *validator) sign(i int, s *signSpec) {
	entry := fmt.Sprintf("signs[%d] %q", i, s.Kind)
	if !strings.Contains(s.Kind, ".") || strings.ContainsAny(s.Kind, "*/ ") || s.Source == "" {
		c.report(entry, "give the kind as Kind.group, and the source where they were read")
	}
	if len(s.Fields)+len(s.Conditions)+len(s.Says) < fewestSigns {
		c.report(entry, "one sign alone tells no kind: give %d at least", fewestSigns)
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
}
