package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/forecasting"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

func newPreflightUninstall(a *app) *cobra.Command {
	return newPreflightUninstallWith(a, runForecast)
}

// newPreflightUninstallWith lets a test see the options that a command line becomes.
func newPreflightUninstallWith(a *app, run func(context.Context, *app, *forecastOptions) error) *cobra.Command {
	var f askFlags
	var form form
	cmd := &cobra.Command{
		Use:   "uninstall (helm/NAME | group/NAME | TYPE/NAME ... | -f FILE)",
		Short: "Say what an uninstall takes along, what will hang, and in which order it works",
		Long: `Say what an uninstall takes along, what will hang, and in which order it works.

It uninstalls nothing. What is uninstalled is named by what has installed it:

  helm/NAME          a Helm release in the namespace, by the label and the annotations
                     that Helm leaves on its objects; its Secret is never read
  subscription/NAME  an operator of OLM, with its ClusterServiceVersion; csv/NAME is
                     the same
  provider.pkg.crossplane.io/NAME
                     a package of Crossplane; so do configuration and function
  crd/NAME           a definition, with all of its objects
  group/NAME         all definitions of an API group
  namespace/NAME     a namespace
  -f FILE            the manifests that installed it; what of them is not there is
                     passed over

Any other TYPE/NAME is taken for an object that installs something, and is deleted. The
answer is that of preflight delete. Besides, it looks for objects elsewhere that only what
goes can let go, and that would stay held for ever.

` + exitCodesOfForecast,
		Example: `  # A release, and the order in which it can go
  kubectl finalizers preflight uninstall helm/gearbox -n gearbox-system

  # A provider of Crossplane with what it manages
  kubectl finalizers preflight uninstall provider.pkg.crossplane.io/provider-lab

  # An operator of OLM
  kubectl finalizers preflight uninstall subscription/gearbox -n operators

  # Everybody's objects of an API group
  kubectl finalizers preflight uninstall group/gearbox.example.org -o wide

  # What was installed from manifests
  kubectl finalizers preflight uninstall -f app.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := form.checkForm(a, render.ForecastFormats()); err != nil {
				return err
			}
			opts, err := uninstallOptions(a, args, &f, &form)
			if err != nil {
				return err
			}
			return run(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	f.add(flags)
	form.addForm(flags, render.ForecastFormats())
	return cmd
}

func uninstallOptions(a *app, args []string, f *askFlags, form *form) (*forecastOptions, error) {
	if len(args) == 1 && !strings.Contains(args[0], "/") {
		return nil, exit.Usage(fmt.Errorf("no name is given for %q", args[0]), fmt.Sprintf("use %s/NAME", args[0]))
	}
	if f.selects() {
		return nil, exit.Usage(errors.New("an uninstall takes no selector"), "'preflight delete' does")
	}
	q, err := a.ask(args, f)
	if err != nil {
		return nil, err
	}
	o, err := f.forecast(a, form, q)
	if err != nil {
		return nil, err
	}
	o.request.Operation = forecasting.Uninstall
	o.request.Objects.Args = nil
	for _, arg := range args {
		kind, name, _ := strings.Cut(arg, "/")
		switch {
		case kind != forecasting.Helm && kind != forecasting.Group || !strings.Contains(arg, "/"):
			o.request.Objects.Args = append(o.request.Objects.Args, arg)
		case name == "":
			return nil, exit.Usage(fmt.Errorf("a name is missing in %q", arg), "")
		case kind == forecasting.Helm && q.Namespace == "":
			return nil, exit.Usage(errors.New("a Helm release is one of a namespace"), "say which one with -n")
		default:
			o.request.Installed = append(o.request.Installed, arg)
		}
	}
	if f.named() {
		o.request.Typed = append(f.fileWords(), "-n", q.Namespace)
		if q.Namespace == "" {
			o.request.Typed = f.fileWords()
		}
	}
	return o, nil
}
