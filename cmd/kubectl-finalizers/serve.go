package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/serve"
)

// serveFlags are what the person typed.
type serveFlags struct {
	listen     string
	after      time.Duration
	again      time.Duration
	mostSeries int
	logs       string
	catalogues []string
}

// serveOptions are what the work needs.
type serveOptions struct {
	listen     string
	after      time.Duration
	again      time.Duration
	mostSeries int
	logs       bool
	catalogue  *catalogue.Catalogue
}

// The least that the flags may be: a judgement reads what it needs anew, and a series is
// needed for each verdict.
const (
	leastAgain  = 10 * time.Second
	leastSeries = 20
)

func newServe(a *app) *cobra.Command { return newServeWith(a, runServe) }

// newServeWith lets a test see the options that a command line becomes.
func newServeWith(a *app, run func(context.Context, *app, *serveOptions) error) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Watch the whole cluster and offer what is being deleted, and why it hangs, as metrics",
		Long: `Watch the whole cluster and offer what is being deleted, and why it hangs, as metrics.

It runs until it is ended, in the cluster or beside it, and answers at /metrics for
Prometheus: how many objects are being deleted and since when, by kind, namespace,
finalizer, holder, verdict and reason. The verdict is that of why-stuck; what has been going
for less than --after has the verdict NotJudged. /healthz and /readyz tell how it is itself.

Every kind is watched, those of new CustomResourceDefinitions too. What lives is not kept,
so that it needs no more memory in a large cluster. Nothing is changed.

Manifests, alert rules and a dashboard are in the folder deploy of the project.

Exit codes: 0 it was ended, 1 it could not serve, 2 the command line was wrong.`,
		Example: `  # From where you are, for a look at http://127.0.0.1:8080/metrics
  kubectl finalizers serve

  # What is judged: whatever has been going for ten minutes
  kubectl finalizers serve --after 10m

  # In a pod
  kubectl-finalizers serve --listen :8080`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opts, err := f.toOptions(a)
			if err != nil {
				return err
			}
			return run(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:8080", "The address and port to answer at; without an address, as in :8080, at all of this machine.")
	flags.DurationVar(&f.after, "after", 5*time.Minute, "How long an object has been going before it is judged.")
	flags.DurationVar(&f.again, "again", 5*time.Minute, "How long a judgement stands while nothing of its object changes.")
	flags.IntVar(&f.mostSeries, "max-series", 2000, "How many series of what is being deleted there may be; the newest beyond that are told together.")
	value.ChooseAs(flags, &f.logs, "logs", "", "Whether to read the logs of holders where nothing else tells why: never, or auto.", []string{"never", "auto"})
	addCatalogue(flags, &f.catalogues)
	return cmd
}

func (f *serveFlags) toOptions(a *app) (*serveOptions, error) {
	if _, _, err := net.SplitHostPort(f.listen); err != nil {
		return nil, exit.Usage(fmt.Errorf("--listen=%s is no address with a port", f.listen), "use 127.0.0.1:8080, or :8080 for all addresses")
	}
	if f.after < 0 {
		return nil, exit.Usage(fmt.Errorf("--after=%s is less than 0", f.after), "")
	}
	if f.again < leastAgain {
		return nil, exit.Usage(fmt.Errorf("--again=%s is less than %s", f.again, leastAgain), "")
	}
	if f.mostSeries < leastSeries {
		return nil, exit.Usage(fmt.Errorf("--max-series=%d is less than %d", f.mostSeries, leastSeries), "")
	}
	if err := value.Check(fmt.Sprintf("unknown value %q for --logs", f.logs), f.logs, []string{"never", "auto"}); err != nil {
		return nil, err
	}
	if *a.flags.Namespace != "" {
		return nil, exit.Usage(errors.New("serve watches the whole cluster, not a namespace"), "leave --namespace out")
	}
	catalogue, err := a.catalogue(f.catalogues)
	if err != nil {
		return nil, err
	}
	return &serveOptions{
		listen: f.listen, after: max(f.after, time.Second), again: f.again, mostSeries: f.mostSeries,
		logs: f.logs == "auto", catalogue: catalogue,
	}, nil
}

// lastWords is how long an answer may take that was begun before the end.
const lastWords = 5 * time.Second

func runServe(ctx context.Context, a *app, o *serveOptions) error {
	c, err := a.connect()
	if err != nil {
		return err
	}
	var listening net.ListenConfig
	listener, err := listening.Listen(ctx, "tcp", o.listen)
	if err != nil {
		return fmt.Errorf("answering at %s: %w", o.listen, err)
	}
	log := slog.New(slog.NewTextHandler(a.ErrOut, nil))
	server := serve.New(serve.Options{
		Cluster: c, Catalogue: o.catalogue, After: o.after, Again: o.again, Logs: o.logs, MostSeries: o.mostSeries,
		Version: clientVersion().Version, Now: a.now, Log: log,
	})
	log.Info("answering", "address", listener.Addr().String())
	web := http.Server{
		Handler: server.Handler(), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	running, ctx := errgroup.WithContext(ctx)
	running.Go(func() error { return server.Run(ctx) })
	running.Go(func() error {
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("answering at %s: %w", o.listen, err)
		}
		return nil
	})
	running.Go(func() error {
		<-ctx.Done()
		log.Info("ending")
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
		defer cancel()
		return web.Shutdown(ending)
	})
	return running.Wait()
}
