package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

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
			return usageError(err, fmt.Sprintf("use '%s delete', '%s uninstall' or '%s move'", path, path, path))
		},
	}
	cmd.AddCommand(newPreflightDelete(a), newPreflightUninstall(a), newPreflightMove(a))
	return cmd
}

func newPreflightMove(a *app) *cobra.Command {
	var allNamespaces bool
	var source sourceFlags
	var f form
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
  kubectl finalizers preflight move -A --context new-management`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.checkForm(a, render.PreflightFormats()); err != nil {
				return err
			}
			if err := source.check(); err != nil {
				return err
			}
			if err := a.checkNamespaces(allNamespaces); err != nil {
				return err
			}
			return a.preflightMove(cmd.Context(), allNamespaces, &source, f)
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&allNamespaces, "all-namespaces", "A", false, "Look in all namespaces.")
	source.add(flags)
	f.addForm(flags, render.PreflightFormats())
	return cmd
}

func (a *app) preflightMove(ctx context.Context, all bool, source *sourceFlags, f form) error {
	namespace := ""
	if !all && (source.from == "" || *a.flags.Namespace != "") {
		var err error
		if namespace, _, err = a.flags.ToRawKubeConfigLoader().Namespace(); err != nil {
			return fmt.Errorf("reading the kubeconfig: %w", err)
		}
	}
	stop := a.progress("reading the cluster")
	defer stop()
	s, err := a.open(ctx, source)
	if err != nil {
		return err
	}
	p, err := preflight.Move(ctx, s, s.clock, namespace)
	stop()
	if errors.Is(err, preflight.ErrNoMove) {
		return &codedError{Code: exitError, Err: err, Hint: "is this the cluster to move into? 'clusterctl init' prepares it"}
	}
	if err != nil {
		return err
	}
	look := a.look(f.color)
	look.Command = a.reach(&askFlags{sourceFlags: *source}).command
	if err := render.Preflight(a.Out, p, f.output, look); err != nil {
		return err
	}
	err = a.incomplete(p.Incomplete)
	if len(p.Obstacles) > 0 {
		return &codedError{Code: exitStuck}
	}
	return err
}
