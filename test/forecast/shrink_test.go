//go:build unix

package forecast_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// smaller are the worlds that have one thing less each.
func smaller(w *world) []*world {
	var out []*world
	try := func(change func(*world) bool) {
		c := w.copy()
		if change(c) {
			out = append(out, c)
		}
	}
	for i := range w.Things {
		try(func(c *world) bool { return c.without(i) })
		for j := range w.Things[i].Owners {
			try(func(c *world) bool {
				c.Things[i].Owners = slices.Delete(c.Things[i].Owners, j, j+1)
				return true
			})
			if w.Things[i].Owners[j].Block {
				try(func(c *world) bool {
					c.Things[i].Owners[j].Block = false
					return true
				})
			}
		}
		for j := range w.Things[i].Finalizers {
			try(func(c *world) bool {
				c.Things[i].Finalizers = slices.Delete(c.Things[i].Finalizers, j, j+1)
				return true
			})
		}
		if w.Things[i].Asked != "" && w.Act.Off == nil {
			try(func(c *world) bool { c.Things[i].Asked = ""; return true })
		}
	}
	if len(w.Act.Targets) > 1 {
		for i := range w.Act.Targets {
			try(func(c *world) bool {
				c.Act.Targets = slices.Delete(c.Act.Targets, i, i+1)
				return true
			})
		}
	}
	return out
}

func (w *world) copy() *world {
	c := &world{Seed: w.Seed, Act: w.Act}
	c.Act.Targets = slices.Clone(w.Act.Targets)
	for _, t := range w.Things {
		t.Owners, t.Finalizers = slices.Clone(t.Owners), slices.Clone(t.Finalizers)
		c.Things = append(c.Things, t)
	}
	return c
}

// without takes a thing out; it cannot where another needs it.
func (w *world) without(at int) bool {
	if slices.Contains(w.Act.Targets, at) {
		return false
	}
	mark := fmt.Sprint(ownMark, at)
	for i := range w.Things {
		t := &w.Things[i]
		if i != at && (t.In == at || t.Of == at || t.Volume == at || t.Claim == at || slices.Contains(t.Finalizers, mark)) {
			return false
		}
	}
	moved := func(n int) int {
		if n > at {
			return n - 1
		}
		return n
	}
	w.Things = slices.Delete(w.Things, at, at+1)
	for i := range w.Things {
		t := &w.Things[i]
		t.In, t.Of, t.Volume, t.Claim = moved(t.In), moved(t.Of), moved(t.Volume), moved(t.Claim)
		t.Owners = slices.DeleteFunc(t.Owners, func(o owner) bool { return o.To == at })
		for j := range t.Owners {
			t.Owners[j].To = moved(t.Owners[j].To)
		}
		for j, f := range t.Finalizers {
			if n, own := strings.CutPrefix(f, ownMark); own {
				var of int
				if _, err := fmt.Sscan(n, &of); err == nil {
					t.Finalizers[j] = fmt.Sprint(ownMark, moved(of))
				}
			}
		}
	}
	for i := range w.Act.Targets {
		w.Act.Targets[i] = moved(w.Act.Targets[i])
	}
	return true
}

// shrink looks for the smallest world that is still predicted wrongly.
func (s *stage) shrink(ctx context.Context, t *testing.T, r *result) *result {
	t.Helper()
	for range 12 {
		found := false
		for _, c := range s.play(ctx, t, smaller(r.world)) {
			if c.err == nil && len(c.wrong) > 0 {
				r, found = c, true
				break
			}
		}
		if !found {
			break
		}
	}
	return r
}
