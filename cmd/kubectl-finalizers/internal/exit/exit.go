// Package exit has what a run ends with: the code that a script branches on, and the error
// that is printed, with a hint at the way on.
package exit

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// Code is what a script branches on. The numbers are a public contract.
type Code int

// The codes of a run.
const (
	OK         Code = 0 // nothing is stuck, or the work is done
	Failed     Code = 1 // the question could not be answered
	Misused    Code = 2 // the command line was wrong
	Stuck      Code = 3 // something is stuck
	Refused    Code = 4 // a guard refused
	Incomplete Code = 5 // nothing stuck was found, but not everything could be read
	// Interrupted is that of a watch that a signal has ended, as shells give it.
	Interrupted Code = 130
)

// Of is the exit code of why-stuck where a verdict is the worst of its answer, and the
// answer is whole.
func Of(v explain.Verdict) Code {
	switch v {
	case explain.Stuck:
		return Stuck
	case explain.Undecided:
		return Incomplete
	case explain.NotDeleting, explain.InGrace, explain.Progressing, explain.Waiting, explain.NotAsked, explain.Absent:
	}
	return OK
}

// Error lets a command choose its code. Err may be nil: then the command
// has already said everything and only the code is left.
type Error struct {
	Code Code
	Err  error
	Hint string
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// Usage marks a wrong command line. The hint says what would be right.
func Usage(err error, hint string) error {
	return &Error{Code: Misused, Err: err, Hint: hint}
}

// Stream is standard error, or what is said there of one of many clusters.
type Stream struct {
	W io.Writer
	// Cluster is what each line names behind its label; empty where only one is asked.
	Cluster string
}

// Say writes a line: what it is, such as a warning, and what it says. It takes out of it what
// a server or a file could do to a terminal.
func (s Stream) Say(label, text string) {
	if s.Cluster != "" {
		text = s.Cluster + ": " + text
	}
	Say(s.W, label+": "+render.Line(text))
}

// Report writes err, once and on one line, and returns the code to exit with. It is the only
// place that prints an error.
func (s Stream) Report(err error) Code {
	if err == nil {
		return OK
	}
	var coded *Error
	if !errors.As(err, &coded) {
		coded = &Error{Code: Failed, Err: err}
	}
	if errors.Is(err, context.Canceled) {
		s.Say("error", "interrupted")
		return Failed
	}
	if coded.Err != nil {
		s.Say("error", err.Error())
	}
	if coded.Hint != "" {
		s.Say("hint", coded.Hint)
	}
	return coded.Code
}

// Say writes a line to standard error. When that is gone there is nowhere left
// to say so.
func Say(w io.Writer, line string) {
	_, _ = fmt.Fprintln(w, line)
}
