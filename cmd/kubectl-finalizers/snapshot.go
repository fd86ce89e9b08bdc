package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func newSnapshot(a *app) *cobra.Command {
	var allNamespaces, logs bool
	var catalogues []string
	cmd := &cobra.Command{
		Use:   "snapshot (TYPE/NAME ... | -n NAMESPACE | -A) > FILE",
		Short: "Write what the other commands need into a file, without secrets",
		Long: `Write what the other commands need into a file, without secrets.

Every reading command answers from such a file with --from, as it would have from the
cluster at that moment. It holds the objects of one namespace (or, with -A, of all) and
the cluster-scoped ones, and besides all that why-stuck looks at to say why what is being
deleted there is still there: holders in other namespaces, their pods, Leases and roles, the
metadata of what was searched through, and what the server answered to access reviews and
dry runs. Of objects that are named it holds that alone. It never holds the data of Secrets and ConfigMaps, the values
of environment variables, arguments of commands (but for feature gates), or fields, labels
and annotations whose names speak of credentials. What is a credential by its form, or
stands beside such a name in a text, is taken out wherever it is: passwords in addresses,
name=value, private keys, signed tokens, keys of clouds. The file says under "redacted" how
many values were taken out of which fields. Read it anyway before you hand it on: the
names of objects are in it, and no rule knows every secret.

With --logs it holds besides what why-stuck would quote of the logs of holders: the lines
that name an object that is being deleted there, or its finalizer, and what a holder that
crashes said last. What is a credential by the same rules is taken out of them.`,
		Example: `  # What a colleague needs to look at a namespace
  kubectl finalizers snapshot -n shop > shop.json

  # What it takes to say why one object stays, and no more
  kubectl finalizers snapshot pvc/data-0 -n shop > data-0.json

  # The whole cluster, compressed
  kubectl finalizers snapshot -A | gzip > cluster.json.gz

  # With the lines of logs that tell why
  kubectl finalizers snapshot -n shop --logs > shop.json

  # Look at it
  kubectl finalizers trace namespace/shop --from shop.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if terminal.Is(a.Out) {
				return exit.Usage(errors.New("a snapshot is not for reading on a terminal"), fmt.Sprintf("redirect it: %s > FILE", cmd.CommandPath()))
			}
			q, err := a.askAny(args, &askFlags{allNamespaces: allNamespaces})
			if err != nil {
				return err
			}
			q.Going = true
			catalogue, err := a.catalogue(catalogues)
			if err != nil {
				return err
			}
			return runSnapshot(cmd.Context(), a, &whyOptions{question: q, catalogue: catalogue}, logs)
		},
	}
	cmd.Flags().BoolVarP(&allNamespaces, "all-namespaces", "A", false, "Take the objects of all namespaces, or look for the named ones there.")
	cmd.Flags().BoolVar(&logs, "logs", false, "Take along the lines of holders' logs that tell of what is being deleted.")
	addCatalogue(cmd.Flags(), &catalogues)
	return cmd
}

// runSnapshot looks for the answer that why-stuck gives, and writes what it looked at.
func runSnapshot(ctx context.Context, a *app, o *whyOptions, logs bool) error {
	c, err := a.connect()
	if err != nil {
		return err
	}
	opts := dump.SnapshotOptions{Only: len(o.question.Args) > 0}
	if !opts.Only {
		o.going = []string{o.question.Namespace} // which is empty for all of them
		if !o.question.Everywhere {
			opts.Namespaces = o.going
			if err := checkNamespace(ctx, c, o.question.Namespace); err != nil {
				return err
			}
		}
	}
	version, err := c.Version(ctx)
	if err != nil {
		return err
	}
	opts.ServerVersion = version.GitVersion
	stop := a.progress("reading the cluster")
	defer stop()
	s, err := a.served(ctx, c)
	if err != nil {
		return err
	}
	opts.At, opts.Looked = s.Clock.At, dump.Record(c)
	s.Reader = opts.Looked
	if logs {
		opts.Logs = &dump.Logs{}
		s.KeepLog = opts.Logs.Keep
	} else {
		s.Logs = nil
	}
	_, refused, err := o.diagnose(ctx, s, nil)
	if err = errors.Join(append(refused, err)...); err != nil && (opts.Only || ctx.Err() != nil) {
		return err
	}
	problems, err := dump.Snapshot(ctx, a.Out, c, opts)
	stop()
	if err != nil {
		return err
	}
	return a.incomplete(problems, false)
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
