package diagnose

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/around"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

const (
	// mostSurrounding is how much of what is around an object is told, and mostOver how many are looked at of what it belongs to
	// and names.
	mostSurrounding = 2
	mostOver        = 10
)

// surrounded tells, where the holder says nothing of an object or is not known, what is the matter with what stands around it:
// what is not there of what handles it, what belongs to it and has to go itself, what it carries, and what is not well of what it
// belongs to and refers to.
func surrounded(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if f.Reason == explain.HookWaits && h.Object != nil {
		return hookFails(ctx, h, f)
	}
	silent := f.Verdict == explain.Undecided && (f.Reason == explain.Silent || f.Reason == explain.HolderUnknown)
	if h.Holder.BuiltIn || h.Object == nil || !silent {
		return f
	}
	told := 0
	for _, look := range []hearing.Rung{handlerGone, rules.ChildrenGo, keptByMark, startedBefore, unwellOver, counted} {
		if found := look(ctx, h); found.Message != "" && told < mostSurrounding {
			said, rest, _ := strings.Cut(f.Message, "; ")
			f.Message = said
			f = f.Beside(found.Message, found.Notes)
			f.Message += phrase.Prefixed("; ", rest) // what is old, or was not said, comes last
			told++
		}
	}
	if found := statusTold(h); told == 0 && found.Message != "" && !slices.ContainsFunc(f.Evidence, func(e explain.Evidence) bool { return e.Words != "" }) {
		return f.Beside(found.Message, found.Notes)
	}
	return f
}

// hookFails tells of what has to do its part before the object goes, and is not well itself: it does not end by itself where nothing of that runs.
func hookFails(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	for _, o := range around.Hooks(ctx, h) {
		o.Anytime = true
		if says, n := tellsOfItself(ctx, h, o); says != "" {
			if _, ready := manifest.ReplicasOf(h.View.Look(ctx, o.Ref).Object); ready == 0 && f.Verdict == explain.Waiting {
				f.Verdict = explain.Stuck
			}
			return f.Beside(says, n)
		}
	}
	return f
}

// handlerGone tells of what the spec names that is not there: without its class or its settings a controller passes an object
// over, and few say so. Of what is known, its needs are told already.
func handlerGone(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Entry.Pattern != "" {
		return f
	}
	for _, named := range acts.HandledBy(h) {
		if !h.View.Look(ctx, named.Ref).Gone() {
			continue
		}
		at := named.Ref
		f.Fact(named.Field, "names "+at.Kind+" "+at.Name+", which does not exist")
		f.Message = "its " + named.Field + " names " + at.Kind + " " + at.Name + ", which does not exist: most likely that is why it is passed over"
		f.Remake(ctx, h, at.Kind+" "+at.Name, at.Namespace, "make "+at.Kind+" "+at.Name+phrase.Prefixed(" in namespace ", at.Namespace)+" again, as it was, until the deletion is through", true)
		return f
	}
	return f
}

// unwellOver tells of the first of what the object belongs to, or names, that is not well by its status, whenever it came to
// that: it stands.
func unwellOver(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for i, o := range around.Over(ctx, h) {
		if i == mostOver {
			break
		}
		if h.View.Glance(ctx, o.Ref).Object == nil {
			continue
		}
		o.Standing = true
		if says, n := tellsOfItself(ctx, h, o); says != "" {
			f.Message, f.Notes = says+"; whether that is what holds it is not known", n
			return f
		}
	}
	return f
}
