package rules

import (
	"context"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// programPatience is how long one waits for a program of which nothing tells that it
// runs before that is said.
const programPatience = 5 * time.Minute

// nameHolder makes the holder of the hold whoever has to act next: the one
// behind the finalizers that the check names, or else its runner.
func (s *situation) nameHolder(ctx context.Context) {
	if s.Reason == explain.HookWaits && s.h.Hold.Finalizer != "" && s.madeByProject(s.h) {
		forgetTemplateHolder(s.h)
	}
	switch {
	case s.CEL.Acts != nil:
		s.nameActor(ctx, s.actsOn())
	case s.runner != nil:
		s.h.Hold.Holder, s.h.Hold.Health = s.runner.Holder, s.runner.Fares.Health
	}
	if s.runner != nil {
		tell(s.runner, s.h, s.Reason)
	}
}

// actsOn are the finalizers that somebody else has to put there or take off.
func (s *situation) actsOn() []string {
	value, ok := s.CEL.Acts.EvalWith(s.variables)
	if !ok {
		return nil
	}
	var names []string
	expression.EachText(value, func(name string) {
		if name != "" {
			names = append(names, name)
		}
	})
	return names
}

// nameActor looks for who is behind the finalizers: by the object that is
// judged, and for one that it does not have, by another that was found.
func (s *situation) nameActor(ctx context.Context, finalizers []string) {
	var best *hearing.Case
	for _, f := range finalizers {
		about := s.bearer(f)
		if about == nil {
			s.h.Hint("what was found beside it", "nothing in sight has "+f+", so that nothing tells which program it is")
			continue
		}
		holder.Find(ctx, about)
		if s.madeByProject(about) {
			forgetTemplateHolder(about)
		}
		for _, e := range about.Hold.Evidence {
			if about.Node != s.h.Node && e.Kind == explain.Written {
				e.Source = s.h.View.NameOf(about.Node.Ref) + ": " + e.Source
			}
			s.h.Hold.Evidence = append(s.h.Hold.Evidence, e)
		}
		if best == nil || explain.Sureness(about.Hold.Holder.Confidence) > explain.Sureness(best.Hold.Holder.Confidence) {
			best = about
		}
	}
	if best == nil {
		return
	}
	s.h.Hold.Holder, s.h.Hold.Health = best.Hold.Holder, best.Hold.Health
	if c := best.Hold.Holder.Confidence; c == explain.Certain || c == explain.Likely {
		s.actor = &best.Fares
	}
}

// bearer is the question who holds the finalizer on an object that has it: the
// judged one, or one of its kind that was found.
func (s *situation) bearer(finalizer string) *hearing.Case {
	if slices.Contains(s.h.Object.GetFinalizers(), finalizer) {
		return newQuestion(s.h, s.h.Node, s.h.Object, finalizer)
	}
	var about *hearing.Case
	eachFound(s.variables["found"], func(object map[string]any) {
		obj := &unstructured.Unstructured{Object: object}
		if about != nil || !slices.Contains(obj.GetFinalizers(), finalizer) {
			return
		}
		node := &trace.Node{Ref: manifest.RefOf(s.h.Kind.Group, s.h.Kind.Kind, obj), UID: string(obj.GetUID())}
		about = newQuestion(s.h, node, obj, finalizer)
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

// newQuestion is a question of its own about one finalizer of an object of the kind.
func newQuestion(h *hearing.Case, node *trace.Node, obj *unstructured.Unstructured, finalizer string) *hearing.Case {
	one := &hearing.Case{View: h.View, Kind: h.Kind, Node: node, Object: obj, Hold: &explain.Hold{Finalizer: finalizer}}
	one.Written = func() []manifest.Write { return manifest.WritesOf(obj) }
	if entry, ok := h.View.Catalogue.Entry(h.Kind, finalizer); ok {
		one.Entry = entry
	}
	return one
}

// madeByProject reports whether the check's own project put the finalizer there:
// it came with the template of the object, and tells nothing of who acts on it.
func (s *situation) madeByProject(h *hearing.Case) bool {
	for _, w := range h.Writes() {
		if manifest.GenericManager(w.Manager) || !slices.Contains(w.Finalizers, h.Hold.Finalizer) {
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

// forgetTemplateHolder is for a finalizer that the object was made with.
func forgetTemplateHolder(h *hearing.Case) {
	h.Hold.Holder, h.Hold.Health, h.Fares = explain.Holder{Confidence: explain.NotKnown}, "", hearing.Finding{}
	h.Add(explain.Evidence{Kind: explain.Written, Weak: true, Source: "managedFields", Fact: "it came with the object, so that nothing here tells which program acts on it"})
}

// halted decides where one of those who have to act cannot: the one behind the
// finalizers comes first.
func (s *situation) halted(message string) bool {
	h := s.h
	runs := s.runner == nil || s.runner.Fares.Reason == ""
	switch {
	case s.actor != nil && s.actor.Reason != "":
		applyTo(h, s.actor)
		if !runs {
			message += "; besides, " + s.runner.Fares.Message
			applyTo(h, &s.runner.Fares)
		}
		return h.Decide(s.actor.Verdict, s.actor.Reason, s.actor.Message+"; "+message)
	case runs:
		return false
	}
	f := &s.runner.Fares
	h.Hold.Holder, h.Hold.Health = s.runner.Holder, f.Health
	applyTo(h, f)
	if s.Reason != explain.LifecycleStalled {
		s.steps(nil)
	}
	return h.Decide(f.Verdict, f.Reason, f.Message+"; "+message)
}

// applyTo adds what is to be done about a program that does not run.
func applyTo(h *hearing.Case, f *hearing.Finding) {
	h.Hold.Next = append(h.Hold.Next, f.Next...)
	h.Hold.Warnings = append(h.Hold.Warnings, f.Warnings...)
}

// doubt takes it back that a program is waited for where it has had its time,
// and nothing tells that it runs.
func (s *situation) doubt(verdict explain.Verdict, message string) (explain.Verdict, string) {
	if verdict != explain.Waiting || s.CEL.Since == nil || s.h.Hold.Health == explain.Running {
		return verdict, message
	}
	since := manifest.FirstTime(s.text(s.CEL.Since))
	if since.IsZero() || s.h.View.Now.Sub(since) < programPatience {
		return verdict, message
	}
	holder.AskForWorkloads(s.h)
	return explain.Unknown, message + "; nothing tells whether that program runs"
}
