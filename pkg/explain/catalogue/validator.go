package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	directionDown = "down"
	directionUp   = "up"
	// maxNote keeps a note to what fits beside an object.
	maxNote = 40
)

// validator collects what is wrong with the files of one directory.
type validator struct {
	errs []error
	seen map[string]string // id to the file that has it
	file string
}

// check looks for everything that the decoder cannot see.
func check(files []source) error {
	c := &validator{seen: map[string]string{}}
	for i := range files {
		c.file = files[i].File
		c.project(&files[i].projectFile)
	}
	return errors.Join(c.errs...)
}

func (c *validator) report(entry, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("checking %s: %s: %w", c.file, entry, fmt.Errorf(format, args...)))
}

func (c *validator) project(p *projectFile) {
	if p.Project == "" {
		c.report("project", "no name is given")
	}
	for _, kind := range p.ClusterScoped {
		if !strings.Contains(kind, ".") || strings.ContainsAny(kind, "*/ ") {
			c.report("clusterScoped", "unknown kind %q: use Kind.group", kind)
		}
	}
	for group, kinds := range p.Types {
		if !typesForm.MatchString(kinds) || strings.ContainsAny(group, "*/ ") {
			c.report("types", "cannot read %q of group %q: use Kind=short,short with a blank between", kinds, group)
		}
	}
	for i := range p.Signs {
		c.sign(i, &p.Signs[i])
	}
	for i := range p.Components {
		c.component(i, &p.Components[i])
	}
	for i := range p.Finalizers {
		c.finalizer(i, &p.Finalizers[i])
	}
	for i := range p.Edges {
		c.edge(i, &p.Edges[i])
	}
	for i := range p.Notes {
		c.note(i, &p.Notes[i])
	}
	for i := range p.Checks {
		c.check(i, &p.Checks[i])
	}
}

// unique refuses an ID that another entry of the directory has.
func (c *validator) unique(list, id string) {
	key := list + " " + id
	if other, ok := c.seen[key]; ok {
		c.report(fmt.Sprintf("%s %q", list, id), "the id stands in %s already", other)
	}
	c.seen[key] = c.file
}

func (c *validator) oneOf(entry, field, value string, allowed ...string) {
	if value != "" && !slices.Contains(allowed, value) {
		c.report(entry, "unknown %s %q: use %s", field, value, strings.Join(allowed, ", "))
	}
}

// calledForm is a name with what stands for the kind in it.
var calledForm = regex.New(`^(?:[A-Za-z0-9./-]|\{(?:plural|singular|kind|group)\})+$`)

// typesForm is a list of kinds, each with what is short for it.
var typesForm = regex.New(`^[A-Z]\w*(?:=[a-z0-9,]+)?(?: [A-Z]\w*(?:=[a-z0-9,]+)?)*$`)

// A workload is one object, by its kind and name; a * in the name stands for what
// differs between installations, and so does a field of the object in braces.
var workloadForm = regex.New(`^(Deployment|StatefulSet|DaemonSet|Pod)/[a-z0-9*]([a-z0-9.*-]*[a-z0-9*])?$`)

func (c *validator) component(i int, k *Component) {
	entry := fmt.Sprintf("components[%d] %q", i, k.Name)
	if k.Name == "" {
		c.report(entry, "no name is given")
	}
	if to := k.TalksTo; to != nil && (to.What == "" || len(to.See) > 0 && effectOf(to.See) != explain.Reads) {
		c.report(entry, "talksTo needs what, and a command in see that only reads")
	}
	for _, w := range k.Workloads {
		if !workloadForm.MatchString(fieldPlace.ReplaceAllLiteralString(w, "*")) {
			c.report(entry, "unknown workload %q: use Deployment/name, StatefulSet/name, DaemonSet/name or Pod/name", w)
		}
	}
}

func (c *validator) finalizer(i int, f *Finalizer) {
	entry := fmt.Sprintf("finalizers[%d] %q", i, f.EntryID())
	if f.Pattern == "" {
		c.report(entry, "no pattern is given")
		return
	}
	c.unique("finalizer", f.EntryID())
	if f.Component == "" {
		c.report(entry, "no component is given")
	}
	c.oneOf(entry, "match", f.Match, MatchExact, MatchPrefix, MatchSuffix, MatchOwn, MatchRegex)
	if f.WaitsFor == "" && len(f.Causes) > 0 {
		c.report(entry, "causes are given and no waitsFor: what waits for nothing is held up by nothing")
	}
	for i, cause := range f.Causes {
		if slices.ContainsFunc(f.Causes[:i], func(other Cause) bool { return other.Text == cause.Text }) {
			c.report(entry, "the cause %q is given twice", cause.Text)
		}
	}
	c.oneOf(entry, "risk", string(f.Risk), namesOf(explain.Risks())...)
	c.oneOf(entry, "confidence", f.Confidence, ConfidenceLow, ConfidenceMedium, ConfidenceHigh)
	c.reading(entry, f)
	if f.Called != "" && (f.Match == "" || !calledForm.MatchString(f.Called)) {
		c.report(entry, "cannot take %q for what it is called: use a name with {plural}, {singular}, {kind} or {group}, where match leaves it open", f.Called)
	}
	if f.Match == MatchOwn && !strings.Contains(f.Pattern, "{plural}") {
		c.report(entry, "the pattern %q does not hold {plural}", f.Pattern)
	}
	if f.Match == MatchRegex {
		if _, _, err := compileWhole(f.Pattern); err != nil {
			c.report(entry, "%w", err)
		}
	}
	for _, k := range f.Kinds {
		if k == "" || strings.HasPrefix(k, ".") || k == "*" {
			c.report(entry, "unknown kind %q: use Kind, Kind.group or *.group", k)
		}
	}
}

func (c *validator) edge(i int, e *edgeSpec) {
	entry := fmt.Sprintf("edges[%d] %q", i, e.id())
	if e.Name == "" {
		c.report(entry, "no name is given")
		return
	}
	c.unique("edge", e.id())
	c.oneOf(entry, "direction", e.Direction, directionDown, directionUp)
	if (e.Refs == "") == (e.Join == nil) {
		c.report(entry, "exactly one of refs and join must be given")
	}
	c.join(entry, e.Join)
	if e.Join != nil && e.Reverse != nil {
		c.report(entry, "a join cannot be followed backwards: remove reverse")
	}
	// Such a rule would have every object of the cluster read whole.
	if e.From.everything() && !e.Passive {
		c.report(entry, "it applies to every kind: narrow from, or make it passive")
	}
	if e.From.everything() && e.Reverse != nil {
		c.report(entry, "every kind would have to be read: narrow from, or remove reverse")
	}
	if err := newEdgeRule(e).compile(); err != nil {
		c.report(entry, "%w", err)
	}
}

func (c *validator) join(entry string, j *joinSpec) {
	if j == nil {
		return
	}
	if (j.Label == "") == (j.Annotation == "") {
		c.report(entry, "exactly one of join.label and join.annotation must be given")
	}
	if j.Value == "" {
		c.report(entry, "no join.value is given")
	}
	if j.AllNamespaces && j.Namespaces != "" {
		c.report(entry, "join.allNamespaces cannot be used with join.namespaces")
	}
}

func (c *validator) note(i int, n *noteSpec) {
	entry := fmt.Sprintf("notes[%d] %q", i, n.ID)
	if n.ID == "" {
		c.report(entry, "no id is given")
		return
	}
	c.unique("note", n.ID)
	if n.Text == "" || len(n.Text) > maxNote || strings.ContainsAny(n.Text, "\r\n\t\x1b") {
		c.report(entry, "the text must be one line of at most %d characters", maxNote)
	}
	if err := newNoteRule(n).compile(); err != nil {
		c.report(entry, "%w", err)
	}
}
