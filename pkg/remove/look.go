package remove

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// settle is how long to look, once a finalizer is off, whether somebody puts it
// back, where nobody is expected to take the next one off.
const settle = 500 * time.Millisecond

// look says what came of the write.
func (t *turn) look(ctx context.Context, obj *unstructured.Unstructured) {
	began := t.Now()
	for {
		if slices.Contains(trace.FinalizersOf(obj), t.Action.Hold.Finalizer) {
			t.end(PutBack, "it is there again: %s", putBackBy(obj, t.Action.Hold.Finalizer))
			t.Left = trace.FinalizersOf(obj)
			return
		}
		now, ok := t.reread(ctx)
		if !ok {
			return
		}
		obj = now
		if slices.Contains(trace.FinalizersOf(obj), t.Action.Hold.Finalizer) {
			continue
		}
		if t.settled(obj, began) || t.late(ctx) {
			break
		}
	}
	t.Left = trace.FinalizersOf(obj)
	if len(t.Left) > 0 {
		t.end(Held, "off; still held by %s%s", listed(t.Left), t.adviceOn(t.Left))
		return
	}
	t.end(Off, "off; no finalizer holds it any more, and it is still there")
}

// settled reports whether there is nothing to wait for any more.
func (t *turn) settled(obj *unstructured.Unstructured, began time.Time) bool {
	select {
	case <-t.interrupted:
		return true
	default:
	}
	left := trace.FinalizersOf(obj)
	switch {
	case len(left) == 0:
		t.doing("off; waiting until it has gone")
		return false
	case !t.last:
		return true // the next action follows
	case t.expected(left):
		t.doing("off; waiting for the holder of " + left[0])
		return false
	}
	return t.Now().Sub(began) >= settle
}

// expected reports whether the holder of what is left is well and, as far as the
// plan knows, waits for nothing else.
func (t *turn) expected(left []string) bool {
	for _, name := range left {
		if h := t.restOf(name); h == nil || !letsGo(h) {
			return false
		}
	}
	return true
}

// restOf is what the plan knows of a finalizer that stays, nil for nothing.
func (t *turn) restOf(name string) *explain.Hold {
	for i := range t.Action.Rest {
		if t.Action.Rest[i].Finalizer == name {
			return &t.Action.Rest[i]
		}
	}
	return nil
}

// adviceOn says of the next finalizer who has to act on it.
func (t *turn) adviceOn(left []string) string {
	if !t.last {
		return ""
	}
	h := t.restOf(left[0])
	if h == nil {
		return "; what that waits for is not in this plan"
	}
	text := "; "
	if h.Holder.Name != "" {
		text += h.Holder.Name + ": "
	}
	return text + h.Message
}

// putBackBy names who holds the entry now, and what helps.
func putBackBy(obj *unstructured.Unstructured, finalizer string) string {
	var last *metav1.ManagedFieldsEntry
	for _, m := range obj.GetManagedFields() {
		if m.FieldsV1 == nil || !mentions(m.FieldsV1.GetRawBytes(), finalizer) {
			continue
		}
		if last == nil || last.Time.Before(m.Time) {
			last = &m
		}
	}
	text := "who put it back is not recorded"
	if last != nil {
		text = "put back by field manager " + last.Manager
		if last.Time != nil {
			text += " at " + last.Time.UTC().Format(time.RFC3339)
		}
	}
	if obj.GetDeletionTimestamp() == nil {
		return text + "; ask the object to go first: while it is being deleted it takes no new finalizers"
	}
	return text + "; stop or mend that controller first"
}

// mentions reports whether the managed fields of a writer hold an entry of the
// list of finalizers: the key is `v:` and the entry in JSON.
func mentions(fields []byte, finalizer string) bool {
	entry, err := json.Marshal(finalizer)
	if err != nil {
		return false
	}
	key, err := json.Marshal("v:" + string(entry))
	return err == nil && bytes.Contains(fields, key)
}
