package watching

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// Screen shows how things stand in the last lines of a terminal, and what went
// above them. It does not hide the cursor, and writes in the mode that it finds, so
// that nothing of what it writes has to be put right however it ends.
type Screen struct {
	W    io.Writer
	Look render.Options // whose width is that of the terminal when it began
	Size func() (columns, rows int)

	shown []string // the lines of the last frame
}

// Show tells the events and how things stand now, nil where nothing is left of what was
// asked about.
func (s *Screen) Show(events []follow.Event, state *follow.State) error {
	columns, rows := s.Size()
	s.Look.Width = columns
	var above []string
	for i := range events {
		if noted(events[i].Type) {
			above = append(above, render.EventLines(&events[i], true, s.Look)...)
		}
	}
	var frame, below []string
	if state != nil {
		// One row is the cursor's.
		frame = render.Frame(state, s.Look, rows-1)
	}
	if n := len(events); n > 0 && events[n-1].Type == follow.Summary {
		below = render.EventLines(&events[n-1], true, s.Look)
	}
	var b strings.Builder
	// What has left the screen at the top, because it was made lower, stays there.
	if up := min(terminal.Rows(s.shown, columns), rows-1); up > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", up)
	}
	b.WriteString("\r")
	for _, part := range [][]string{above, frame, below} {
		for _, l := range part {
			b.WriteString(l + "\x1b[K\n")
		}
	}
	b.WriteString("\x1b[J")
	s.shown = frame
	if below != nil {
		s.shown = nil
	}
	return writeOut(s.W, b.String())
}

// noted reports whether an event stays above the frame; the others are in it.
func noted(t follow.EventType) bool {
	return t == follow.Gone || t == follow.Stuck || t == follow.Incomplete
}
