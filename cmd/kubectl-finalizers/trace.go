package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// traceFlags are what the person typed.
type traceFlags struct {
	askFlags
	contexts contexts.Flags
	form
	up, down      bool
	depth         int
	deleting, all bool
}

// traceOptions are what the work needs.
type traceOptions struct {
	question asked.Question
	source   sourceFlags
	tracer   trace.Tracer // without its Reader and its Linker
	// catalogue is read while the server is asked what kinds it has.
	catalogue func() (*catalogue.Catalogue, error)
	output    string
	// forPeople says that a person reads the answer, not a program.
	forPeople bool
	render    render.Options
}

func newTrace(a *app) *cobra.Command { return newTraceWith(a, runTrace) }

// newTraceWith lets a test see the options that a command line becomes.
func newTraceWith(a *app, run func(context.Context, *app, *traceOptions) error) *cobra.Command {
	var f traceFlags
	cmd := &cobra.Command{
		Use:   "trace (TYPE/NAME ... | TYPE NAME ... | TYPE | -f FILE)",
		Short: "Show what an object's deletion depends on, with every finalizer",
		Long: `Show what an object's deletion depends on, with every finalizer.

The tree leads up to all owners and down to all dependents and managed objects. For
each it shows what the API server says is happening, the finalizers with the
controller that likely owns each, and where the object's status claims something else.
What could not be read is listed on standard error, and in the output.

Exit codes: 0 the answer is complete, 1 it could not be given, 2 the command line was
wrong, 5 something could not be read.`,
		Example: `  # What keeps a namespace
  kubectl finalizers trace namespace/shop

  # Who uses a volume claim
  kubectl finalizers trace pvc data-0 -n shop

  # Everything in the namespace that is going away, and the path to it
  kubectl finalizers trace namespace/shop --deleting

  # The objects of a manifest, as they are in the cluster, for a program
  kubectl finalizers trace -f app.yaml -o json

  # One file that any browser shows, to fold and to search
  kubectl finalizers trace namespace/shop -o html > shop.html

  # A picture
  kubectl finalizers trace deployment/web -o dot | dot -Tsvg > web.svg

  # The same namespace in many clusters, all asked at once
  kubectl finalizers trace namespace/shop --deleting --contexts 'prod-*'

  # What a colleague's snapshot or dump shows
  kubectl finalizers trace namespace/shop --from shop.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			many, err := f.contexts.Many()
			if err != nil {
				return err
			}
			if many {
				return f.runMany(cmd.Context(), a, args)
			}
			opts, err := f.toOptions(a, args)
			if err != nil {
				return err
			}
			return run(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	f.add(flags)
	flags.BoolVar(&f.up, "up", false, "Only what stands above the object.")
	flags.BoolVar(&f.down, "down", false, "Only what stands below the object.")
	flags.IntVar(&f.depth, "depth", 0, "How far below the object to go; 0 is without end.")
	flags.BoolVar(&f.deleting, "deleting", false, "Only what is going away, and the path to it.")
	flags.BoolVar(&f.all, "all", false, "Every object, also those that are alike and healthy.")
	f.contexts.Add(flags)
	f.addForm(flags, render.GraphFormats())
	return cmd
}

func (f *traceFlags) toOptions(a *app, args []string) (*traceOptions, error) {
	if err := f.checkForm(a, render.GraphFormats()); err != nil {
		return nil, err
	}
	if f.depth < 0 {
		return nil, exit.Usage(fmt.Errorf("--depth=%d is less than 0", f.depth), "0 is without end")
	}
	if f.deleting && f.all {
		return nil, exit.Usage(errors.New("--deleting cannot be used with --all"), "--deleting never folds")
	}
	q, err := a.ask(args, &f.askFlags)
	if err != nil {
		return nil, err
	}
	return &traceOptions{
		question: q, forPeople: render.ForPeople(f.output),
		source: f.sourceFlags, catalogue: a.meanwhile(f.catalogues),
		tracer: trace.Tracer{Up: f.up && !f.down, Down: f.down && !f.up, Depth: f.depth, Deleting: f.deleting, All: f.all},
		output: f.output,
		render: a.env.Look(a.Out, f.color),
	}, nil
}

func runTrace(ctx context.Context, a *app, o *traceOptions) error {
	stop := a.progress("reading the cluster")
	defer stop()
	graph, refused, err := o.read(ctx, a)
	stop()
	if err != nil {
		return err
	}
	if graph != nil {
		if err := render.Graph(a.Out, graph, o.output, o.render); err != nil {
			return err
		}
	}
	return o.outcome(a, graph, refused)
}

// outcome reports what the answer lacks: the objects that do not exist or may
// not be read, each by name, and what else could not be read.
func (o *traceOptions) outcome(a *app, graph *trace.Graph, refused []error) error {
	if graph == nil {
		return a.lacking(refused, nil, false)
	}
	return a.lacking(refused, graph.Incomplete, o.forPeople)
}

// lacking tells of the objects that are not to be had, and of what else could not be read,
// which the answer beside it may say in part, and chooses the exit code for it.
func (a *app) lacking(refused []error, incomplete []trace.Problem, said bool) error {
	for _, err := range refused {
		a.stderr().Report(err)
	}
	err := a.incomplete(incomplete, said)
	if len(refused) > 0 {
		return &exit.Error{Code: exit.Failed}
	}
	return err
}

// incomplete warns of what could not be read, and chooses the exit code for it. Said is that the answer beside it
// tells where only a file was read.
// Warnings are not coloured: they are rare, and other tools read them, for which
// each stays on one line.
func (a *app) incomplete(problems []trace.Problem, said bool) error {
	if len(problems) == 0 {
		return nil
	}
	if err := render.Problems(a.ErrOut, problems, render.Options{Width: terminal.Width(a.ErrOut), ASCII: a.env.ASCII(), Cluster: a.cluster, Said: said}); err != nil {
		return err
	}
	return &exit.Error{Code: exit.Incomplete}
}

// read returns the graph of the objects that are to be had, nil when none is,
// and an error for each that is not.
func (o *traceOptions) read(ctx context.Context, a *app) (*trace.Graph, []error, error) {
	s, unreached := a.open(ctx, &o.source)
	known, err := o.catalogue()
	if err = cmp.Or(err, unreached); err != nil {
		return nil, nil, err
	}
	targets, err := o.question.Targets(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	if len(targets) == 0 {
		if o.forPeople {
			exit.Say(a.ErrOut, o.question.Nothing(s))
			return nil, nil, nil
		}
		return &trace.Graph{At: s.Clock.At, AtLeast: s.Clock.AtLeast}, nil, nil
	}
	tracer := o.tracer
	tracer.Reader, tracer.Linker, tracer.Now, tracer.AtLeast = s, known, s.Clock.At, s.Clock.AtLeast
	graph, err := tracer.Trace(ctx, targets)
	if refused, ok := errors.AsType[*trace.AskError](err); ok {
		return graph, s.WaysTo(ctx, refused.Errs), nil
	}
	return graph, nil, err
}
