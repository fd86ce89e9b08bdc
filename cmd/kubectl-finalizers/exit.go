package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// exitCode is what a script branches on. The numbers are a public contract.
type exitCode int

const (
	exitOK         exitCode = 0 // nothing is stuck, or the work is done
	exitError      exitCode = 1 // the question could not be answered
	exitUsage      exitCode = 2 // the command line was wrong
	exitStuck      exitCode = 3 // something is stuck
	exitRefused    exitCode = 4 // a guard refused
	exitIncomplete exitCode = 5 // nothing stuck was found, but not everything could be read
	// exitInterrupted is that of a watch that a signal has ended, as shells give it.
	exitInterrupted exitCode = 130
)

// codedError lets a command choose its code. Err may be nil: then the command
// has already said everything and only the code is left.
type codedError struct {
	Code exitCode
	Err  error
	Hint string
}

func (e *codedError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *codedError) Unwrap() error { return e.Err }

// usageError marks a wrong command line. The hint says what would be right.
func usageError(err error, hint string) error {
	return &codedError{Code: exitUsage, Err: err, Hint: hint}
}

// report writes err to w, once and on one line, and returns the code to exit
// with. It is the only place that prints an error, and takes out of it what a
// server or a file could do to a terminal.
func report(w io.Writer, err error) exitCode {
	if err == nil {
		return exitOK
	}
	var coded *codedError
	if !errors.As(err, &coded) {
		coded = &codedError{Code: exitError, Err: err}
	}
	if errors.Is(err, context.Canceled) {
		say(w, "error: interrupted")
		return exitError
	}
	if coded.Err != nil {
		say(w, "error: "+render.Line(err.Error()))
	}
	if coded.Hint != "" {
		say(w, "hint: "+render.Line(coded.Hint))
	}
	return coded.Code
}

// say writes a line to standard error. When that is gone there is nowhere left
// to say so.
func say(w io.Writer, line string) {
	_, _ = fmt.Fprintln(w, line)
}
