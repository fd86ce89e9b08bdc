//go:build unix

package forecast_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// A world has settled when every controller that could do something has looked at it since
// its last change, and has changed nothing. A controller that waits before it tries again is
// made to look at once: what it looks at is touched. That it has looked is seen by something
// new that it is given afterwards: what stands in a queue before that has then been looked at.

// longest is how long a world may take.
const longest = 4 * time.Minute

// settle waits until a world has settled. The namespace controller gives up a look when
// anything fails, be it of another world whose kind has just gone: it has to look twice.
func (s *stage) settle(ctx context.Context, w *world) error {
	deadline := time.Now().Add(longest)
	for quiet := 0; ; {
		since := time.Now()
		if err := s.touch(ctx, w); err != nil {
			return err
		}
		if err := s.allLook(ctx, w, deadline); err != nil {
			return err
		}
		quiet++
		if s.changedSince(w, since) || s.pending(ctx, w) {
			quiet = 0
		}
		if quiet == 2 || quiet == 1 && !s.emptying(w) {
			return nil
		}
		if time.Now().After(deadline) {
			return errors.New("it does not settle")
		}
	}
}

// touch has the controllers of what is going look at it.
func (s *stage) touch(ctx context.Context, w *world) error {
	for i := range w.Things {
		switch w.Things[i].Kind {
		case space, claim, volume:
		default:
			continue
		}
		if s.state(w.uids[i]) == "gone" {
			continue
		}
		ref := w.ref(i)
		patch := fmt.Sprintf(`{"metadata":{"annotations":{"forecast.example.com/touched":"%d"}}}`, time.Now().UnixNano())
		if _, err := s.Patch(ctx, w.kind(i), ref.Namespace, ref.Name, "", types.MergePatchType, []byte(patch)); err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// allLook waits until all controllers that a world concerns have looked.
func (s *stage) allLook(ctx context.Context, w *world, deadline time.Time) error {
	concerned := []*probe{s.collector}
	if s.emptying(w) {
		concerned = append(concerned, s.spaces)
	}
	from := make([]int, len(concerned))
	for i, p := range concerned {
		from[i] = p.want()
		defer p.leave()
	}
	looks := s.looked()
	for {
		done := s.looked() >= looks+3
		for i, p := range concerned {
			done = done && p.through() >= from[i]+2
		}
		switch {
		case done:
			return nil
		case time.Now().After(deadline):
			return errors.New("it does not settle: a controller does not come round")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// emptying reports whether a namespace of a world is going.
func (s *stage) emptying(w *world) bool {
	for i := range w.Things {
		if w.Things[i].Kind == space && s.state(w.uids[i]) == "going" {
			return true
		}
	}
	return false
}

// changedSince reports whether anything of a world has changed.
func (k *keeper) changedSince(w *world, since time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, uid := range w.uids {
		if seen := k.seen[uid]; seen != nil && seen.changed.After(since) {
			return true
		}
	}
	return false
}

// pending reports whether the controller of definitions has something left to do for one. It
// has few workers, and one that hangs keeps one of them for a minute.
func (s *stage) pending(ctx context.Context, w *world) bool {
	for i := range w.Things {
		if w.Things[i].Kind != definition || s.state(w.uids[i]) != "going" {
			continue
		}
		d, err := s.Get(ctx, definitions, "", w.ref(i).Name)
		if err != nil {
			return true
		}
		if !slices.Contains(d.GetFinalizers(), "customresourcecleanup.apiextensions.k8s.io") {
			continue
		}
		left, unasked := 0, 0
		for j := range w.Things {
			if w.Things[j].Kind != gear || w.Things[j].Of != i {
				continue
			}
			switch s.state(w.uids[j]) {
			case "there":
				left, unasked = left+1, unasked+1
			case "going":
				left++
			}
		}
		if left == 0 || unasked > 0 {
			return true
		}
	}
	return false
}

// collectOnce gives the garbage collector something new to collect.
func (s *stage) collectOnce(ctx context.Context, n int) error {
	above, below := trace.Ref{Namespace: "probes", Name: fmt.Sprint("above-", n)}, trace.Ref{Namespace: "probes", Name: fmt.Sprint("below-", n)}
	o, err := s.apply(ctx, notes, fields{"metadata": meta(above, nil)})
	if err != nil {
		return err
	}
	m := meta(below, nil)
	m["ownerReferences"] = []fields{{"apiVersion": group + "/v1", "kind": "Note", "name": above.Name, "uid": string(o.GetUID())}}
	d, err := s.apply(ctx, configs, fields{"metadata": m})
	if err != nil {
		return err
	}
	if err := s.Delete(ctx, notes, above.Namespace, above.Name, string(o.GetUID()), "", false); err != nil {
		return err
	}
	return s.untilGone(ctx, configs, below, string(d.GetUID()))
}

// emptyOnce gives the namespace controller something new to empty.
func (s *stage) emptyOnce(ctx context.Context, n int) error {
	ref := trace.Ref{Name: fmt.Sprint("probe-", n)}
	o, err := s.apply(ctx, spaces, fields{"metadata": meta(ref, nil)})
	if err != nil {
		return err
	}
	if err := s.Delete(ctx, spaces, "", ref.Name, string(o.GetUID()), "", false); err != nil {
		return err
	}
	return s.until(ctx, ref.Name+" to be looked at", func() (bool, error) {
		now, err := s.Get(ctx, spaces, "", ref.Name)
		if apierrors.IsNotFound(err) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		// As long as an API does not answer no namespace goes, and each says so.
		said, _, _ := unstructured.NestedSlice(now.Object, "status", "conditions")
		return len(said) > 0, nil
	})
}

func (s *stage) untilGone(ctx context.Context, kind trace.Kind, ref trace.Ref, uid string) error {
	return s.until(ctx, ref.Name+" to be gone", func() (bool, error) {
		now, err := s.Get(ctx, kind, ref.Namespace, ref.Name)
		if apierrors.IsNotFound(err) {
			return true, nil
		}
		return err == nil && string(now.GetUID()) != uid, err
	})
}
