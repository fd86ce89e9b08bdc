package remove

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// askToGo sends the delete that has to come first, and waits until the server
// has noted it. It is never sent to an object that was asked to go already.
func (t *turn) askToGo(ctx context.Context, obj *unstructured.Unstructured) (*unstructured.Unstructured, bool) {
	t.doing("asking it to go")
	o := &t.Action.Object
	for {
		err := t.Writer.Delete(ctx, t.Action.Kind, o.Namespace, o.Name, o.UID, obj.GetResourceVersion(), false)
		switch {
		case apierrors.IsNotFound(err):
			t.end(Gone, "it went as soon as it was asked to")
			return nil, false
		case err != nil && !again(err):
			t.end(Refused, "asking it to go first: %s", refusal(err))
			return nil, false
		}
		now, ok := t.reread(ctx)
		if !ok {
			return nil, false
		}
		if now.GetDeletionTimestamp() != nil {
			return now, true
		}
		if t.late(ctx) {
			t.end(Failed, "it was asked to go, and the server has not noted that%s", causedBy(err))
			return nil, false
		}
		obj = now
	}
}

func causedBy(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// reread looks again, for as long as the server does not answer.
func (t *turn) reread(ctx context.Context) (*unstructured.Unstructured, bool) {
	o := &t.Action.Object
	for {
		obj, err := t.Writer.Get(ctx, t.Action.Kind, o.Namespace, o.Name)
		switch {
		case err == nil && string(obj.GetUID()) == o.UID:
			return obj, true
		case err == nil:
			t.end(Gone, "it has gone; another object stands under this name now, untouched")
			return nil, false
		case apierrors.IsNotFound(err):
			t.end(Gone, "it has gone")
			return nil, false
		case t.late(ctx):
			t.end(NotKnown, "the server does not answer, so what came of it is not known: %s", err)
			return nil, false
		}
	}
}

// takeOff writes until the finalizer is off or the plan is no longer true. It
// returns the object as it is then, and false where there is nothing to look at.
func (t *turn) takeOff(ctx context.Context, obj *unstructured.Unstructured) (*unstructured.Unstructured, bool) {
	t.doing("taking the finalizer off")
	for {
		written, err := t.write(ctx, obj)
		switch {
		case err == nil:
			t.wrote = true
			return written, true
		case !again(err) && !apierrors.IsNotFound(err):
			t.end(Refused, "%s", refusal(err))
			return nil, false
		}
		// Somebody else wrote, or no answer came: is the plan still true?
		now, ok := t.reread(ctx)
		if !ok {
			return nil, false
		}
		switch {
		case !slices.Contains(everyFinalizer(now), t.Action.Hold.Finalizer):
			return now, true
		case !sameMoment(obj, now):
			t.end(Changed, "its deletion is another one by now: the plan is no longer true")
			return nil, false
		case !t.still(now):
			return nil, false
		case t.late(ctx):
			t.end(Failed, "it was written to by others each time, or the server did not answer: %s; the finalizer is still there", err)
			return nil, false
		}
		obj = now
	}
}

func sameMoment(a, b *unstructured.Unstructured) bool {
	x, y := a.GetDeletionTimestamp(), b.GetDeletionTimestamp()
	return x.Equal(y)
}

func (t *turn) write(ctx context.Context, obj *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	o := &t.Action.Object
	if inSpec(obj, t.Action.Hold.Finalizer) {
		return t.Writer.Finalize(ctx, o.Name, without(obj, t.Action.Hold.Finalizer), false)
	}
	return t.Writer.Patch(ctx, t.Action.Kind, o.Namespace, o.Name, "", patchType, patchOf(obj, t.Action.Hold.Finalizer))
}
