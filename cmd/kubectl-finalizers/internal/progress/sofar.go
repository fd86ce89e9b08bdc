package progress

import (
	"context"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// soFarFrom is how long an answer has to take before what is known is shown without it.
	soFarFrom = time.Second
	// mostSoFar bounds of how many objects that is: it is to be read in a moment.
	mostSoFar = 3
)

// SoFar is what is known of the objects that were asked about while everything around them
// is still read: what holds them, and who that is.
type SoFar struct {
	mu    sync.Mutex
	met   []diagnose.Known
	lines []string
}

// shown are the lines to show now.
func (s *SoFar) shown() []string {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.lines)
}

// Ask has the tracer tell of the objects that it is to trace and, once that has taken a
// while, asks who holds these. It must be ended.
func (s *SoFar) Ask(ctx context.Context, targets []trace.Target, tracer *trace.Tracer, diagnoser *diagnose.Diagnoser) (end func()) {
	if s == nil || len(targets) == 0 {
		return func() {}
	}
	seen := tracer.Seen
	tracer.Seen = func(kind trace.Kind, obj *unstructured.Unstructured) {
		seen(kind, obj)
		if isAsked(targets, kind, obj) {
			s.mu.Lock()
			s.met = append(s.met, diagnose.Known{Kind: kind, Object: obj})
			s.mu.Unlock()
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	d := &diagnose.Diagnoser{Reader: diagnoser.Reader, Catalogue: diagnoser.Catalogue, Now: diagnoser.Now, AtLeast: diagnoser.AtLeast, Early: diagnoser.Early}
	var asking sync.WaitGroup
	asking.Go(func() {
		for told, wait := 0, soFarFrom; told < min(len(targets), mostSoFar); wait = repaint {
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			told = s.tell(ctx, d, told)
		}
	})
	return func() {
		cancel()
		asking.Wait()
	}
}

// tell asks who holds what was met, if that is more than was told of, and returns of how
// much it is told now.
func (s *SoFar) tell(ctx context.Context, d *diagnose.Diagnoser, told int) int {
	s.mu.Lock()
	met := slices.Clone(s.met[:min(len(s.met), mostSoFar)])
	s.mu.Unlock()
	if len(met) == told {
		return told
	}
	show := func(objects []explain.Object) {
		lines := render.SoFar(objects, trace.Clock{At: d.Now, AtLeast: d.AtLeast})
		s.mu.Lock()
		defer s.mu.Unlock()
		s.lines = lines
	}
	objects, err := d.Holders(ctx, met, show)
	if err != nil {
		return told // the answer will say so
	}
	show(objects)
	return len(met)
}

func isAsked(targets []trace.Target, kind trace.Kind, obj *unstructured.Unstructured) bool {
	return slices.ContainsFunc(targets, func(t trace.Target) bool {
		return t.Kind.Group == kind.Group && t.Kind.Resource == kind.Resource && t.Namespace == obj.GetNamespace() && t.Name == obj.GetName()
	})
}
