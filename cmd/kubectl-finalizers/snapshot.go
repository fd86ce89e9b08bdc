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
	var allNamespaces bool
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
names of objects are in it, and no rule knows every secret.`,
		Example: `  # What a colleague needs to look at a namespace
  kubectl finalizers snapshot -n shop > shop.json

  # The whole cluster, compressed
  kubectl finalizers snapshot -A | gzip > cluster.json.gz

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
			return runSnapshot(cmd.Context(), a, allNamespaces)
		},
	}
	cmd.Flags().BoolVarP(&allNamespaces, "all-namespaces", "A", false, "Take the objects of all namespaces.")
	return cmd
}

func runSnapshot(ctx context.Context, a *app, allNamespaces bool) error {
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
	problems, err := dump.Snapshot(ctx, a.Out, c, opts)
	stop()
	if err != nil {
		return err
	}
	return a.incomplete(problems)
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
