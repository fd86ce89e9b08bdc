package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// shower shows what happens while a deletion is followed.
type shower interface {
	// show tells the events and how things stand now, nil where nothing is left
	// of what was asked about.
	show(events []follow.Event, state *follow.State) error
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

func (l jsonLog) show(events []follow.Event, _ *follow.State) error {
	for i := range events {
		if err := render.EventJSON(l.w, &events[i]); err != nil {
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

func (l textLog) show(events []follow.Event, _ *follow.State) error {
	var b strings.Builder
	held := 0
	for i := range events {
		e := &events[i]
		if e.Type == follow.Changed {
			if held++; held > mostHeld {
				continue
			}
		}
		for _, line := range render.EventLines(e, false, l.look) {
			b.WriteString(line + "\n")
		}
	}
	if held > mostHeld {
		fmt.Fprintf(&b, "and %d more objects that something holds; -o json has all\n", held-mostHeld)
	}
	return writeOut(l.w, b.String())
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
