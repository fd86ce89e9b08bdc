package remove

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// guards are in the order in which a person should read them.
var guards = []guard{
	guardState, guardVerdict, guardHolder, guardBlockers, guardCollector, guardContent, guardLoss, guardDependents, guardIncomplete,
}

func (m *maker) object(g Guard, message string) []Objection {
	return []Objection{{Guard: g, Message: message, Flag: g.Flag(), Overridden: m.permits.despite(g)}}
}

// over names all that an objection speaks of.
func over(o []Objection, names []string) []Objection {
	o[0].Over = names
	return o
}

func guardState(m *maker, a *Action) []Objection {
	switch a.Object.State {
	case trace.Deleting:
		return nil
	case trace.Grace:
		return m.object(InGrace, "it still has until "+a.Object.Since.UTC().Format("15:04:05 MST")+" to go by itself")
	default:
	}
	o := m.object(NotDeleting, "nobody has asked it to go, and while it lives "+holderOf(a)+" may put the finalizer back within a moment; once it is being deleted, the API server lets nobody add one")
	o[0].Overridden = m.permits.DeleteFirst
	o[0].Instead = slices.Insert(command("preflight", &a.Object), 3, "delete") // what the delete would do
	return o
}

// guardVerdict lets only a judgement pass that says that somebody has to help.
func guardVerdict(m *maker, a *Action) []Objection {
	switch {
	case a.Object.State == trace.Live:
		return nil // nothing was judged
	case a.Hold.Reason == explain.Working:
		return m.object(HolderWorking, holderOf(a)+" did something for it a moment ago")
	case a.Hold.Verdict == explain.Progressing:
		return m.object(Progressing, "the deletion is progressing")
	case a.Hold.Verdict != explain.Stuck && a.Hold.Verdict != explain.Waiting:
		return m.object(Undecided, "why it is held is not known")
	}
	return nil
}

// hopeless are the reasons for which a holder that runs will not act all the
// same, whatever is done to the object.
var hopeless = []explain.Reason{explain.NobodyRemoves, explain.Circle}

// told are the reasons that the object itself may give, and so anybody who may
// write on it: they never prove that the holder could not do it.
var told = []explain.Reason{
	explain.Excluded, explain.Failing, explain.PrerequisiteGone, explain.Blocked, explain.HookWaits, explain.NamespaceTerminating,
}

// guardHolder speaks for a holder that would do it itself.
func guardHolder(m *maker, a *Action) []Objection {
	h := &a.Hold
	elsewhere := len(m.outside(h)) > 0
	var text string
	switch {
	case containing(a) || collects(a) || h.Reason == explain.Working:
		return nil // another guard speaks of these
	case a.Object.State == trace.Live && h.Health == explain.Running:
		text = holderOf(a) + " runs, and may take it off itself once the object is asked to go"
	case a.Object.State == trace.Live:
		return nil
	case h.Verdict == explain.Waiting && len(h.Blockers) > 0 && !elsewhere:
		text = holderOf(a) + " takes it off itself once what it waits for has gone, which this plan removes too"
	case h.Verdict == explain.Waiting && (!h.Holder.BuiltIn || !elsewhere):
		text = holderOf(a) + " is well and would take it off itself: " + h.Message
	case h.Verdict == explain.Waiting || h.Holder.BuiltIn || h.Cost.Proven || slices.Contains(hopeless, h.Reason) && h.Verdict == explain.Stuck:
		return nil
	case h.Health != explain.Running:
		if h.Verdict != explain.Stuck || len(h.Blockers) > 0 || down(h.Health) || !slices.Contains(told, h.Reason) {
			return nil
		}
		text = holderOf(a) + " is not known to be down, and would take it off itself once this is mended: " + h.Message
	case h.Verdict == explain.Stuck:
		text = holderOf(a) + " runs, and goes on by itself once this is mended: " + h.Message
	default:
		text = holderOf(a) + " runs, and may take it off itself: " + h.Message
	}
	return m.object(HolderAble, text)
}

// down reports whether a holder was seen not to be able to act.
func down(h explain.Health) bool { return h != "" && h != explain.Running && h != explain.Hidden }

// outside are the blockers of a hold that are there and that the plan does not
// remove.
func (m *maker) outside(h *explain.Hold) []*explain.Blocker {
	var out []*explain.Blocker
	for i := range h.Blockers {
		b := &h.Blockers[i]
		if b.Name != "" && b.State != trace.Gone && !m.goes(b.Object) {
			out = append(out, b)
		}
	}
	return out
}

func guardBlockers(m *maker, a *Action) []Objection {
	blockers := m.outside(&a.Hold)
	if len(blockers) == 0 || containing(a) {
		return nil
	}
	names := make([]string, len(blockers))
	for i, b := range blockers {
		names[i] = trace.Describe(trace.Kind{Group: b.Group, Resource: resourceOf(b)}, b.Namespace, b.Name)
	}
	o := m.object(BlockedElsewhere, holderOf(a)+" waits for "+listed(names)+", which a removal here would only leave behind")
	o[0].Over = names
	first := trace.Node{Ref: blockers[0].Ref, Resource: resourceOf(blockers[0])}
	o[0].Instead = command("why-stuck", &first)
	if blockers[0].State == trace.Deleting {
		o[0].Instead = command("remove", &first)
	}
	return o
}

// resourceOf is how a blocker's kind is typed.
func resourceOf(b *explain.Blocker) string {
	if b.Resource != "" {
		return b.Resource
	}
	return strings.ToLower(b.Kind)
}

// namespaceFinalizer stands in spec.finalizers of every namespace.
const namespaceFinalizer = "kubernetes"

// containing reports whether the finalizer protects what is in the object, so
// that the guard for content speaks of it.
func containing(a *Action) bool {
	if a.Kind.IsNamespace() {
		return a.Hold.Finalizer == namespaceFinalizer
	}
	return a.Kind.IsDefinition() && a.Hold.Finalizer == trace.DefinitionFinalizer
}

// collects reports whether the finalizer is one of the garbage collector's.
func collects(a *Action) bool {
	return a.Hold.Finalizer == metav1.FinalizerDeleteDependents || a.Hold.Finalizer == metav1.FinalizerOrphanDependents
}

func guardCollector(m *maker, a *Action) []Objection {
	switch a.Hold.Finalizer {
	case metav1.FinalizerDeleteDependents:
		return m.object(Collector, "without it the object goes at once, and the garbage collector deletes its dependents later, in the background, each with its own finalizers")
	case metav1.FinalizerOrphanDependents:
		return m.object(Collector, "without it the object goes before its dependents were set free: the garbage collector then deletes those that still refer to it")
	}
	return nil
}

// guardIncomplete takes every gap for one that matters: which of the kinds that
// could not be read holds a dependent or a blocker is just what is not known.
func guardIncomplete(m *maker, a *Action) []Objection {
	var names []string
	for _, p := range m.diagnosis.Incomplete {
		names = append(names, p.About.String())
	}
	if _, known := m.nodes[a.Object.UID]; !known {
		unread := "what depends on "
		if a.owned != nil {
			unread = "what is managed without an ownerReference by "
		}
		names = append(names, unread+nameOf(&a.Object))
	}
	if len(names) == 0 {
		return nil
	}
	return over(m.object(Incomplete, "not everything could be read, so that something may be missing from this plan: "+listed(names)), names)
}

func holderOf(a *Action) string {
	if a.Hold.Holder.Name == "" {
		return "its controller"
	}
	return a.Hold.Holder.Name
}
