package main

import (
	"context"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/version"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/release"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
)

// stamp is the release, set by the linker. Without it the version that the Go
// toolchain recorded is used.
var stamp string

func clientVersion() release.Build { return release.Of(stamp) }

type versionOptions struct {
	clientOnly bool
	output     string
}

func newVersion(a *app) *cobra.Command {
	var opts versionOptions
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the plugin and of the server",
		Example: `  # Both versions
  kubectl finalizers version

  # The plugin's own, without a server
  kubectl finalizers version --client

  # For a script
  kubectl finalizers version -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkFormat(opts.output, release.Formats()...); err != nil {
				return err
			}
			return runVersion(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.clientOnly, "client", false, "Print only the version of the plugin; needs no server.")
	value.ChooseAs(cmd.Flags(), &opts.output, "output", "o", "How to print it: text, json or yaml.", release.Formats())
	return cmd
}

// runVersion prints what is known even when the server does not answer.
func runVersion(ctx context.Context, a *app, opts versionOptions) error {
	v := release.Versions{Client: clientVersion()}
	var unanswered error
	if !opts.clientOnly {
		v.Server, unanswered = serverVersion(ctx, a)
	}
	if err := v.Print(a.Out, opts.output); err != nil {
		return err
	}
	return unanswered
}

func serverVersion(ctx context.Context, a *app) (*version.Info, error) {
	c, err := a.connect()
	if err != nil {
		return nil, a.wayOn(err)
	}
	info, err := c.Version(ctx)
	if err != nil {
		return nil, a.wayOn(err)
	}
	return &info, nil
}
