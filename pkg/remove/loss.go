package remove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
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
	things := m.content(a)
	if len(m.diagnosis.Incomplete) > 0 {
		things.add("what could not be read")
	}
	if len(things.texts) == 0 {
		return nil
	}
	return over(m.object(Content, "what is left stays in the storage of the API server, without a way to reach it, and comes back with the name: "+listedUpTo(stranded, things.texts)), things.exact)
}

// spoken is what an objection speaks of, each thing once: as a person reads it, and so
// exactly that nothing else is called the same. Claims are those of the texts that are of
// volume claims.
type spoken struct{ texts, exact, claims []string }

func (s *spoken) add(text string) {
	if !slices.Contains(s.exact, text) {
		s.texts, s.exact = append(s.texts, text), append(s.exact, text)
	}
}

// object adds an object. Its namespace is told where it is not that of the action.
func (s *spoken) object(r *trace.Ref, a *Action) {
	exact := strings.Join([]string{r.Kind + "." + r.Group, r.Namespace, r.Name}, "/")
	if !slices.Contains(s.exact, exact) {
		s.texts, s.exact = append(s.texts, r.Short()+elsewhere(r, a)), append(s.exact, exact)
	}
}

// content is what the graph and the diagnosis know to be in an object.
func (m *maker) content(a *Action) spoken {
	var things spoken
	for i := range a.Hold.Blockers {
		switch b := &a.Hold.Blockers[i]; {
		case b.Name == "":
			things.add(b.What)
		case b.State != trace.Gone:
			things.object(&b.Ref, a)
		}
	}
	for i := range m.forecast.Fates {
		if f := &m.forecast.Fates[i]; m.within(a, f) && f.State != trace.Gone {
			things.fate(f, a)
		}
	}
	return things
}

// fate adds an object, or how many there are of those that are alike.
func (s *spoken) fate(f *preflight.Fate, a *Action) {
	had := len(s.texts)
	if f.Name == "" {
		s.add(phrase.Count(f.Count, strings.ToLower(f.Kind), f.Resource))
	} else {
		s.object(&f.Ref, a)
	}
	if f.Group == "" && f.Kind == "PersistentVolumeClaim" {
		s.claims = append(s.claims, s.texts[had:]...)
	}
}

// guardLoss has the person name what a removal loses, and say so where nobody
// knows it.
func guardLoss(m *maker, a *Action) []Objection {
	c := &a.Hold.Cost
	if c.Loss == "" && c.Risk == "" && c.StandsFor() == "" {
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
	return a.Hold.Cost.Risk != explain.RiskLow && a.Hold.Cost.Risk != explain.RiskMedium
}

// LossOf names what an action loses, as the person has to name it: what the
// object stands for outside the cluster, or else the object.
func LossOf(a *Action) string {
	if outside := a.Hold.Cost.StandsFor(); outside != "" {
		return phrase.OneLine(outside)
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
	if !a.ends() && !a.DeleteFirst {
		return nil
	}
	collected, left := m.hanging(a)
	var out []Objection
	if len(collected.texts) > 0 {
		out = append(out, over(m.object(Dependents, "once it is gone, the garbage collector deletes what it owns: "+listed(collected.texts)), collected.exact)...)
	}
	if inside := m.content(a); a.DeleteFirst && isContainer(a) && !containing(a) && len(inside.texts) > 0 {
		out = append(out, over(m.object(Dependents, "asked to go, it takes along all that is in it: "+listedUpTo(stranded, inside.texts)), inside.exact)...)
	}
	if len(left.texts) > 0 {
		out = append(out, over(m.object(Dependents, "nothing will look after what it manages any more: "+listed(left.texts)), left.exact)...)
	}
	return out
}

// going is what is lost once the object goes: by the finalizer, by the object itself,
// and by the claims that are collected with it.
func (m *maker) going(a *Action, goes explain.Cost) explain.Cost {
	cost := a.Hold.Cost.And(goes)
	owned, _ := m.hanging(a)
	if len(owned.claims) > 0 {
		cost.Loss = explain.Joined(". ", cost.Loss, "What it owns goes with it: "+listedUpTo(stranded, owned.claims)+", and where it is not retained, the volume with all its data")
		cost.Risk = explain.RiskHigh
	}
	return cost
}

// asking is what the plan loses by asking an object to go, whoever holds it
// afterwards.
func (m *maker) asking(a *Action, goes explain.Cost) explain.Cost {
	cost := a.Hold.Cost
	if !a.ends() {
		cost = m.going(a, goes)
	}
	if inside := m.content(a); isContainer(a) && len(inside.texts) > 0 {
		cost.Loss, cost.Risk = explain.Joined(". ", cost.Loss, "Asked to go, it takes along all that is in it"), explain.RiskHigh
	}
	return cost
}

// isContainer reports whether what is in an object is deleted with it.
func isContainer(a *Action) bool { return a.Kind.IsNamespace() || a.Kind.IsDefinition() }

// hanging names the live objects that are collected once an object has gone, and those
// that nobody looks after any more.
func (m *maker) hanging(a *Action) (owned, managed spoken) {
	at, known := m.fates[a.Object.UID]
	if !known {
		return owned, managed
	}
	for i := range m.forecast.Fates {
		f := &m.forecast.Fates[i]
		switch {
		case f.State != trace.Live || isContainer(a) && m.within(a, f): // of its content another guard speaks
		case f.Why == preflight.Owned && m.takes(a, f):
			owned.fate(f, a)
		case f.Why == preflight.Left && f.By == at:
			managed.fate(f, a)
		}
	}
	return owned, managed
}

// elsewhere says in which namespace a dependent is, where it is not that of the
// object.
func elsewhere(at *trace.Ref, a *Action) string {
	if at.Namespace == "" || at.Namespace == a.Object.Namespace || a.Kind.IsNamespace() && at.Namespace == a.Object.Name {
		return ""
	}
	return " in namespace " + at.Namespace
}
