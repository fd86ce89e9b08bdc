// Command kubectl-finalizers is the kubectl plugin "kubectl finalizers".
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// gcPercent is half of Go's default. What a large cluster leaves in memory holds
// hardly any pointers, so that collecting twice as often takes a few
// milliseconds and saves a fifth of the peak.
const gcPercent = 50

func main() {
	os.Exit(int(runProcess()))
}

// runProcess gives run the process: arguments, streams, and a context that the
// first Ctrl-C ends. A second Ctrl-C kills the process as usual, because
// nothing may be able to hold a person at 3 a.m.
func runProcess() exit.Code {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx, os.Args[1:], surroundings{
		IOStreams: genericiooptions.IOStreams{In: os.Stdin, Out: os.Stdout, ErrOut: os.Stderr},
		program:   os.Args[0],
		env:       os.Getenv,
		now:       time.Now,
		tab:       completionTimeout,
	})
}
