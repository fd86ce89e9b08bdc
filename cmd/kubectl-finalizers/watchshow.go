package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// shower shows what happens while a deletion is followed.
type shower interface {
	// show tells the events and how things stand now, nil where nothing is left
	// of what was asked about.
	show(events []render.WatchEvent, state *render.WatchState) error
}

// shower is a screen on a terminal, and a log elsewhere.
func (a *app) shower(o *watchOptions) shower {
	switch {
	case o.asJSON:
		return jsonLog{a.Out}
	case o.screen:
		return &screen{w: a.Out, look: o.look, size: func() (int, int) { return sizeOf(a.Out) }}
	}
	return textLog{w: a.Out, look: o.look}
}

// jsonLog writes a document a line.
type jsonLog struct{ w io.Writer }

func (l jsonLog) show(events []render.WatchEvent, _ *render.WatchState) error {
	for i := range events {
		if err := render.WatchJSON(l.w, &events[i]); err != nil {
			return err
		}
	}
	return nil
}

// mostHeld is how many objects a text log names at a time that something holds.
// What is gone is always named.
const mostHeld = 20

// textLog writes a line for each event.
type textLog struct {
	w    io.Writer
	look render.Options
}

func (l textLog) show(events []render.WatchEvent, _ *render.WatchState) error {
	var b strings.Builder
	held := 0
	for i := range events {
		e := &events[i]
		if e.Type == render.WatchChanged {
			if held++; held > mostHeld {
				continue
			}
		}
		b.WriteString(render.WatchLine(e, render.WatchStyle{Color: l.look.Color, ASCII: l.look.ASCII}) + "\n")
	}
	if held > mostHeld {
		fmt.Fprintf(&b, "and %d more objects that something holds; -o json has all\n", held-mostHeld)
	}
	return writeOut(l.w, b.String())
}

// screen shows how things stand in the last lines of a terminal, and what went
// above them. It neither hides the cursor nor changes a mode of the terminal, so
// that nothing has to be put right however it ends.
type screen struct {
	w    io.Writer
	look render.Options
	size func() (columns, rows int)

	shown []string // the lines of the last frame
}

func (s *screen) show(events []render.WatchEvent, state *render.WatchState) error {
	columns, rows := s.size()
	s.look.Width = columns
	style := render.WatchStyle{Clock: true, Color: s.look.Color, ASCII: s.look.ASCII}
	var above []string
	for i := range events {
		if noted(events[i].Type) {
			above = append(above, render.WatchLine(&events[i], style))
		}
	}
	var frame, below []string
	if state != nil {
		// One row is the cursor's.
		frame = render.WatchFrame(state, s.look, rows-1)
	}
	if n := len(events); n > 0 && events[n-1].Type == render.WatchSummary {
		below = []string{render.WatchLine(&events[n-1], style)}
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
func noted(t render.WatchType) bool {
	return t == render.WatchGone || t == render.WatchStuck || t == render.WatchIncomplete
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

func writeOut(w io.Writer, text string) error {
	if text == "" {
		return nil
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing what happens: %w", err)
	}
	return nil
}
