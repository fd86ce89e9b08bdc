package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// repaint is how often the line of a status is renewed.
const repaint = 200 * time.Millisecond

// status is one line on a terminal that shows what a removal is doing. On
// anything else it shows nothing.
type status struct {
	w        io.Writer
	width    func() int
	ellipsis string

	mu    sync.Mutex
	total int
	done  int
	doing map[*remove.Action]string
	order []*remove.Action // those under way, the oldest first
}

// show begins to show it, once it takes longer than after. The function that it
// returns takes the line away.
func (s *status) show(after time.Duration) (stop func()) {
	done := make(chan struct{})
	var painting sync.WaitGroup
	painting.Go(func() {
		wait := time.NewTimer(after)
		defer wait.Stop()
		painted := false
		for {
			select {
			case <-done:
				if painted {
					_, _ = fmt.Fprint(s.w, "\r\x1b[K")
				}
				return
			case <-wait.C:
				painted = true
				_, _ = fmt.Fprint(s.w, "\r\x1b[K"+s.line())
				wait.Reset(repaint)
			}
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		painting.Wait()
	})
}

// begin notes what is being done for an action.
func (s *status) begin(a *remove.Action, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.doing[a]; !known {
		s.order = append(s.order, a)
	}
	s.doing[a] = what
}

// end notes that an action has ended.
func (s *status) end(r remove.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
	delete(s.doing, r.Action)
	for i, a := range s.order {
		if a == r.Action {
			s.order = append(s.order[:i:i], s.order[i+1:]...)
			return
		}
	}
}

// line says how far it is, and what takes the longest, cut to the terminal.
func (s *status) line() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := fmt.Sprintf("%d of %d done", s.done, s.total)
	if len(s.order) > 0 {
		a := s.order[0]
		text += "; " + render.ActionLine(a, s.doing[a])
	}
	if limit := s.width() - 1; limit > 0 {
		return render.Fit(text, limit, s.ellipsis)
	}
	return text
}

// following returns a status for a plan and the function that ends it.
func (a *app) following(total int) (*status, func()) {
	s := &status{w: a.ErrOut, ellipsis: a.ellipsis(), total: total, doing: map[*remove.Action]string{}, width: func() int { return widthOf(a.ErrOut) }}
	if !a.repaints(a.ErrOut) {
		return s, func() {}
	}
	return s, s.show(patience)
}

func widthOf(stream any) int {
	f, ok := stream.(*os.File)
	if !ok {
		return 0
	}
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return w
}
