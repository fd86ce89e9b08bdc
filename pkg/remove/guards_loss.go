package remove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// stranded is how many names of what would be stranded are given.
const stranded = 12

// guardContent lists what is in a namespace, or of a definition's kind, and
// would be cut off from the API.
func guardContent(m *maker, a *Action) []Objection {
	if !containing(a) {
		return nil
	}
	names := m.content(a)
	if len(m.diagnosis.Incomplete) > 0 {
		names = append(names, "what could not be read")
	}
	if len(names) == 0 {
		return nil
	}
	return over(m.object(Content, "what is left stays in the storage of the API server, without a way to reach it, and comes back with the name: "+listedUpTo(stranded, names)), names)
}

// content is what the graph and the diagnosis know to be in an object.
func (m *maker) content(a *Action) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i := range a.Hold.Blockers {
		switch b := &a.Hold.Blockers[i]; {
		case b.Name == "":
			add(b.What)
		case b.State != trace.Gone:
			add(shortName(&b.Ref))
		}
	}
	at, known := m.nodes[a.Object.UID]
	if !known {
		return names
	}
	for _, e := range m.graph.Edges {
		if to := &m.graph.Nodes[e.To]; e.From == at && contains(e.Rule) && to.State != trace.Gone {
			add(shortName(&to.Ref))
		}
	}
	for _, f := range m.graph.Nodes[at].Folded {
		if contains(f.Rule) {
			add(fmt.Sprintf("%d %s", f.Count, f.Resource))
		}
	}
	return names
}

// contains reports whether an edge leads from a container to its content.
func contains(rule string) bool { return rule == "namespace:content" || rule == "crd:instances" }

func shortName(r *trace.Ref) string { return strings.ToLower(r.Kind) + "/" + r.Name }

// guardLoss has the person name what a removal loses, and say so where nobody
// knows it.
func guardLoss(m *maker, a *Action) []Objection {
	c := &a.Hold.Cost
	if c.Loss == "" && c.Risk == "" && c.Identity == "" {
		return m.object(CostUnknown, "nobody here knows what is lost or left running without it")
	}
	if !lossy(a) {
		return nil
	}
	name := LossOf(a)
	text := c.Loss
	if text == "" {
		text = "Something may be lost or left running"
	}
	o := m.object(Loss, fmt.Sprintf("%s; if that is right, name it: %q", text, name))
	if slices.Contains(m.permits.AcceptLoss, name) {
		o[0].Overridden = true
		m.accepted[name] = true
	}
	return o
}

// lossy reports whether the loss has to be named. A loss that nobody has graded
// counts as the worst.
func lossy(a *Action) bool {
	return a.Hold.Cost.Risk != "low" && a.Hold.Cost.Risk != "medium"
}

// LossOf names what an action loses, as the person has to name it: what the
// object stands for outside the cluster, or else the object.
func LossOf(a *Action) string {
	if a.Hold.Cost.Identity != "" {
		return phrase.OneLine(a.Hold.Cost.Identity)
	}
	name := a.Kind.Resource + "/" + a.Object.Name
	if a.Object.Namespace != "" {
		return a.Object.Namespace + "/" + name
	}
	return name
}

// LossError is an accepted loss that the plan does not have.
type LossError struct {
	Named  string
	Losses []string // those that the plan has
}

func (e *LossError) Error() string {
	text := "it loses nothing that has to be named"
	if len(e.Losses) > 0 {
		quoted := make([]string, len(e.Losses))
		for i, l := range e.Losses {
			quoted[i] = fmt.Sprintf("%q", l)
		}
		text = "it loses " + listed(quoted)
	}
	return fmt.Sprintf("--accept-loss %q names nothing that this plan loses: %s", e.Named, text)
}

// losses lists what the plan loses, each once.
func losses(p *Plan) []string {
	var names []string
	for i := range p.Actions {
		for _, o := range p.Actions[i].Objections {
			if name := LossOf(&p.Actions[i]); o.Guard == Loss && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// guardDependents speaks of what hangs on the object once it goes.
func guardDependents(m *maker, a *Action) []Objection {
	if len(a.Rest) > 0 {
		return nil
	}
	collected, left := m.hanging(a)
	var out []Objection
	if len(collected) > 0 {
		out = append(out, over(m.object(Dependents, "once it is gone, the garbage collector deletes what it owns: "+listed(collected)), collected)...)
	}
	if len(left) > 0 {
		out = append(out, over(m.object(Dependents, "nothing will look after what it manages any more: "+listed(left)), left)...)
	}
	return out
}

// hanging names the live objects that an object owns, and those that it manages.
func (m *maker) hanging(a *Action) (owned, managed []string) {
	for i := range a.owned {
		if at := &a.owned[i]; !a.Kind.IsNamespace() || at.Namespace != a.Object.Name { // of its content another guard speaks
			owned = append(owned, shortName(at)+elsewhere(at, a))
		}
	}
	at, known := m.nodes[a.Object.UID]
	if !known {
		return owned, nil
	}
	add := func(rule, name string) {
		switch {
		case rule == trace.OwnerRule && a.owned == nil && !containing(a):
			owned = append(owned, name)
		case looksAfter(rule) && !containing(a) && !slices.Contains(managed, name): // more than one rule may lead there
			managed = append(managed, name)
		}
	}
	for _, e := range m.graph.Edges {
		if to := &m.graph.Nodes[e.To]; e.From == at && e.Fault == "" && to.State == trace.Live {
			add(e.Rule, shortName(&to.Ref))
		}
	}
	for _, f := range m.graph.Nodes[at].Folded {
		add(f.Rule, fmt.Sprintf("%d %s", f.Count, f.Resource))
	}
	return owned, managed
}

// elsewhere says in which namespace a dependent is, where it is not that of the
// object.
func elsewhere(at *trace.Ref, a *Action) string {
	if at.Namespace == "" || at.Namespace == a.Object.Namespace {
		return ""
	}
	return " in namespace " + at.Namespace
}

// looksAfter reports whether a rule says that the object looks after the other,
// and not only that the two have to do with each other.
func looksAfter(rule string) bool {
	project, _, _ := strings.Cut(rule, ":")
	switch project {
	case "pvc", "pv", "volume", "namespace", "crd", "apiservice", "service", "node", "pod", "webhook":
		return false
	}
	return true
}
