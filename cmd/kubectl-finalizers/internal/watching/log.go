package watching

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// JSON writes a document a line.
type JSON struct{ W io.Writer }

// Show tells the events.
func (l JSON) Show(events []follow.Event, _ *follow.State) error {
	for i := range events {
		if err := render.EventJSON(l.W, &events[i]); err != nil {
			return err
		}
	}
	return nil
}

// mostHeld is how many objects a text log names at a time that something holds.
// What is gone is always named.
const mostHeld = 20

// Log writes a line for each event.
type Log struct {
	W    io.Writer
	Look render.Options
}

// Show tells the events.
func (l Log) Show(events []follow.Event, _ *follow.State) error {
	var b strings.Builder
	held := 0
	for i := range events {
		e := &events[i]
		if e.Type == follow.Changed {
			if held++; held > mostHeld {
				continue
			}
		}
		for _, line := range render.EventLines(e, false, l.Look) {
			b.WriteString(line + "\n")
		}
	}
	if held > mostHeld {
		fmt.Fprintf(&b, "and %d more objects that something holds; -o json has all\n", held-mostHeld)
	}
	return writeOut(l.W, b.String())
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
