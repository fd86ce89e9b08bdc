package rules

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kruise"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// nameHolder makes the holder of the hold whoever has to act next: the one
// behind the finalizers that the check names, or else its runner.
func (s *situation) nameHolder(ctx context.Context) {
	if s.Reason == explain.HookWaits && s.h.Finalizer != "" && s.madeByProject(s.h) {
		s.forgetTemplateHolder()
	}
	var program []string
	q, waits := s.ofKruise()
	if waits {
		program, waits = q.Program()
	}
	switch {
	case waits:
		s.nameActor(ctx, program)
	case s.runner != nil:
		s.handTo(s.runnerActs())
	}
	if s.runner != nil {
		s.f.Join(kruise.Tell(s.runner, s.Reason))
	}
}

// handTo makes somebody the one who has to act.
func (s *situation) handTo(a hearing.Actor) {
	s.f.Actor = &a
	s.h = s.h.With(hearing.Notes{Actor: &a})
}

func (s *situation) runnerActs() hearing.Actor {
	return hearing.Actor{Holder: s.runner.Holder, Health: s.runner.Wellbeing.Health}
}

// nameActor looks for who is behind the finalizers: by the object that is
// judged, and for one that it does not have, by another that was found.
func (s *situation) nameActor(ctx context.Context, finalizers []string) {
	var best *holder.Found
	for _, f := range finalizers {
		about := s.bearer(f)
		if about == nil {
			s.f.Hint("what was found beside it", "nothing in sight has "+f+", so that nothing tells which program it is")
			continue
		}
		found := holder.Find(ctx, about)
		if s.madeByProject(about) {
			found.Actor, found.Wellbeing = unknownActor, hearing.Wellbeing{}
			found.Evidence = append(found.Evidence, cameWithIt)
		}
		for _, e := range found.Evidence {
			if about.Node != s.h.Node && e.Kind == explain.Written {
				e.Source = s.h.View.NameOf(about.Node.Ref) + ": " + e.Source
			}
			s.f.Add(e)
		}
		if best == nil || explain.Sureness(found.Holder.Confidence) > explain.Sureness(best.Holder.Confidence) {
			best = &found
		}
	}
	if best == nil {
		return
	}
	s.handTo(best.Actor)
	if best.Holder.Sure() {
		s.actor = &best.Wellbeing
	}
}

// bearer is the question who holds the finalizer on an object that has it: the
// judged one, or one of its kind that was found.
func (s *situation) bearer(finalizer string) *hearing.Case {
	if slices.Contains(s.h.Object.GetFinalizers(), finalizer) {
		return newQuestion(s.h, s.h.Node, s.h.Object, finalizer)
	}
	for i := range s.found {
		obj := &unstructured.Unstructured{Object: s.found[i].object}
		if slices.Contains(obj.GetFinalizers(), finalizer) {
			node := &trace.Node{Ref: manifest.RefOf(s.h.Kind.Group, s.h.Kind.Kind, obj), UID: string(obj.GetUID())}
			return newQuestion(s.h, node, obj, finalizer)
		}
	}
	return nil
}

// newQuestion is a question of its own about one finalizer of an object of the kind.
func newQuestion(h *hearing.Case, node *trace.Node, obj *unstructured.Unstructured, finalizer string) *hearing.Case {
	one := &hearing.Case{View: h.View, Kind: h.Kind, Node: node, Object: obj, Finalizer: finalizer}
	one.Written = func() []manifest.Write { return manifest.WritesOf(obj) }
	one.LookUp()
	return one
}

// madeByProject reports whether the check's own project put the finalizer there:
// it came with the template of the object, and tells nothing of who acts on it.
func (s *situation) madeByProject(h *hearing.Case) bool {
	for _, w := range h.Writes() {
		if manifest.GenericManager(w.Manager) || !slices.Contains(w.Finalizers, h.Finalizer) {
			continue
		}
		for _, c := range s.h.View.Catalogue.ComponentsOf(s.Project) {
			if slices.Contains(c.FieldManagers, w.Manager) {
				return true
			}
		}
	}
	return false
}

// What is known of who acts on a finalizer that the object was made with.
var (
	unknownActor = hearing.Actor{Holder: explain.Holder{Confidence: explain.NotKnown}}
	cameWithIt   = explain.Evidence{Kind: explain.Written, Weak: true, Source: "managedFields", Fact: "it came with the object, so that nothing here tells which program acts on it"}
)

// forgetTemplateHolder is for a finalizer that the object was made with.
func (s *situation) forgetTemplateHolder() {
	s.handTo(unknownActor)
	s.f.Add(cameWithIt)
}

// halted decides where one of those who have to act cannot: the one behind the
// finalizers comes first.
func (s *situation) halted(message string) bool {
	runs := s.runner == nil || !s.runner.Wellbeing.Decided()
	switch {
	case s.actor != nil && s.actor.Decided():
		s.mend(s.actor)
		if !runs {
			message += "; besides, " + s.runner.Wellbeing.Message
			s.mend(&s.runner.Wellbeing)
		}
		s.f.Decide(s.actor.Verdict, s.actor.Reason, s.actor.Message+"; "+message)
		return true
	case runs:
		return false
	}
	b := &s.runner.Wellbeing
	s.handTo(s.runnerActs())
	s.mend(b)
	if s.Reason != explain.LifecycleStalled {
		s.steps(nil)
	}
	s.f.Decide(b.Verdict, b.Reason, b.Message+"; "+message)
	return true
}

// mend adds what is to be done about a program that does not run.
func (s *situation) mend(b *hearing.Wellbeing) {
	s.f.Join(hearing.Notes{Steps: b.Steps, Warnings: b.Warnings})
}
