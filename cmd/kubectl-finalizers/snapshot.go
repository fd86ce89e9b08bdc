package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func newSnapshot(a *app) *cobra.Command {
	var allNamespaces, logs bool
	cmd := &cobra.Command{
		Use:   "snapshot (-n NAMESPACE | -A) > FILE",
		Short: "Write what the other commands need into a file, without secrets",
		Long: `Write what the other commands need into a file, without secrets.

Every reading command answers from such a file with --from, as it would have from the
cluster at that moment. It holds the objects of one namespace (or, with -A, of all) and
the cluster-scoped ones. It never holds the data of Secrets and ConfigMaps, the values
of environment variables, arguments of commands (but for feature gates), or fields, labels
and annotations whose names speak of credentials. What is a credential by its form, or
stands beside such a name in a text, is taken out wherever it is: passwords in addresses,
name=value, private keys, signed tokens, keys of clouds. The file says under "redacted" how
many values were taken out of which fields. Read it before you hand it on all the same: the
names of objects are in it, and no rule knows every secret.

With --logs it holds besides what why-stuck would quote of the logs of holders: the lines
that name an object that is being deleted there, or its finalizer, and what a holder that
crashes said last. What is a credential by the same rules is taken out of them.`,
		Example: `  # What a colleague needs to look at a namespace
  kubectl finalizers snapshot -n shop > shop.json

  # The whole cluster, compressed
  kubectl finalizers snapshot -A | gzip > cluster.json.gz

  # With the lines of logs that tell why
  kubectl finalizers snapshot -n shop --logs > shop.json

  # Look at it
  kubectl finalizers trace namespace/shop --from shop.json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if isTerminal(a.Out) {
				return usageError(errors.New("a snapshot is not for reading on a terminal"), fmt.Sprintf("redirect it: %s > FILE", cmd.CommandPath()))
			}
			if err := a.checkNamespaces(allNamespaces); err != nil {
				return err
			}
			return runSnapshot(cmd.Context(), a, allNamespaces, logs)
		},
	}
	cmd.Flags().BoolVarP(&allNamespaces, "all-namespaces", "A", false, "Take the objects of all namespaces.")
	cmd.Flags().BoolVar(&logs, "logs", false, "Take along the lines of holders' logs that tell of what is being deleted.")
	return cmd
}

func runSnapshot(ctx context.Context, a *app, allNamespaces, logs bool) error {
	c, err := a.connect()
	if err != nil {
		return err
	}
	opts := dump.SnapshotOptions{At: a.now()}
	if !allNamespaces {
		namespace, _, err := a.flags.ToRawKubeConfigLoader().Namespace()
		if err != nil {
			return err
		}
		if err := checkNamespace(ctx, c, namespace); err != nil {
			return err
		}
		opts.Namespaces = []string{namespace}
	}
	version, err := c.Version(ctx)
	if err != nil {
		return err
	}
	opts.ServerVersion = version.GitVersion
	stop := a.progress("reading the cluster")
	defer stop()
	if logs {
		if opts.Logs, err = keptLogs(ctx, a, c, opts.Namespaces); err != nil {
			return err
		}
	}
	problems, err := dump.Snapshot(ctx, a.Out, c, opts)
	stop()
	if err != nil {
		return err
	}
	return a.incomplete(problems)
}

// keptLogs are the lines of logs that an answer about all that is going would rest on.
func keptLogs(ctx context.Context, a *app, c *cluster.Cluster, namespaces []string) (*dump.Logs, error) {
	catalogue, err := a.catalogue(nil)
	if err != nil {
		return nil, err
	}
	s, err := a.served(ctx, c)
	if err != nil {
		return nil, err
	}
	if len(namespaces) == 0 {
		namespaces = []string{""}
	}
	kept := &dump.Logs{}
	tracer, diagnoser := s.inquiry(catalogue, namespaces)
	tracer.Deleting, diagnoser.KeepLog = true, kept.Keep
	graph, err := tracer.Trace(ctx, nil)
	if err != nil || graph == nil {
		return kept, err
	}
	_, err = diagnoser.Diagnose(ctx, graph)
	return kept, err
}

// checkNamespace refuses a namespace that does not exist, of which a snapshot
// would look like that of an empty one. One that may not be read may exist.
func checkNamespace(ctx context.Context, c *cluster.Cluster, name string) error {
	kind := trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces"}
	if _, err := c.Get(ctx, kind, "", name); apierrors.IsNotFound(err) {
		return &trace.NotFoundError{Ref: trace.Ref{Kind: kind.Kind, Name: name}, Resource: kind.Resource}
	}
	return nil
}
