package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/version"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// stamp is the release, set by the linker. Without it the version that the Go
// toolchain recorded is used.
var stamp string

// buildInfo says what this binary is. It is part of the output contract of
// "version -o json".
type buildInfo struct {
	Version   string `json:"version"`
	Commit    string `json:"commit,omitempty"`
	GoVersion string `json:"goVersion"`
	Platform  string `json:"platform"`
}

func clientVersion() buildInfo {
	info := buildInfo{Version: stamp, GoVersion: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	built, ok := debug.ReadBuildInfo()
	if ok {
		if info.Version == "" {
			info.Version = built.Main.Version
		}
		for _, s := range built.Settings {
			if s.Key == "vcs.revision" {
				info.Commit = s.Value
			}
		}
	}
	if info.Version == "" || info.Version == "(devel)" {
		info.Version = "v0.0.0-dev"
	}
	return info
}

// versions is the answer of the command. Server is nil where it was not asked
// or did not answer.
type versions struct {
	Client buildInfo     `json:"clientVersion"`
	Server *version.Info `json:"serverVersion,omitempty"`
}

type versionOptions struct {
	clientOnly bool
	output     string
}

// versionFormats are the formats of a version, the default first.
var versionFormats = []string{"text", "json", "yaml"}

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
			if err := checkFormat(opts.output, versionFormats...); err != nil {
				return err
			}
			return runVersion(cmd.Context(), a, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.clientOnly, "client", false, "Print only the version of the plugin; needs no server.")
	value.ChooseAs(cmd.Flags(), &opts.output, "output", "o", "How to print it: text, json or yaml.", versionFormats)
	return cmd
}

// runVersion prints what is known even when the server does not answer.
func runVersion(ctx context.Context, a *app, opts versionOptions) error {
	v := versions{Client: clientVersion()}
	var unanswered error
	if !opts.clientOnly {
		v.Server, unanswered = serverVersion(ctx, a)
	}
	if err := printVersions(a.Out, opts.output, v); err != nil {
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

func printVersions(w io.Writer, format string, v versions) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	case "yaml":
		out, err := yaml.Marshal(v)
		if err != nil {
			return fmt.Errorf("writing the version as yaml: %w", err)
		}
		_, err = w.Write(out)
		return err
	}
	if _, err := fmt.Fprintf(w, "Client Version: %s\n", v.Client.Version); err != nil {
		return err
	}
	if v.Server == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "Server Version: %s\n", render.Line(v.Server.GitVersion))
	return err
}
