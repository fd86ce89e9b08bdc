package remove

import (
	"context"
	"errors"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// askToGo sends the delete that has to come first, and waits until the server
// has noted it. It is never sent to an object that was asked to go already.
func (t *turn) askToGo(ctx context.Context, obj *unstructured.Unstructured) (*unstructured.Unstructured, bool) {
	t.doing("asking it to go")
	o := &t.Action.Object
	for {
		err := t.Writer.Delete(ctx, t.subject.kind, o.Namespace, o.Name, o.UID, obj.GetResourceVersion(), false)
		now, ok := t.reread(ctx)
		switch {
		case !ok:
			return nil, false
		case now.GetDeletionTimestamp() != nil && apierrors.IsConflict(err):
			t.end(Asked, "it was asked to go, perhaps by somebody else at the same time: the plan has to be made anew")
			t.Left = trace.FinalizersOf(now)
			return nil, false
		case now.GetDeletionTimestamp() != nil:
			t.subject.asked = true
			return now, true
		case err != nil && !again(err):
			t.end(Refused, "asking it to go first: %s", refusal(err))
			return nil, false
		case !t.still(now):
			return nil, false
		case t.late(ctx):
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
	for {
		obj, err := t.read(ctx)
		switch {
		case err == nil && string(obj.GetUID()) == t.Action.Object.UID:
			return obj, true
		case err == nil:
			t.end(Gone, "it has gone; another object stands under this name now, untouched")
			return nil, false
		case errors.Is(err, errGone):
			t.end(Gone, "it has gone")
			return nil, false
		case t.late(ctx):
			t.end(NotKnown, "the server does not say what came of it, so that is not known: %s", err)
			return nil, false
		}
	}
}

// takeOff writes until the finalizer is off or the object is no longer what was
// shown. It returns the object as it is then, and false where there is nothing to
// look at. What an answer says is believed once the object itself was looked at: a
// write that is answered with an error may have been done.
func (t *turn) takeOff(ctx context.Context, obj *unstructured.Unstructured) (*unstructured.Unstructured, bool) {
	t.doing("taking the finalizer off")
	for {
		written, err := t.send(ctx, obj, false)
		if err == nil {
			t.wrote = true
			return written, true
		}
		now, ok := t.reread(ctx)
		switch {
		case !ok:
			return nil, false
		case !slices.Contains(trace.FinalizersOf(now), t.Action.Hold.Finalizer):
			return now, true
		case !t.still(now):
			return nil, false
		case !again(err):
			t.end(Refused, "%s", refusal(err))
			return nil, false
		case t.late(ctx):
			t.end(Failed, "it was written to by others each time, or the server did not answer: %s; the finalizer is still there", err)
			return nil, false
		}
		obj = now
	}
}

// send takes the finalizer off the object as it was read, or has the server try it
// out. A namespace's own stand in its spec, which only its subresource finalize
// changes: with the version that was read, so that any other write is a conflict.
func (t *turn) send(ctx context.Context, obj *unstructured.Unstructured, try bool) (*unstructured.Unstructured, error) {
	o, finalizer := &t.Action.Object, t.Action.Hold.Finalizer
	if slices.Contains(trace.SpecFinalizers(obj), finalizer) {
		return t.Writer.Finalize(ctx, o.Name, trace.Without(obj, finalizer), try)
	}
	patch, err := trace.PatchOff(obj, finalizer)
	if err != nil {
		return nil, err
	}
	if try {
		return t.Writer.DryRun(ctx, t.subject.kind, o.Namespace, o.Name, "", types.JSONPatchType, patch, explain.Subject{})
	}
	return t.Writer.Patch(ctx, t.subject.kind, o.Namespace, o.Name, "", types.JSONPatchType, patch)
}

// stale reports whether a patch was not applied because one of its tests did
// not hold.
func stale(err error) bool {
	var status apierrors.APIStatus
	return errors.As(err, &status) && status.Status().Code == 422 && apiwords.DoesNotFit(status.Status().Message)
}
