package explain

import (
	"context"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// programPatience is how long one waits for a program of which nothing tells that it
// runs before that is said.
const programPatience = 5 * time.Minute

// nameHolder makes the holder of the hold whoever has to act next: the one
// behind the finalizers that the check names, or else its runner.
func (s *situation) nameHolder(ctx context.Context) {
	if s.Reason == HookWaits && s.h.hold.Finalizer != "" && s.madeByProject(s.h) {
		s.h.disownTemplate()
	}
	switch {
	case s.cel.acts != nil:
		s.nameActor(ctx, s.actsOn())
	case s.runner != nil:
		s.h.hold.Holder, s.h.hold.Health = s.runner.holder, s.runner.fares.health
	}
	if s.runner != nil {
		s.runner.tell(s.h, s.Reason)
	}
}

// actsOn are the finalizers that somebody else has to put there or take off.
func (s *situation) actsOn() []string {
	value, ok := s.cel.acts.evalWith(s.variables)
	if !ok {
		return nil
	}
	var names []string
	eachText(value, func(name string) {
		if name != "" {
			names = append(names, name)
		}
	})
	return names
}

// nameActor looks for who is behind the finalizers: by the object that is
// judged, and for one that it does not have, by another that was found.
func (s *situation) nameActor(ctx context.Context, finalizers []string) {
	var best *hearing
	for _, f := range finalizers {
		about := s.bearer(f)
		if about == nil {
			s.h.hint("what was found beside it", "nothing in sight has "+f+", so that nothing tells which program it is")
			continue
		}
		findHolder(ctx, about)
		if s.madeByProject(about) {
			about.disownTemplate()
		}
		for _, e := range about.hold.Evidence {
			if about.node != s.h.node && e.Source == "managedFields" {
				e.Source = s.h.nameOf(about.node.Ref) + ": " + e.Source
			}
			s.h.hold.Evidence = append(s.h.hold.Evidence, e)
		}
		if best == nil || sureness(about.hold.Holder.Confidence) > sureness(best.hold.Holder.Confidence) {
			best = about
		}
	}
	if best == nil {
		return
	}
	s.h.hold.Holder, s.h.hold.Health = best.hold.Holder, best.hold.Health
	if c := best.hold.Holder.Confidence; c == Certain || c == Likely {
		s.actor = &best.fares
	}
}

// bearer is the question who holds the finalizer on an object that has it: the
// judged one, or one of its kind that was found.
func (s *situation) bearer(finalizer string) *hearing {
	if slices.Contains(s.h.obj.GetFinalizers(), finalizer) {
		return s.h.about(s.h.node, s.h.obj, finalizer)
	}
	var about *hearing
	eachFound(s.variables["found"], func(object map[string]any) {
		obj := &unstructured.Unstructured{Object: object}
		if about != nil || !slices.Contains(obj.GetFinalizers(), finalizer) {
			return
		}
		node := &trace.Node{Ref: refOfObject(s.h.kind.Group, s.h.kind.Kind, obj), UID: string(obj.GetUID())}
		about = s.h.about(node, obj, finalizer)
	})
	return about
}

// eachFound hands over the whole objects among what a check has found.
func eachFound(found any, visit func(map[string]any)) {
	list, _ := found.([]any)
	for _, entry := range list {
		if m, ok := entry.(map[string]any); ok {
			if object, ok := m["object"].(map[string]any); ok && len(object) > 0 {
				visit(object)
			}
		}
	}
}

// about is a question of its own about one finalizer of an object of the kind.
func (h *hearing) about(node *trace.Node, obj *unstructured.Unstructured, finalizer string) *hearing {
	one := &hearing{world: h.world, kind: h.kind, node: node, obj: obj, hold: &Hold{Finalizer: finalizer}}
	one.written = func() []write { return writesOf(obj) }
	if entry, ok := h.catalogue.Entry(h.kind, finalizer); ok {
		one.entry = entry
	}
	return one
}

// madeByProject reports whether the check's own project put the finalizer there:
// it came with the template of the object, and tells nothing of who acts on it.
func (s *situation) madeByProject(h *hearing) bool {
	for _, w := range h.writes() {
		if generic(w.manager) || !slices.Contains(w.finalizers, h.hold.Finalizer) {
			continue
		}
		for _, c := range s.h.catalogue.componentsOf(s.project) {
			if slices.Contains(c.FieldManagers, w.manager) {
				return true
			}
		}
	}
	return false
}

// disownTemplate is for a finalizer that the object was made with.
func (h *hearing) disownTemplate() {
	h.hold.Holder, h.hold.Health, h.fares = Holder{Confidence: NotKnown}, "", fares{}
	h.hint("managedFields", "it came with the object, so that nothing here tells which program acts on it")
}

// halted decides where one of those who have to act cannot: the one behind the
// finalizers comes first.
func (s *situation) halted(message string) bool {
	h := s.h
	runs := s.runner == nil || s.runner.fares.reason == ""
	switch {
	case s.actor != nil && s.actor.reason != "":
		h.applyTo(s.actor)
		if !runs {
			message += "; besides, " + s.runner.fares.message
			h.applyTo(&s.runner.fares)
		}
		return h.decide(s.actor.verdict, s.actor.reason, s.actor.message+"; "+message)
	case runs:
		return false
	}
	f := &s.runner.fares
	h.hold.Holder, h.hold.Health = s.runner.holder, f.health
	h.applyTo(f)
	if s.Reason != LifecycleStalled {
		s.steps(nil)
	}
	return h.decide(f.verdict, f.reason, f.message+"; "+message)
}

// applyTo adds what is to be done about a program that does not run.
func (h *hearing) applyTo(f *fares) {
	h.hold.Next = append(h.hold.Next, f.next...)
	h.hold.Warnings = append(h.hold.Warnings, f.warnings...)
}

// doubt takes it back that a program is waited for where it has had its time,
// and nothing tells that it runs.
func (s *situation) doubt(verdict Verdict, message string) (Verdict, string) {
	if verdict != Waiting || s.cel.sinceWhen == nil || s.h.hold.Health == Running {
		return verdict, message
	}
	since := firstTime(s.text(s.cel.sinceWhen))
	if since.IsZero() || s.h.now.Sub(since) < programPatience {
		return verdict, message
	}
	s.h.askForWorkloads()
	return Unknown, message + "; nothing tells whether that program runs"
}
