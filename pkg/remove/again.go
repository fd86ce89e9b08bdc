package remove

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// judgeAgain looks at an object that was just asked to go as at any other that is
// being deleted: what was shown of it was judged while it lived. What speaks against
// the removal now and was not shown keeps it from being done.
func (t *turn) judgeAgain(ctx context.Context, obj *unstructured.Unstructured) (*unstructured.Unstructured, bool) {
	t.subject.deleted = deletedAt(obj)
	if how := t.subject.differs(obj); how != "" {
		t.end(Asked, "it was asked to go, and now %s: the plan has to be made anew", how)
		t.Left = trace.FinalizersOf(obj)
		return nil, false
	}
	why, err := t.objected(ctx, obj)
	switch {
	case err != nil:
		why = "it could not be judged anew: " + err.Error()
	case why == "":
		return obj, true
	}
	now, ok := t.reread(ctx)
	if !ok {
		return nil, false
	}
	if !slices.Contains(trace.FinalizersOf(now), t.Action.Hold.Finalizer) {
		return now, true
	}
	t.end(Asked, "it was asked to go; %s", why)
	t.Left = trace.FinalizersOf(now)
	return nil, false
}

// objected says what speaks against the removal of an object since it was asked to
// go, empty for nothing.
func (t *turn) objected(ctx context.Context, obj *unstructured.Unstructured) (string, error) {
	if t.Again == nil {
		if grace := obj.GetDeletionGracePeriodSeconds(); grace != nil && *grace > 0 {
			return fmt.Sprintf("it has %d seconds to go by itself", *grace), nil
		}
		return "", nil
	}
	var actions []*Action
	for _, r := range t.group {
		actions = append(actions, r.Action)
	}
	plan, err := t.Again(ctx, actions)
	if err != nil {
		return "", err
	}
	for _, a := range actions {
		if why := newly(a, plan); why != "" {
			return why, nil
		}
	}
	return "", nil
}

// newly says what the plan that was made anew says of an action that was not shown.
func newly(shown *Action, plan *Plan) string {
	at := slices.IndexFunc(plan.Actions, func(a Action) bool {
		return a.Object.UID == shown.Object.UID && a.Hold.Finalizer == shown.Hold.Finalizer
	})
	if at < 0 {
		return "what it is held by is no longer what was shown"
	}
	now := &plan.Actions[at]
	if lost := lossDigest(now); lost != lossDigest(shown) && lost != shown.later {
		return "what is lost is no longer what was shown"
	}
	for _, o := range now.Objections {
		known := slices.ContainsFunc(shown.Objections, func(s Objection) bool {
			return s.Guard == o.Guard && s.Overridden && about(&s) == about(&o)
		})
		if !known || !o.Overridden {
			text := fmt.Sprintf("the guard %s speaks against taking %s off now: %s", o.Guard, shown.Hold.Finalizer, o.Message)
			if o.Overridden {
				text += "; " + o.Flag + " was given, and the plan that was confirmed did not show this"
			}
			return text
		}
	}
	return ""
}
