package remove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// guard looks for one kind of objection. rest are the finalizers that stay.
type guard func(m *maker, p explain.Place, a *Action, rest []string) []Objection

// guards are in the order in which a person should read them.
var guards = []guard{
	guardState, guardVerdict, guardHolder, guardBlockers, guardCollector, guardContent, guardLoss, guardDependents, guardIncomplete,
}

// Flags are the flags that override guards. A guard without one cannot be
// overridden.
var Flags = map[Guard]string{
	NotDeleting:      "--delete-first",
	HolderAble:       "--despite-able-holder",
	Progressing:      "--despite-progress",
	Undecided:        "--despite-doubt",
	BlockedElsewhere: "--despite-blockers",
	Loss:             "--accept-loss",
	Dependents:       "--despite-dependents",
	Collector:        "--despite-collector",
	Incomplete:       "--despite-gaps",
	Content:          "--strand-content",
}

func (m *maker) object(g Guard, message string) []Objection {
	return []Objection{{Guard: g, Message: message, Flag: Flags[g], Overridden: m.permits.despite(g)}}
}

func guardState(m *maker, _ explain.Place, a *Action, _ []string) []Objection {
	switch a.Object.State {
	case trace.Live:
		o := m.object(NotDeleting, "it is not being deleted: "+holderOf(a)+" may put the finalizer back within a moment; ask it to go first")
		o[0].Overridden = m.permits.DeleteFirst
		return o
	case trace.Grace:
		return m.object(InGrace, "it still has until "+a.Object.Since.UTC().Format("15:04:05 MST")+" to go by itself")
	}
	return nil
}

func guardVerdict(m *maker, _ explain.Place, a *Action, _ []string) []Objection {
	switch {
	case a.Object.State == trace.Live:
		return nil // nothing was judged
	case a.Hold.Reason == explain.Working:
		return m.object(HolderWorking, a.Hold.Message)
	case a.Hold.Verdict == explain.Progressing:
		return m.object(Progressing, "the deletion is making progress: "+a.Hold.Message)
	case a.Hold.Verdict == explain.Unknown:
		return m.object(Undecided, "why it is held is not known: "+a.Hold.Message)
	}
	return nil
}

// helpless are the reasons for which a holder that runs will not act all the
// same.
var helpless = []explain.Reason{explain.Excluded, explain.Failing, explain.NobodyRemoves, explain.Circle}

func guardHolder(m *maker, _ explain.Place, a *Action, _ []string) []Objection {
	h := &a.Hold
	if h.Health != explain.Running || h.Holder.BuiltIn || slices.Contains(helpless, h.Reason) || h.Reason == explain.Working {
		return nil
	}
	return m.object(HolderAble, holderOf(a)+" runs and would take it off itself: "+h.Message)
}

func guardBlockers(m *maker, _ explain.Place, a *Action, _ []string) []Objection {
	var names []string
	for i := range a.Hold.Blockers {
		b := &a.Hold.Blockers[i]
		if b.Name == "" || b.State == trace.Gone {
			continue
		}
		names = append(names, trace.Describe(trace.Kind{Group: b.Group, Resource: b.Resource}, b.Namespace, b.Name))
	}
	if len(names) == 0 || containing(a) {
		return nil
	}
	return m.object(BlockedElsewhere, "the holder waits for "+listed(names)+", which a removal here would only leave behind; plan there instead")
}

// containing reports whether the finalizer protects what is in the object, so
// that the guard for content speaks of it.
func containing(a *Action) bool {
	return isNamespaceFinalizer(a) || a.Kind.Kind == "CustomResourceDefinition" && strings.HasPrefix(a.Hold.Finalizer, "customresourcecleanup.")
}

// isNamespaceFinalizer reports whether the entry stands in spec.finalizers of a
// namespace.
func isNamespaceFinalizer(a *Action) bool {
	return a.Kind.Group == "" && a.Kind.Kind == "Namespace" && !strings.Contains(a.Hold.Finalizer, "/")
}

func guardCollector(m *maker, _ explain.Place, a *Action, _ []string) []Objection {
	switch a.Hold.Finalizer {
	case "foregroundDeletion":
		return m.object(Collector, "without it the object goes at once, and the garbage collector deletes its dependents later, in the background, each with its own finalizers")
	case "orphan":
		return m.object(Collector, "without it the object goes before its dependents were set free: the garbage collector will then delete those that still refer to it")
	}
	return nil
}

func guardContent(m *maker, _ explain.Place, a *Action, _ []string) []Objection {
	if !containing(a) {
		return nil
	}
	var names []string
	for i := range a.Hold.Blockers {
		if b := &a.Hold.Blockers[i]; b.Name != "" && b.State != trace.Gone {
			names = append(names, strings.ToLower(b.Kind)+"/"+b.Name)
		} else if b.Name == "" {
			names = append(names, b.What)
		}
	}
	if len(names) == 0 && len(m.diagnosis.Incomplete) == 0 {
		return nil
	}
	what := "what could not be read"
	if len(names) > 0 {
		what = listed(names)
	}
	return m.object(Content, "what is left stays in the storage of the API server, without a way to reach it, and comes back with the name: "+what)
}

func guardLoss(m *maker, _ explain.Place, a *Action, _ []string) []Objection {
	if a.Hold.Cost.Risk != "high" {
		return nil
	}
	name := LossOf(a)
	text := a.Hold.Cost.Loss
	if text == "" {
		text = "Something may be lost or left running"
	}
	o := m.object(Loss, text)
	o[0].Message += fmt.Sprintf("; if that is right, name it: %q", name)
	if slices.Contains(m.permits.AcceptLoss, name) {
		o[0].Overridden = true
		m.accepted[name] = true
	}
	return o
}

// LossOf names what an action loses, as the person has to name it: what the
// object stands for outside the cluster, or else the object.
func LossOf(a *Action) string {
	if a.Hold.Cost.Identity != "" {
		return a.Hold.Cost.Identity
	}
	name := a.Kind.Resource + "/" + a.Object.Name
	if a.Object.Namespace != "" {
		return a.Object.Namespace + "/" + name
	}
	return name
}

// losses lists what the plan loses, for a message.
func (m *maker) losses(p *Plan) string {
	var names []string
	for i := range p.Actions {
		if p.Actions[i].Hold.Cost.Risk == "high" {
			names = append(names, fmt.Sprintf("%q", LossOf(&p.Actions[i])))
		}
	}
	if len(names) == 0 {
		return "it loses nothing that has to be named"
	}
	return "it loses " + listed(names)
}

// guardDependents speaks of what hangs on the object once it goes.
func guardDependents(m *maker, _ explain.Place, a *Action, rest []string) []Objection {
	at, known := m.nodes[a.Object.UID]
	if !known || len(rest) > 0 || containing(a) {
		return nil
	}
	var collected, left []string
	for _, e := range m.graph.Edges {
		to := &m.graph.Nodes[e.To]
		if e.From != at || e.Fault != "" || to.State != trace.Live {
			continue
		}
		name := strings.ToLower(to.Kind) + "/" + to.Name
		switch {
		case e.Rule == trace.OwnerRule:
			collected = append(collected, name)
		case managed(e.Rule):
			left = append(left, name)
		}
	}
	for _, f := range m.graph.Nodes[at].Folded {
		if f.Rule == trace.OwnerRule {
			collected = append(collected, fmt.Sprintf("%d %s", f.Count, f.Resource))
		}
	}
	var out []Objection
	if len(collected) > 0 {
		out = append(out, m.object(Dependents, "once it is gone, the garbage collector deletes what it owns: "+listed(collected))...)
	}
	if len(left) > 0 {
		out = append(out, m.object(Dependents, "nothing will look after what it manages any more: "+listed(left))...)
	}
	return out
}

// managed reports whether a rule says that the object looks after the other,
// and not only that the two have to do with each other.
func managed(rule string) bool {
	project, _, _ := strings.Cut(rule, ":")
	switch project {
	case "pvc", "pv", "volume", "namespace", "crd", "apiservice", "service", "node":
		return false
	}
	return true
}

func guardIncomplete(m *maker, _ explain.Place, _ *Action, _ []string) []Objection {
	if len(m.diagnosis.Incomplete) == 0 {
		return nil
	}
	var names []string
	for _, p := range m.diagnosis.Incomplete {
		names = append(names, p.What)
	}
	return m.object(Incomplete, "not everything could be read, so that something may be missing from this plan: "+listed(names))
}

func holderOf(a *Action) string {
	if a.Hold.Holder.Name == "" {
		return "its controller"
	}
	return a.Hold.Holder.Name
}
