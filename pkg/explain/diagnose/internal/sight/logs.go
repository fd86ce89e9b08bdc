package sight

import (
	"context"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// longestAgo bounds how far back logs are read. Controllers that fail try again
	// after a quarter of an hour at most.
	longestAgo = time.Hour
	// logMargin forgives clocks of nodes that differ.
	logMargin = time.Minute
	// mostLogs bounds how many logs a diagnosis reads.
	mostLogs = 32
)

// Logs are those of the containers, as far as they may be read.
type Logs struct {
	// Reader is nil where none is to be read.
	Reader explain.LogReader
	// Keep is told what the answer rests on of each log that was read, where somebody
	// wants to know.
	Keep func(of explain.LogOf, log explain.Log)
	// Always says that they are read for every hold, and not only where nothing else
	// tells why.
	Always bool
	// Aside is what was copied beside the objects.
	Aside explain.Aside

	read  Memo[explain.LogOf, LogSeen]
	count int
}

// LogSeen is a log, or why it could not be read.
type LogSeen struct {
	explain.Log
	// Problem has a reason where the log could not be read.
	Problem trace.Problem
}

// LogsSince is how far back logs are read: to the earliest deletion that the graph
// tells of, but no more than an hour. Where it is not known when that was, it is zero.
func (w *View) LogsSince() time.Time {
	now := w.Clock.At
	if now.IsZero() || w.Clock.AtLeast {
		return time.Time{}
	}
	since := now
	if w.Graph != nil {
		for i := range w.Graph.Nodes {
			if n := &w.Graph.Nodes[i]; n.State.Going() && !n.Since.IsZero() && n.Since.Before(since) {
				since = n.Since
			}
		}
	}
	if earliest := now.Add(-longestAgo); since.Before(earliest) || since.Equal(now) {
		since = earliest
	}
	return since.Add(-logMargin)
}

// SourceOfLog says where a line was printed.
func SourceOfLog(of explain.LogOf) string {
	source := "log of pod " + of.Pod + " in namespace " + of.Namespace + ", container " + of.Container
	if of.Previous {
		source += ", before it was restarted"
	}
	return source
}

// Log reads what a container has printed, once. Why a run has ended stands at its end,
// whenever that was.
func (w *View) Log(ctx context.Context, of explain.LogOf) LogSeen {
	if !of.Previous {
		of.Since = w.LogsSince()
	}
	return w.LogFromStart(ctx, of)
}

// LogFromStart is Log with what was printed before the deletion too: a program says but once
// that it waits for the lead.
func (w *View) LogFromStart(ctx context.Context, of explain.LogOf) LogSeen {
	return w.Logs.read.Get(of, func() LogSeen {
		about := trace.Part{Words: SourceOfLog(of)}
		if !w.roomForLog() {
			return LogSeen{Problem: trace.Problem{About: about, Reason: trace.LimitReached, Message: "more logs than are read in one run"}}
		}
		log, err := w.Logs.Reader.Log(ctx, of)
		if err != nil {
			return LogSeen{Problem: w.Reader.Problem(about, err)}
		}
		return LogSeen{Log: log}
	})
}

// KeepLog says which lines of a log the answer rests on.
func (w *View) KeepLog(of explain.LogOf, read explain.Log, lines []explain.LogLine) {
	if w.Logs.Keep != nil {
		read.Lines = lines
		w.Logs.Keep(of, read)
	}
}

// roomForLog counts the logs that are read.
func (w *View) roomForLog() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Logs.count++
	return w.Logs.count <= mostLogs
}
