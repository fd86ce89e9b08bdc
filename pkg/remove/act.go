package remove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

const (
	// pause is how long to wait before looking at an object again.
	pause = 100 * time.Millisecond
	// settle is how long to look, once a finalizer is off, whether somebody puts
	// it back.
	settle = time.Second
	// ending bounds how long what was begun may take when the person has
	// interrupted the run.
	ending = 10 * time.Second
)

// act carries out one action. What it has begun it brings to an end, also when
// the context ends meanwhile.
func (e *Executor) act(ctx context.Context, r *Result) {
	t := &turn{Executor: e, Result: r, deadline: e.Now().Add(e.Wait)}
	t.work(ctx)
	r.At = e.Now()
}

// turn is one action being carried out.
type turn struct {
	*Executor
	*Result
	deadline time.Time
}

func (t *turn) end(outcome Outcome, format string, args ...any) {
	t.Outcome, t.Message = outcome, oneLine(fmt.Sprintf(format, args...))
}

func (t *turn) work(ctx context.Context) {
	obj, ok := t.fresh(ctx)
	if !ok {
		return
	}
	if obj.GetDeletionTimestamp() == nil && !t.Action.DeleteFirst {
		t.end(Changed, "it is not being deleted any more, or was never: the plan is no longer true")
		return
	}
	if t.Try {
		t.try(ctx, obj)
		return
	}
	if !t.tryQuietly(ctx, obj) || !t.keep(ctx) || !t.announce() {
		return
	}
	// From here on something is changed: that is not torn by an interruption.
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.Wait+ending)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(ending, cancel) })
	defer stop()
	if obj.GetDeletionTimestamp() == nil {
		if obj, ok = t.askToGo(whole, obj); !ok {
			t.record(whole)
			return
		}
	}
	t.takeOff(whole, obj)
	t.record(whole)
}

// fresh reads the object as it is now. It returns false where there is nothing
// to do.
func (t *turn) fresh(ctx context.Context) (*unstructured.Unstructured, bool) {
	o := &t.Action.Object
	obj, err := t.Writer.Get(ctx, t.Action.Kind, o.Namespace, o.Name)
	switch {
	case apierrors.IsNotFound(err):
		t.end(AlreadyGone, "it has gone")
		return nil, false
	case err != nil:
		t.end(Failed, "%s", err)
		return nil, false
	}
	return obj, t.same(obj)
}

// same reports whether the object is the planned one and still has the
// finalizer.
func (t *turn) same(obj *unstructured.Unstructured) bool {
	switch {
	case string(obj.GetUID()) != t.Action.Object.UID:
		t.end(Recreated, "another object stands under this name now; it was not touched")
		return false
	case !slices.Contains(t.finalizers(obj), t.Action.Hold.Finalizer):
		t.end(AlreadyOff, "the finalizer is off already")
		t.Left = t.finalizers(obj)
		return false
	}
	return true
}

// finalizers are those of the list that the action is about.
func (t *turn) finalizers(obj *unstructured.Unstructured) []string {
	if isNamespaceFinalizer(t.Action) {
		own, _, _ := unstructured.NestedStringSlice(obj.Object, "spec", "finalizers")
		return own
	}
	return obj.GetFinalizers()
}

// try has the server try the removal out, and reports what it says.
func (t *turn) try(ctx context.Context, obj *unstructured.Unstructured) {
	if t.tryQuietly(ctx, obj) {
		t.end(Would, "the server would accept it; nothing was changed")
	}
}

// tryQuietly is try without a report where the server accepts. An object that
// is not being deleted yet is tried as it is: the removal itself is the same.
func (t *turn) tryQuietly(ctx context.Context, obj *unstructured.Unstructured) bool {
	o := &t.Action.Object
	var err error
	if obj.GetDeletionTimestamp() == nil {
		err = t.Writer.Delete(ctx, t.Action.Kind, o.Namespace, o.Name, o.UID, obj.GetResourceVersion(), true)
	}
	if err == nil {
		if isNamespaceFinalizer(t.Action) {
			_, err = t.Writer.Finalize(ctx, o.Name, without(obj, t.Action.Hold.Finalizer), true)
		} else {
			_, err = t.Writer.DryRun(ctx, t.Action.Kind, o.Namespace, o.Name, "", patchType, patchOf(obj, t.Action.Hold.Finalizer), explain.Subject{})
		}
	}
	switch {
	case err == nil, apierrors.IsConflict(err), stale(err):
		return true // somebody else wrote meanwhile: the write itself will tell
	case apierrors.IsNotFound(err):
		t.end(AlreadyGone, "it has gone")
	case answered(err):
		t.end(Refused, "%s", Refusal(err))
	default:
		t.end(Failed, "trying it out: %s", err)
	}
	return false
}

// keep writes the backup.
func (t *turn) keep(ctx context.Context) bool {
	if t.Backups == nil {
		return true
	}
	o := &t.Action.Object
	read := t.Writer.Manifest
	if t.Action.Kind.Group == "" && t.Action.Kind.Resource == "secrets" && !t.Backups.Secrets {
		read = t.Writer.Get
	}
	obj, err := read(ctx, t.Action.Kind, o.Namespace, o.Name)
	if err != nil {
		t.end(Failed, "reading it for the backup: %s", err)
		return false
	}
	if string(obj.GetUID()) != o.UID {
		t.end(Recreated, "another object stands under this name now; it was not touched")
		return false
	}
	file, err := t.Backups.Keep(obj, t.Now())
	if err != nil {
		t.end(Failed, "writing the backup: %s", err)
		return false
	}
	t.Backup = file
	return true
}

// announce writes the line in the log that comes before the change.
func (t *turn) announce() bool {
	if t.Log == nil {
		return true
	}
	if err := t.Log.Append(entryOf(t, phaseBegun)); err != nil {
		t.end(Failed, "writing the log: %s; nothing was changed", err)
		return false
	}
	return true
}

// record writes the line that comes after it, and the event.
func (t *turn) record(ctx context.Context) {
	if t.Log != nil {
		if err := t.Log.Append(entryOf(t, phaseEnded)); err != nil {
			t.Message += "; writing the log failed: " + oneLine(err.Error())
		}
	}
	if t.Good() {
		t.emit(ctx)
	}
}

// askToGo sends the delete that has to come first, and waits until the server
// has noted it. It is never sent to an object that was asked to go already.
func (t *turn) askToGo(ctx context.Context, obj *unstructured.Unstructured) (*unstructured.Unstructured, bool) {
	o := &t.Action.Object
	for {
		err := t.Writer.Delete(ctx, t.Action.Kind, o.Namespace, o.Name, o.UID, obj.GetResourceVersion(), false)
		switch {
		case apierrors.IsNotFound(err):
			t.end(Gone, "it went as soon as it was asked to")
			return nil, false
		case err != nil && !apierrors.IsConflict(err) && answered(err):
			t.end(Refused, "asking it to go first: %s", Refusal(err))
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
			t.end(Failed, "it was asked to go, and the server has not noted that: %v", err)
			return nil, false
		}
		obj = now
	}
}

// reread looks again, for as long as the server does not answer.
func (t *turn) reread(ctx context.Context) (*unstructured.Unstructured, bool) {
	o := &t.Action.Object
	for {
		obj, err := t.Writer.Get(ctx, t.Action.Kind, o.Namespace, o.Name)
		switch {
		case err == nil:
			if string(obj.GetUID()) != o.UID {
				t.end(Gone, "it has gone; another object stands under this name now, untouched")
				return nil, false
			}
			return obj, true
		case apierrors.IsNotFound(err):
			t.end(Gone, "it has gone")
			return nil, false
		case t.late(ctx):
			t.end(NotKnown, "the server does not answer, so what came of it is not known: %s", err)
			return nil, false
		}
	}
}

// late waits for a moment. It returns true when the time for this object is over.
func (t *turn) late(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	case <-time.After(pause):
	}
	return t.Now().After(t.deadline)
}

// takeOff writes until the finalizer is off or the plan is no longer true.
func (t *turn) takeOff(ctx context.Context, obj *unstructured.Unstructured) {
	for {
		written, err := t.write(ctx, obj)
		switch {
		case err == nil:
			t.look(ctx, written)
			return
		case answered(err) && !apierrors.IsConflict(err) && !apierrors.IsNotFound(err) && !stale(err) && !busy(err):
			t.end(Refused, "%s", Refusal(err))
			return
		}
		// Somebody else wrote, or no answer came: is the plan still true?
		now, ok := t.reread(ctx)
		if !ok {
			return
		}
		if !slices.Contains(t.finalizers(now), t.Action.Hold.Finalizer) {
			t.look(ctx, now)
			return
		}
		if !sameMoment(obj, now) {
			t.end(Changed, "its deletion is another one by now: the plan is no longer true")
			return
		}
		if t.late(ctx) {
			t.end(Failed, "it was written to by others each time, or the server did not answer: %s", err)
			return
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
	if isNamespaceFinalizer(t.Action) {
		return t.Writer.Finalize(ctx, o.Name, without(obj, t.Action.Hold.Finalizer), false)
	}
	return t.Writer.Patch(ctx, t.Action.Kind, o.Namespace, o.Name, "", patchType, patchOf(obj, t.Action.Hold.Finalizer))
}

// look says what came of the write.
func (t *turn) look(ctx context.Context, obj *unstructured.Unstructured) {
	began := t.Now()
	for {
		if slices.Contains(t.finalizers(obj), t.Action.Hold.Finalizer) {
			t.end(PutBack, "it is there again%s", t.putBackBy(obj))
			return
		}
		t.Left = everyFinalizer(obj)
		now, ok := t.reread(ctx)
		if !ok {
			if t.Outcome == Gone {
				t.Left = nil
			}
			return
		}
		obj = now
		done := len(everyFinalizer(obj)) > 0 && t.Now().Sub(began) > settle
		if !done && !t.late(ctx) {
			continue
		}
		if slices.Contains(t.finalizers(obj), t.Action.Hold.Finalizer) {
			continue
		}
		t.Left = everyFinalizer(obj)
		if len(t.Left) > 0 {
			t.end(Held, "off; still held by %s", listed(t.Left))
		} else {
			t.end(Off, "off; the object is still there, and no finalizer holds it")
		}
		return
	}
}

// putBackBy names who holds the entry now.
func (t *turn) putBackBy(obj *unstructured.Unstructured) string {
	for _, m := range obj.GetManagedFields() {
		if m.FieldsV1 == nil || !mentions(m.FieldsV1.GetRawBytes(), t.Action.Hold.Finalizer) {
			continue
		}
		text := ": put back by field manager " + m.Manager
		if m.Time != nil {
			text += " at " + m.Time.UTC().Format(time.RFC3339)
		}
		return text + "; stop or fix that controller first, or use --delete-first: an object that is being deleted takes no new finalizers"
	}
	return "; who put it back is not recorded"
}

// everyFinalizer are all entries that hold an object.
func everyFinalizer(obj *unstructured.Unstructured) []string {
	var own []string
	if obj.GetAPIVersion() == "v1" && obj.GetKind() == "Namespace" {
		own, _, _ = unstructured.NestedStringSlice(obj.Object, "spec", "finalizers")
	}
	return append(own, obj.GetFinalizers()...)
}

// answered reports whether the server gave an answer of its own.
func answered(err error) bool {
	var status apierrors.APIStatus
	return errors.As(err, &status) && status.Status().Code != 0
}

// busy reports whether the server asks to come again.
func busy(err error) bool {
	return apierrors.IsTooManyRequests(err) || apierrors.IsServiceUnavailable(err) || apierrors.IsServerTimeout(err) ||
		apierrors.IsTimeout(err) || apierrors.IsInternalError(err) && strings.Contains(err.Error(), "etcdserver")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
