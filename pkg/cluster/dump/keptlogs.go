package dump

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// Logs are the lines of logs that a snapshot is to hold. They are safe for concurrent
// use, and empty to begin with.
type Logs struct {
	mu   sync.Mutex
	kept map[logID]explain.Log
}

// Keep adds lines of a log. It may be called again for the same log.
func (l *Logs) Keep(of explain.LogOf, log explain.Log) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept == nil {
		l.kept = map[logID]explain.Log{}
	}
	id := logID{of.Namespace, of.Pod, of.Container, of.Previous}
	lines := l.kept[id].Lines
	at := 0
	for _, line := range log.Lines {
		lines, at = merged(lines, line, at)
	}
	log.Lines = lines
	l.kept[id] = log
}

// merged puts a line among those that are in the order of their times, unless it is there at
// or behind the place where the line before it ended. What has the same time stays in the
// order in which it was printed, as a stack trace has to.
func merged(lines []explain.LogLine, line explain.LogLine, behind int) (all []explain.LogLine, end int) {
	first, _ := slices.BinarySearchFunc(lines, line.At, func(l explain.LogLine, at time.Time) int { return l.At.Compare(at) })
	last, _ := slices.BinarySearchFunc(lines, line.At, func(l explain.LogLine, at time.Time) int { return cmp.Or(l.At.Compare(at), -1) })
	from := max(first, min(behind, last))
	if at := slices.Index(lines[from:last], line); at >= 0 {
		return lines, from + at + 1
	}
	if behind <= first {
		from = last
	}
	return slices.Insert(lines, from, line), from + 1
}

// spelled are the logs as the file has them, without what is a credential.
func (l *Logs) spelled() []snapshotLog {
	out := []snapshotLog{}
	if l == nil {
		return out
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, log := range l.kept {
		s := snapshotLog{Namespace: id.namespace, Pod: id.pod, Container: id.container, Previous: id.previous, Partial: log.Partial, From: moment{log.From}, Lines: []snapshotLine{}}
		for _, line := range log.Lines {
			s.Lines = append(s.Lines, snapshotLine{moment{line.At}, redact.Text(line.Text)})
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b snapshotLog) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Pod, b.Pod), cmp.Compare(a.Container, b.Container), cmp.Compare(spelledBool(a.Previous), spelledBool(b.Previous)))
	})
	return out
}

func spelledBool(b bool) string {
	if b {
		return "1"
	}
	return ""
}

// keep takes over the logs of a snapshot.
func (d *Dump) keep(logs []snapshotLog) {
	for i := range logs {
		s := &logs[i]
		log := explain.Log{Partial: s.Partial, From: s.From.Time}
		for _, line := range s.Lines {
			log.Lines = append(log.Lines, explain.LogLine{At: line.At.Time, Text: line.Text})
		}
		d.kept[logID{s.Namespace, s.Pod, s.Container, s.Previous}] = log
	}
}

// snapshotLog is a log as a snapshot holds it: the lines that name what was asked about.
type snapshotLog struct {
	Namespace string         `json:"namespace"`
	Pod       string         `json:"pod"`
	Container string         `json:"container"`
	Previous  bool           `json:"previous,omitempty"`
	Partial   bool           `json:"partial,omitempty"`
	From      moment         `json:"from,omitzero"`
	Lines     []snapshotLine `json:"lines"`
}

type snapshotLine struct {
	At   moment `json:"at,omitzero"`
	Text string `json:"text"`
}

// MarshalJSON writes what UnmarshalJSON reads.
func (t moment) MarshalJSON() ([]byte, error) {
	return []byte(`"` + t.UTC().Format(time.RFC3339Nano) + `"`), nil
}
