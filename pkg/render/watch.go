package render

import (
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/watch"
)

// WatchFormats are the formats of a deletion that is followed, the default first.
func WatchFormats() []string { return []string{"text", "json"} }

// Frame lays out what is left of a deletion, in as many rows of the terminal as there
// are. Zero rows means no limit. What does not fit is counted.
func Frame(s *follow.State, o Options, rows int) []string { return watch.Frame(s, o.look(), rows) }

// EventLines is one event in a log, without an end of line: one line, or where there is a
// limit of width as many as it takes. Clock shows the time of day alone, as to somebody
// who looks on.
func EventLines(e *follow.Event, clock bool, o Options) []string {
	return watch.Lines(e, clock, o.look())
}

// EventJSON writes one event as a document on one line.
func EventJSON(w io.Writer, e *follow.Event) error {
	text, err := paper.JSONLine(document.EventOf(e, watch.Message(e)))
	if err != nil {
		return err
	}
	return paper.Send(w, "an event", text)
}
