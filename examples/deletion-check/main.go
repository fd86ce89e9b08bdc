// Command deletion-check says which objects of a kind should be gone by now, and
// why they are not. It is an example of a program that uses the packages of
// kubectl finalizers, as an operator or a job in CI would; its README says more.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// The exit codes, which are those of kubectl finalizers.
const (
	exitOK         = 0
	exitError      = 1
	exitUsage      = 2
	exitStuck      = 3
	exitIncomplete = 5
)

func main() {
	os.Exit(runProcess())
}

func runProcess() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

// options are what the person typed.
type options struct {
	typ       string
	namespace string
	context   string
	grace     time.Duration
	every     time.Duration
	events    bool
}

func parse(args []string, errOut io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("deletion-check", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.StringVar(&o.typ, "kind", "", "the type to look at, as kubectl takes it: pvc, buckets.example.com")
	flags.StringVar(&o.namespace, "namespace", "", "the namespace to look at; empty for all")
	flags.StringVar(&o.context, "context", "", "the context of the kubeconfig; in a pod, its own cluster is used")
	flags.DurationVar(&o.grace, "grace", 10*time.Minute, "how long a deletion may take before somebody should know")
	flags.DurationVar(&o.every, "every", 0, "look again so often, until interrupted; 0 to look once")
	flags.BoolVar(&o.events, "events", false, "write an event on each object, once for each cause")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case o.typ == "" || flags.NArg() > 0:
		return o, errors.New("name one type with -kind, and nothing else")
	case o.grace < 0 || o.every < 0:
		return o, errors.New("-grace and -every are not below 0")
	}
	return o, nil
}

func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	o, err := parse(args, errOut)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		complain(errOut, "error", err)
		return exitUsage
	}
	c, err := newCheck(&o)
	if err != nil {
		complain(errOut, "error", err)
		return exitError
	}
	for {
		code := c.once(ctx, &o, out, errOut)
		if o.every == 0 {
			return code
		}
		select {
		case <-ctx.Done():
			return exitOK
		case <-time.After(o.every):
		}
	}
}

func newCheck(o *options) (*check, error) {
	flags := genericclioptions.NewConfigFlags(true)
	flags.Context = &o.context
	connection, err := cluster.Connect(flags, cluster.Options{UserAgent: "deletion-check", Timeout: 30 * time.Second})
	if err != nil {
		return nil, err
	}
	catalogue, err := catalogue.Load()
	if err != nil {
		return nil, err
	}
	return &check{cluster: connection, catalogue: catalogue, told: map[string]string{}}, nil
}

// once looks once, and tells what it found.
func (c *check) once(ctx context.Context, o *options, out, errOut io.Writer) int {
	r, err := c.look(ctx, o)
	if err != nil {
		if ctx.Err() == nil {
			complain(errOut, "error", err)
		}
		return exitError
	}
	if err := render.Problems(errOut, r.incomplete, render.Options{}); err != nil {
		return exitError
	}
	if err := writeMetrics(out, r); err != nil {
		return exitError
	}
	if o.events {
		for _, err := range c.tell(ctx, r) {
			complain(errOut, "warning", err)
		}
	}
	return r.exitCode()
}

// complain prints an error on one line. An error may quote a server, and so whatever
// somebody has written into an object.
func complain(errOut io.Writer, what string, err error) {
	_, _ = fmt.Fprintln(errOut, what+":", render.Line(err.Error())) // there is nobody else to tell
}
