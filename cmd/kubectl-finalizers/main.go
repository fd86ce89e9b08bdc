// Command kubectl-finalizers is the kubectl plugin "kubectl finalizers".
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// How much more than what lives may be in use before the next collection, in percent. What
// a large cluster leaves in memory holds hardly any pointers: collecting more often than Go
// does by itself takes little of the processor and saves more than a fifth of the peak.
// Before the first collection nothing lives yet, and Go would begin with the first two MiB:
// a run of 30 ms would collect five times.
const (
	gcPercent      = 40
	gcPercentFirst = 400 // 16 MiB
)

func main() {
	os.Exit(int(runProcess()))
}

// runProcess gives run the process: arguments, streams, and a context that the
// first Ctrl-C ends. A second Ctrl-C kills the process as usual, because
// nothing may be able to hold a person at 3 a.m.
func runProcess() exit.Code {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercentFirst)
		firstCollected := new([64]byte)
		runtime.AddCleanup(firstCollected, func(percent int) { debug.SetGCPercent(percent) }, gcPercent)
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
