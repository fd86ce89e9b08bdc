package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// screen shows how things stand in the last lines of a terminal, and what went
// above them. It does not hide the cursor, and writes in the mode that it finds, so
// that nothing of what it writes has to be put right however it ends.
type screen struct {
	w    io.Writer
	look render.Options
	size func() (columns, rows int)

	shown []string // the lines of the last frame
}

func (s *screen) show(events []follow.Event, state *follow.State) error {
	columns, rows := s.size()
	s.look.Width = columns
	var above []string
	for i := range events {
		if noted(events[i].Type) {
			above = append(above, render.EventLines(&events[i], true, s.look)...)
		}
	}
	var frame, below []string
	if state != nil {
		// One row is the cursor's.
		frame = render.Frame(state, s.look, rows-1)
	}
	if n := len(events); n > 0 && events[n-1].Type == follow.Summary {
		below = render.EventLines(&events[n-1], true, s.look)
	}
	var b strings.Builder
	// What has left the screen at the top, because it was made lower, stays there.
	if up := min(rowsOf(s.shown, columns), rows-1); up > 0 {
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
	return writeOut(s.w, b.String())
}

// noted reports whether an event stays above the frame; the others are in it.
func noted(t follow.EventType) bool {
	return t == follow.Gone || t == follow.Stuck || t == follow.Incomplete
}

// rowsOf is how many rows of a terminal the lines take by now: one that was made
// narrower has broken them.
func rowsOf(lines []string, columns int) int {
	n := 0
	for _, l := range lines {
		n++
		if columns > 0 {
			n += max(render.Columns(l)-1, 0) / columns
		}
	}
	return n
}

// sizeOf is that of the terminal at this moment; a guess where it does not tell.
func sizeOf(stream any) (columns, rows int) {
	columns, rows = 80, 24
	f, ok := stream.(*os.File)
	if !ok {
		return columns, rows
	}
	if c, r, err := term.GetSize(int(f.Fd())); err == nil && c > 0 && r > 0 {
		return c, r
	}
	return columns, rows
}
