package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

func newPreflight(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "preflight",
		Short: "Say what a delete, an uninstall or a move will do, before it is done",
		Long: `Say what a delete, an uninstall or a move will do, before it is done.

Most deletions that hang were made by the order of things: an operator went before its
objects, a namespace took the webhook along, a definition took everybody's objects. These
commands only read.`,
		Example: `  # What goes with a namespace, what will hang, and on whom
  kubectl finalizers preflight delete namespace/shop

  # How to uninstall what Helm has installed
  kubectl finalizers preflight uninstall helm/gearbox -n gearbox-system

  # Before 'clusterctl move --to-kubeconfig new.kubeconfig -n lab'
  kubectl finalizers preflight move -n lab --kubeconfig new.kubeconfig`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := errors.New("no operation is named")
			if len(args) > 0 {
				err = fmt.Errorf("unknown operation %q", args[0])
			}
			path := cmd.CommandPath()
			return exit.Usage(err, fmt.Sprintf("use '%s delete', '%s uninstall' or '%s move'", path, path, path))
		},
	}
	cmd.AddCommand(newPreflightDelete(a), newPreflightUninstall(a), newPreflightMove(a))
	return cmd
}

// moveFlags are what the person typed.
type moveFlags struct {
	allNamespaces bool
	sourceFlags
	contexts contexts.Flags
	form
}

// moveOptions are what the work needs.
type moveOptions struct {
	namespace string // empty for all
	source    sourceFlags
	reach     pasted.Reach
	output    string
	render    render.Options
}

func newPreflightMove(a *app) *cobra.Command {
	var f moveFlags
	cmd := &cobra.Command{
		Use:   "move",
		Short: "List what 'clusterctl move' must not meet in the cluster it moves into",
		Long: `List what 'clusterctl move' must not meet in the cluster it moves into.

It is asked of the management cluster that 'clusterctl move' will move into, and lists
every object there that is being deleted and that a move may write to. Such a move fails,
or, where the leftover holds the same finalizers, it moves the cluster into an object that
is being deleted, and the real infrastructure goes with it. The Clusters that live there
are named too: if it is those that are to be moved, it is the wrong side that was asked.

Exit codes: 0 nothing is in the way, 1 the answer could not be given, 2 the command line
was wrong, 3 something is in the way, 5 nothing was found but not everything could be
read.`,
		Example: `  # Before 'clusterctl move --to-kubeconfig new.kubeconfig -n lab'
  kubectl finalizers preflight move -n lab --kubeconfig new.kubeconfig

  # All namespaces
  kubectl finalizers preflight move -A --context new-management

  # Which of the management clusters could be moved into
  kubectl finalizers preflight move -A --contexts '*-management'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			many, err := f.contexts.Many()
			if err != nil {
				return err
			}
			if many {
				return f.runMany(cmd.Context(), a)
			}
			opts, err := f.toOptions(a)
			if err != nil {
				return err
			}
			return runPreflightMove(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&f.allNamespaces, "all-namespaces", "A", false, "Look in all namespaces.")
	f.add(flags)
	f.contexts.Add(flags)
	f.addForm(flags, render.PreflightFormats())
	return cmd
}

func (f *moveFlags) toOptions(a *app) (*moveOptions, error) {
	if err := f.checkForm(a, render.PreflightFormats()); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if err := a.checkNamespaces(f.allNamespaces); err != nil {
		return nil, err
	}
	o := &moveOptions{source: f.sourceFlags, output: f.output, render: a.env.Look(a.Out, f.color), reach: a.reach(&askFlags{sourceFlags: f.sourceFlags})}
	o.render.Command = o.reach.Command
	if f.allNamespaces || f.from != "" && *a.flags.Namespace == "" {
		return o, nil
	}
	var err error
	if o.namespace, _, err = a.flags.ToRawKubeConfigLoader().Namespace(); err != nil {
		return nil, fmt.Errorf("reading the kubeconfig: %w", err)
	}
	return o, nil
}

func runPreflightMove(ctx context.Context, a *app, o *moveOptions) error {
	stop := a.progress("reading the cluster")
	defer stop()
	p, _, err := o.ask(ctx, a)
	stop()
	if err != nil {
		return err
	}
	if err := render.Preflight(a.Out, p, o.output, o.render); err != nil {
		return err
	}
	return o.outcome(a, p, nil)
}

// ask looks for what is in the way.
func (o *moveOptions) ask(ctx context.Context, a *app) (*preflight.Result, []error, error) {
	s, err := a.open(ctx, &o.source)
	if err != nil {
		return nil, nil, err
	}
	p, err := preflight.Move(ctx, s, s.Clock, o.namespace)
	if errors.Is(err, preflight.ErrNoMove) {
		err = &exit.Error{Code: exit.Failed, Err: err, Hint: "is this the cluster to move into? 'clusterctl init' prepares it"}
	}
	return p, nil, err
}

// outcome says what could not be read, and chooses the exit code.
func (o *moveOptions) outcome(a *app, p *preflight.Result, _ []error) error {
	err := a.incomplete(p.Incomplete, render.ForPeople(o.output))
	if len(p.Obstacles) > 0 {
		return &exit.Error{Code: exit.Stuck}
	}
	return err
}
