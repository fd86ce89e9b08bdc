package remove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// pause is how long to wait before looking at an object again.
	pause = 100 * time.Millisecond
	// ending bounds how long what was begun may take when the person has
	// interrupted the run.
	ending = 10 * time.Second
)

// turn is one action being carried out.
type turn struct {
	*Executor
	*Result
	deadline time.Time
	// interrupted is closed when the person has enough.
	interrupted <-chan struct{}
	// last says that no other action on the object follows.
	last bool
	// subject is the object as it has to be still; group are all actions on it.
	subject *subject
	group   []*Result
	// wrote says that this turn took the finalizer off.
	wrote bool
}

func (t *turn) end(outcome Outcome, format string, args ...any) {
	t.Outcome, t.Message = outcome, phrase.OneLine(fmt.Sprintf(format, args...))
	if !t.subject.asked || outcome != Changed && outcome != Refused && outcome != Failed {
		return
	}
	t.Message = "it was asked to go; " + t.Message
	if outcome == Changed {
		t.Outcome = Asked // it was touched
	}
}

func (t *turn) doing(what string) {
	if t.Doing != nil {
		t.Doing(t.Action, what)
	}
}

// work carries the action out. What it has begun it brings to an end, also when
// the context ends meanwhile. It writes only while it has a slot, and does not
// keep the slot while it looks what comes of it.
func (t *turn) work(ctx context.Context, slots *semaphore.Weighted) {
	if slots.Acquire(ctx, 1) != nil {
		t.interrupt()
		return
	}
	release := sync.OnceFunc(func() { slots.Release(1) })
	defer release()
	obj, ok := t.prepare(ctx)
	if !ok {
		return
	}
	if t.Try {
		t.end(Would, "the server would accept it; nothing was changed")
		return
	}
	if !t.keep(ctx) || !t.announce() {
		return
	}
	// From here on something is changed: that is not torn by an interruption.
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.Wait+ending)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(ending, cancel) })
	defer stop()
	if obj.GetDeletionTimestamp() == nil {
		if obj, ok = t.askToGo(whole, obj); ok {
			obj, ok = t.judgeAgain(whole, obj)
		}
	}
	if ok {
		obj, ok = t.takeOff(whole, obj)
	}
	release()
	if ok {
		t.subject.took(t.Action.Hold.Finalizer)
		t.look(whole, obj)
	}
	t.record(whole)
}

func (t *turn) interrupt() { t.end(NotDone, "interrupted before anything was changed") }

// prepare reads the object and has the server try the removal out, until both
// speak of the same version of it.
func (t *turn) prepare(ctx context.Context) (*unstructured.Unstructured, bool) {
	t.doing("the server tries it out")
	for {
		obj, ok := t.fresh(ctx)
		if !ok {
			return nil, false
		}
		err := t.tryOut(ctx, obj)
		var changed *otherwiseError
		switch {
		case err == nil:
			return obj, true
		case errors.As(err, &changed), !again(err):
			t.end(Refused, "%s", refusal(err))
			return nil, false
		case t.late(ctx):
			t.giveUp(ctx, err)
			return nil, false
		}
	}
}

// giveUp ends a turn that has changed nothing yet.
func (t *turn) giveUp(ctx context.Context, err error) {
	switch {
	case ctx.Err() != nil:
		t.interrupt()
	case answered(err):
		t.end(Failed, "it was written to by others each time, or the server was busy: %s; nothing was changed", err)
	default:
		t.silent.Store(true)
		t.end(Failed, "the server does not answer: %s; nothing was changed", err)
	}
}

// fresh reads the object as it is now. It returns false where there is nothing
// to do, and where it is not what was shown. A server that has let another turn
// wait in vain is asked once.
func (t *turn) fresh(ctx context.Context) (*unstructured.Unstructured, bool) {
	for {
		obj, err := t.read(ctx)
		switch {
		case err == nil:
			t.silent.Store(false)
			return obj, t.same(obj) && t.still(obj)
		case errors.Is(err, errGone):
			t.end(AlreadyGone, "it has gone")
			return nil, false
		case answered(err) && !busy(err):
			t.end(Failed, "%s", err)
			return nil, false
		case t.silent.Load() || t.late(ctx):
			t.giveUp(ctx, err)
			return nil, false
		}
	}
}

// same reports whether the object is the planned one and still has the
// finalizer.
func (t *turn) same(obj *unstructured.Unstructured) bool {
	switch list := trace.FinalizersOf(obj); {
	case string(obj.GetUID()) != t.Action.Object.UID:
		t.end(Recreated, "another object stands under this name now; it was not touched")
		return false
	case !slices.Contains(list, t.Action.Hold.Finalizer):
		t.end(AlreadyOff, "the finalizer is off already")
		t.Left = list
		return false
	}
	return true
}

// still reports whether the object is what was shown: asked to go at that moment,
// with exactly those finalizers. Whatever has changed in that, nobody has judged.
func (t *turn) still(obj *unstructured.Unstructured) bool {
	if obj.GetDeletionTimestamp() == nil && !t.Action.DeleteFirst {
		t.end(Changed, "it is not being deleted any more, or never was: the plan is no longer true")
		return false
	}
	if how := t.subject.differs(obj); how != "" {
		t.end(Changed, "%s: the plan is no longer true", how)
		return false
	}
	return true
}

// tryOut has the server try the removal out, and looks at what it would store. An
// object that is not being deleted yet is tried as it is: the removal itself is the
// same.
func (t *turn) tryOut(ctx context.Context, obj *unstructured.Unstructured) error {
	o := &t.Action.Object
	if obj.GetDeletionTimestamp() == nil {
		if err := t.Writer.Delete(ctx, t.subject.kind, o.Namespace, o.Name, o.UID, obj.GetResourceVersion(), true); err != nil {
			return err
		}
	}
	would, err := t.send(ctx, obj, true)
	if err != nil {
		return err
	}
	return otherwise(obj, would, t.Action.Hold.Finalizer)
}

// otherwiseError says that the server takes a removal and makes something else of it.
type otherwiseError struct{ left, planned []string }

func (e *otherwiseError) Error() string {
	return "the server takes it, and then leaves " + entries(e.left) + " instead of " + entries(e.planned) +
		": a mutating webhook or policy changes what is written"
}

// otherwise compares what the server would store with what the plan says.
func otherwise(obj, would *unstructured.Unstructured, finalizer string) error {
	left, planned := trace.FinalizersOf(would), trace.FinalizersOf(trace.Without(obj, finalizer))
	if slices.Equal(left, planned) {
		return nil
	}
	return &otherwiseError{left, planned}
}

// keep writes the backup, one for all actions on the object.
func (t *turn) keep(ctx context.Context) bool {
	if t.Backups == nil || t.subject.backup != "" {
		t.Backup = t.subject.backup
		return true
	}
	o := &t.Action.Object
	read := t.Writer.Manifest
	if t.Action.Kind.Group == "" && t.Action.Kind.Resource == "secrets" && !t.Backups.Secrets {
		read = t.Writer.Get
	}
	obj, err := read(ctx, t.subject.kind, o.Namespace, o.Name)
	if saysGone(err, t.subject.kind, o.Name) {
		obj, err = t.read(ctx)
	}
	switch {
	case ctx.Err() != nil:
		t.interrupt()
		return false
	case errors.Is(err, errGone):
		t.end(AlreadyGone, "it has gone")
		return false
	case err != nil:
		t.end(Failed, "reading it for the backup: %s; nothing was changed", err)
		return false
	case string(obj.GetUID()) != o.UID:
		t.end(Recreated, "another object stands under this name now; it was not touched")
		return false
	}
	file, err := t.Backups.keep(obj, t.Now())
	if err != nil {
		t.end(Failed, "writing the backup: %s; nothing was changed", err)
		return false
	}
	t.Backup, t.subject.backup = file, file
	return true
}

// announce writes the line in the log that comes before the change.
func (t *turn) announce() bool {
	if t.Log == nil {
		return true
	}
	if err := t.Log.append(entryOf(t, phaseBegun)); err != nil {
		t.end(Failed, "writing the log: %s; nothing was changed", err)
		return false
	}
	return true
}

// record writes the line that comes after it, and the event.
func (t *turn) record(ctx context.Context) {
	if t.wrote && t.Good() {
		t.emit(ctx)
	}
	if t.Log == nil {
		return
	}
	if err := t.Log.append(entryOf(t, phaseEnded)); err != nil {
		t.Message += "; writing the log failed: " + phrase.OneLine(err.Error())
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

// busy reports whether the server asks to come again.
func busy(err error) bool {
	return apierrors.IsTooManyRequests(err) || apierrors.IsServiceUnavailable(err) || apierrors.IsServerTimeout(err) ||
		apierrors.IsTimeout(err) || apierrors.IsInternalError(err) && strings.Contains(err.Error(), "etcdserver")
}
