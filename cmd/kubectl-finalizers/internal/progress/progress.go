// Package progress shows on standard error what is being done, and how far it is.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

const (
	// patience is how long a person waits before wondering.
	patience = 500 * time.Millisecond
	// logPatience is how long whoever reads a log waits. After that the time
	// between two lines doubles.
	logPatience = 30 * time.Second
	// slowList is how long one list has to take before it is named.
	slowList = 2 * time.Second
)

// Screen is where it is shown.
type Screen struct {
	W   io.Writer
	Env terminal.Env
	Now func() time.Time
	// Verbose says that requests are shown there too, which nothing may paint over.
	Verbose bool
}

// Paints reports whether it is painted in a terminal.
func (s *Screen) Paints() bool { return s.Env.Repaints(s.W) && !s.Verbose }

// Doing shows what is being done, until it is stopped: at once in a line of a terminal,
// which is taken away again; elsewhere, and where requests are shown, in a line now and
// then, once it takes long. In a terminal, what is known so far stands above it; nil for
// nothing.
func (s *Screen) Doing(doing string, tally *Tally, known *SoFar) (stop func()) {
	return s.telling(&line{doing: doing + s.Env.Ellipsis(), tally: tally, known: known})
}

// Of is Doing of what says itself how far it is.
func (s *Screen) Of(far func() string) (stop func()) { return s.telling(&line{far: far}) }

func (s *Screen) telling(p *line) (stop func()) {
	p.w, p.now, p.wait = s.W, s.Now, logPatience
	if s.Paints() {
		p.paint, p.wait = true, 0
		p.size = func() (columns, rows int) { return terminal.Size(s.W) }
		p.fit = func(text string) string { return render.Fit(text, max(terminal.Width(s.W)-1, 1), s.Env.Ellipsis()) }
	}
	return p.show()
}

// line is one line about what is being done.
type line struct {
	w     io.Writer
	doing string
	tally *Tally
	far   func() string // what is being done and how far it is, instead of these
	now   func() time.Time
	wait  time.Duration // before it is first told
	paint bool          // in a line that is written over
	fit   func(string) string
	known *SoFar // nil for nothing
	size  func() (columns, rows int)
	above []string // the lines above it that are shown
}

// show begins to tell, and returns what ends it.
func (p *line) show() (stop func()) {
	done := make(chan struct{})
	began := p.now()
	var telling sync.WaitGroup
	telling.Go(func() {
		pause, told := p.wait, false
		for {
			select {
			case <-done:
				if told && p.paint {
					_, _ = fmt.Fprint(p.w, p.repainted(nil, ""))
				}
				return
			case <-time.After(pause):
			}
			told = true
			pause = p.tell(p.text(p.now().Sub(began)), pause)
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		telling.Wait()
	})
}

// tell writes the line, and returns the time until the next.
func (p *line) tell(line string, pause time.Duration) time.Duration {
	if p.paint {
		_, _ = fmt.Fprint(p.w, p.repainted(p.known.shown(), p.fit(line)))
		return repaint
	}
	exit.Say(p.w, line)
	return 2 * pause
}

// repainted writes lines, and the last one below them, over those that are shown.
func (p *line) repainted(above []string, last string) string {
	if len(p.above) == 0 && len(above) == 0 {
		return "\r\x1b[K" + last
	}
	var text strings.Builder
	text.WriteString("\r")
	if len(p.above) > 0 {
		columns, rows := p.size()
		// What has left the screen at the top, because it was made lower, stays there.
		fmt.Fprintf(&text, "\x1b[%dA", min(terminal.Rows(p.above, columns), max(rows-1, 1)))
	}
	for i, l := range above {
		above[i] = p.fit(l)
		text.WriteString(above[i] + "\x1b[K\n")
	}
	p.above = above
	return text.String() + last + "\x1b[J"
}

// text says what is being done, how far it is, for how long, and what keeps it.
func (p *line) text(since time.Duration) string {
	if p.far != nil {
		return fmt.Sprintf("%s (%s)", render.Line(p.far()), duration.HumanDuration(since))
	}
	text := p.doing
	ended, planned, slow := p.tally.count(p.now())
	if planned > 0 {
		text += fmt.Sprintf(" %d of %d kinds", ended, planned)
	}
	if since >= time.Second {
		if planned > 0 {
			text += ","
		}
		text += " " + duration.HumanDuration(since)
	}
	if slow != "" {
		text += ", waiting for " + slow
	}
	return text
}
