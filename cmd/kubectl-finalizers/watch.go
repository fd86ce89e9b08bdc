package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/watching"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// watchFlags are what the person typed.
type watchFlags struct {
	askFlags
	form
	logsFlag
	until    string
	timeout  time.Duration
	interval time.Duration
}

// The values of --until, the default first.
const (
	untilGone  = "gone"
	untilStuck = "stuck"
)

var untils = []string{untilGone, untilStuck}

// watchOptions are what the work needs.
type watchOptions struct {
	question  asked.Question
	going     []string // the namespaces of which everything is meant
	catalogue *catalogue.Catalogue
	stuckEnds bool
	timeout   time.Duration // zero for without end
	interval  time.Duration // zero for one that adapts
	logs      string
	asJSON    bool
	screen    bool           // repaint a terminal instead of writing a log
	look      render.Options // whose width is that of the terminal when it began
}

func newWatch(a *app) *cobra.Command { return newWatchWith(a, runWatch) }

// newWatchWith lets a test see the options that a command line becomes.
func newWatchWith(a *app, run func(context.Context, *app, *watchOptions) error) *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch [TYPE/NAME ... | TYPE NAME ... | TYPE | -f FILE]",
		Short: "Follow a deletion to its end: what is left, what each hold waits for, what went and when",
		Long: `Follow a deletion to its end: what is left, what each hold waits for, what went and when.

In a terminal, what is left is shown as a tree that is renewed in place, and each object
that goes is noted above it with the time; q or Ctrl-C ends it. Elsewhere, and with
-o json, there is one line for each event: an object is gone, something else holds an
object than before, the count, what is stuck.

It ends when every object that was named is gone. An object made again under the name is
another one: the one that was asked about counts as gone. An object that nobody has asked
to go is followed too, so that it can be started before the delete. With a TYPE alone,
those of the type are followed that are being deleted when it starts; without any object,
everything in the namespace that is, or with -A in the cluster.

A server that does not answer is waited for, which is said within two seconds. Something
counts as gone only when the server says so. Something counts as stuck when two readings in
a row find it so, and as undecided when half a minute brings nothing to light.

Nothing is changed. The cluster is read every 1 to 5 seconds, and less often where reading
takes long. It is judged anew when something has changed, and every 15 seconds at least.

Exit codes: 0 everything named is gone, 1 it is not: --timeout is over, or an object named
does not exist to begin with, 2 the command line was wrong, 3 something named is stuck, and
5 undecided, where --until=stuck was given. Ended by q, it is 3 where something is stuck, 5
where something is undecided, else 1; ended by Ctrl-C or another signal it is 130.`,
		Example: `  # Follow a namespace to its end
  kubectl delete namespace shop --wait=false
  kubectl finalizers watch namespace/shop

  # Several objects
  kubectl finalizers watch pvc/data-0 pvc/data-1 -n shop

  # Everything that is being deleted in the cluster
  kubectl finalizers watch -A

  # Those of a type with a label
  kubectl finalizers watch pods -l app=web -n shop

  # In a script: at most ten minutes, and no longer than until it is stuck
  kubectl finalizers watch namespace/shop --until=stuck --timeout 10m

  # For a program: one JSON document a line
  kubectl finalizers watch cluster/demo -o json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := f.toOptions(a, args)
			if err != nil {
				return err
			}
			return run(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&f.allNamespaces, "all-namespaces", "A", false, "Look for the objects in all namespaces.")
	f.addSelect(flags)
	flags.StringSliceVarP(&f.files.Filenames, "filename", "f", nil, "Files, folders or URLs whose objects to follow; - is standard input.")
	flags.BoolVarP(&f.files.Recursive, "recursive", "R", false, "Use the folders below those of -f too.")
	flags.StringVarP(&f.files.Kustomize, "kustomize", "k", "", "A kustomization folder whose objects to follow.")
	addCatalogue(flags, &f.catalogues)
	value.ChooseAs(flags, &f.until, "until", "", "When to end: "+untilGone+", or "+untilStuck+" or undecided as well.", untils)
	flags.DurationVar(&f.timeout, "timeout", 0, "How long to follow; 0 is without end.")
	flags.DurationVar(&f.interval, "interval", 0, "How long to wait between two readings; 0 is 1s, and up to 5s while nothing changes.")
	f.addLogs(flags)
	f.addForm(flags, render.WatchFormats())
	return cmd
}

func (f *watchFlags) toOptions(a *app, args []string) (*watchOptions, error) {
	if err := f.checkForm(a, render.WatchFormats()); err != nil {
		return nil, err
	}
	if err := f.checkLogs(); err != nil {
		return nil, err
	}
	if err := value.Check(fmt.Sprintf("unknown value %q for --until", f.until), f.until, untils); err != nil {
		return nil, err
	}
	if f.timeout < 0 {
		return nil, exit.Usage(fmt.Errorf("--timeout=%s is less than 0", f.timeout), "0 is without end")
	}
	if f.interval < 0 {
		return nil, exit.Usage(fmt.Errorf("--interval=%s is less than 0", f.interval), "")
	}
	q, err := a.askAny(args, &f.askFlags)
	if err != nil {
		return nil, err
	}
	q.Going = true
	var going []string
	if len(args) == 0 && !f.named() {
		going = []string{q.Namespace} // which is empty for all of them
	}
	catalogue, err := a.catalogue(f.catalogues)
	if err != nil {
		return nil, err
	}
	return &watchOptions{
		going: going, question: q, catalogue: catalogue, stuckEnds: f.until == untilStuck,
		timeout: f.timeout, interval: f.interval, logs: f.when, asJSON: f.output == "json",
		screen: f.output == "text" && a.env.Repaints(a.Out),
		look:   a.env.Look(a.Out, f.color),
	}, nil
}

// runWatch reads once, which may fail as any other command does, and then
// follows what it found, whatever happens to the server.
func runWatch(ctx context.Context, a *app, o *watchOptions) error {
	whole, began := ctx, a.now()
	if o.timeout > 0 {
		bounded, cancel := context.WithTimeout(ctx, o.timeout)
		defer cancel()
		ctx = bounded
	}
	stop := a.progress("reading the cluster")
	defer stop()
	f, err := beginWatch(ctx, a, o, began)
	stop()
	switch {
	case whole.Err() != nil:
		return &exit.Error{Code: exit.Interrupted}
	case ctx.Err() != nil:
		return fmt.Errorf("nothing could be read within %s", o.timeout)
	case err != nil:
		return err
	case f == nil:
		return nil
	}
	restore := func() {}
	if o.screen {
		ctx, restore = watching.UntilQ(ctx, a.In)
	}
	outcome, err := f.Run(ctx)
	restore()
	if outcome == follow.OutcomeQuit {
		return errors.Join(err, quitting(f.Verdict()))
	}
	return errors.Join(err, o.failure(outcome))
}

// quitting is the error of a person who has seen enough: how things stand then. It is one
// in any case, for not everything is gone.
func quitting(v explain.Verdict) error {
	if code := exit.Of(v); code != exit.OK {
		return &exit.Error{Code: code}
	}
	return &exit.Error{Code: exit.Failed}
}

// failure is what it means to the person who waits for it to be gone.
func (o *watchOptions) failure(outcome follow.Outcome) error {
	switch outcome {
	case follow.OutcomeStuck:
		return &exit.Error{Code: exit.Stuck}
	case follow.OutcomeUndecided:
		return &exit.Error{Code: exit.Incomplete}
	case follow.OutcomeTimedOut:
		return fmt.Errorf("not gone within %s", o.timeout)
	case follow.OutcomeInterrupted:
		return &exit.Error{Code: exit.Interrupted}
	default:
		return nil
	}
}

// targets are the objects to follow. Where there are none, that is said.
func (o *watchOptions) targets(ctx context.Context, a *app, s *source.Source) ([]trace.Target, error) {
	find := o.question.Targets
	if len(o.going) > 0 {
		find = func(ctx context.Context, s *source.Source) ([]trace.Target, error) { return o.goingNow(ctx, a, s) }
	}
	targets, err := find(ctx, s)
	if err != nil || len(targets) > 0 {
		return targets, err
	}
	what := "nothing"
	if len(o.going) == 0 {
		what += " of that type"
	}
	exit.Say(a.ErrOut, render.Line(what+" is being deleted"+o.question.Place()))
	if o.question.InOneNamespace(s) {
		exit.Say(a.ErrOut, asked.EverywhereHint)
	}
	return nil, nil
}

// goingNow are the objects that are being deleted now. What cannot be listed is told, and
// the rest is followed.
func (o *watchOptions) goingNow(ctx context.Context, a *app, s *source.Source) ([]trace.Target, error) {
	tracer, _ := s.Inquiry(o.catalogue, o.going)
	tracer.Deleting = true
	graph, err := tracer.Trace(ctx, nil)
	if err != nil {
		return nil, s.WayTo(ctx, err)
	}
	_ = a.incomplete(graph.Incomplete, false) // the exit code is that of the watch
	var targets []trace.Target
	for i := range graph.Nodes {
		n := &graph.Nodes[i]
		at := slices.IndexFunc(s.Types.Kinds, func(k trace.Kind) bool { return k.Group == n.Group && k.Kind == n.Kind })
		if n.Asked && n.State.Going() && at >= 0 {
			targets = append(targets, trace.Target{Kind: s.Types.Kinds[at], Namespace: n.Namespace, Name: n.Name})
		}
	}
	return targets, nil
}

// shower shows what happens: on a screen of a terminal, and as a log elsewhere.
func (o *watchOptions) shower(a *app) func([]follow.Event, *follow.State) error {
	switch {
	case o.asJSON:
		return watching.JSON{W: a.Out}.Show
	case o.screen:
		return (&watching.Screen{W: a.Out, Look: o.look, Size: func() (int, int) { return terminal.Size(a.Out) }}).Show
	}
	return watching.Log{W: a.Out, Look: o.look}.Show
}

// beginWatch finds what is meant and reads it for the first time. Without any
// object, nothing is to be followed.
func beginWatch(ctx context.Context, a *app, o *watchOptions, began time.Time) (*follow.Follower, error) {
	s, err := a.open(ctx, &sourceFlags{})
	if err != nil {
		return nil, err
	}
	targets, err := o.targets(ctx, a, s)
	if err != nil || len(targets) == 0 {
		return nil, err
	}
	s.Listen(o.logs)
	live, asked := s.Live, s // what was just asked serves the first reading
	f := &follow.Follower{
		Targets: targets, Catalogue: o.catalogue, Now: a.now, Began: began,
		Interval: o.interval, StuckEnds: o.stuckEnds, Logs: s.Logs, EveryLog: s.EveryLog,
		Ping: live.Ping, Show: o.shower(a),
		Open: func(ctx context.Context) (explain.Reader, time.Time, error) {
			now := asked
			if asked = nil; now == nil {
				var err error
				if now, err = a.served(ctx, live); err != nil {
					return nil, time.Time{}, err
				}
			}
			return now, now.Clock.At, nil
		},
	}
	err = f.Begin(ctx)
	refused, ok := errors.AsType[*trace.AskError](err)
	if !ok {
		return f, err
	}
	for _, err := range s.WaysTo(ctx, refused.Errs) {
		a.stderr().Report(err)
	}
	return nil, &exit.Error{Code: exit.Failed}
}
