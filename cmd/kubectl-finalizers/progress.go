package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

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

// progress shows on standard error what is being done and how far it is, until it is
// stopped: at once in a line of a terminal, which is taken away again; elsewhere, and
// where requests are shown, in a line now and then, once it takes long.
func (a *app) progress(doing string) (stop func()) { return a.progressAbout(doing, nil) }

// progressAbout shows, in a terminal, what is known so far as well: in lines above the one
// about what is being done, which are taken away with it.
func (a *app) progressAbout(doing string, known *soFar) (stop func()) {
	return a.telling(&progress{doing: doing + a.ellipsis(), tally: a.tally, known: known})
}

// progressOf is progress of what says itself how far it is.
func (a *app) progressOf(far func() string) (stop func()) { return a.telling(&progress{far: far}) }

func (a *app) telling(p *progress) (stop func()) {
	p.w, p.now, p.wait = a.ErrOut, a.now, logPatience
	if a.paints() {
		p.paint, p.wait = true, 0
		p.size = func() (columns, rows int) { return sizeOf(a.ErrOut) }
		p.fit = func(text string) string { return render.Fit(text, max(widthOf(a.ErrOut)-1, 1), a.ellipsis()) }
	}
	return p.show()
}

// paints reports whether progress is painted in a terminal.
func (a *app) paints() bool { return a.repaints(a.ErrOut) && !verbose() }

// progress is one line about what is being done.
type progress struct {
	w     io.Writer
	doing string
	tally *tally
	far   func() string // what is being done and how far it is, instead of these
	now   func() time.Time
	wait  time.Duration // before it is first told
	paint bool          // in a line that is written over
	fit   func(string) string
	known *soFar // nil for nothing
	size  func() (columns, rows int)
	above []string // the lines above it that are shown
}

// show begins to tell, and returns what ends it.
func (p *progress) show() (stop func()) {
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
			pause = p.tell(p.line(p.now().Sub(began)), pause)
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		telling.Wait()
	})
}

// tell writes the line, and returns the time until the next.
func (p *progress) tell(line string, pause time.Duration) time.Duration {
	if p.paint {
		_, _ = fmt.Fprint(p.w, p.repainted(p.known.shown(), p.fit(line)))
		return repaint
	}
	say(p.w, line)
	return 2 * pause
}

// repainted writes lines, and the last one below them, over those that are shown.
func (p *progress) repainted(above []string, last string) string {
	if len(p.above) == 0 && len(above) == 0 {
		return "\r\x1b[K" + last
	}
	var text strings.Builder
	text.WriteString("\r")
	if len(p.above) > 0 {
		columns, rows := p.size()
		// What has left the screen at the top, because it was made lower, stays there.
		fmt.Fprintf(&text, "\x1b[%dA", min(rowsOf(p.above, columns), max(rows-1, 1)))
	}
	for i, l := range above {
		above[i] = p.fit(l)
		text.WriteString(above[i] + "\x1b[K\n")
	}
	p.above = above
	return text.String() + last + "\x1b[J"
}

// line says what is being done, how far it is, for how long, and what keeps it.
func (p *progress) line(since time.Duration) string {
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
