package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// repaint is how often the line of a status is renewed.
const repaint = 200 * time.Millisecond

// Status is one line on a terminal that shows what a removal is doing. On
// anything else it shows nothing.
type Status struct {
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
func (s *Status) show(after time.Duration) (stop func()) {
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

// Begin notes what is being done for an action.
func (s *Status) Begin(a *remove.Action, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.doing[a]; !known {
		s.order = append(s.order, a)
	}
	s.doing[a] = what
}

// End notes that an action has ended.
func (s *Status) End(r remove.Result) {
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
func (s *Status) line() string {
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

// Removal shows that of a plan, where lines can be painted over, until it is stopped.
func (s *Screen) Removal(total int) (_ *Status, stop func()) {
	status := &Status{
		w: s.W, ellipsis: s.Env.Ellipsis(), total: total, doing: map[*remove.Action]string{},
		width: func() int { return terminal.Width(s.W) },
	}
	if !s.Env.Repaints(s.W) {
		return status, func() {}
	}
	return status, status.show(patience)
}
