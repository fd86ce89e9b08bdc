package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The words before the slash that name no type.
const (
	helmWord  = "helm"
	groupWord = "group"
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
	o.operation = "uninstall"
	o.question.Args = nil
	for _, arg := range args {
		kind, name, _ := strings.Cut(arg, "/")
		switch {
		case kind != helmWord && kind != groupWord || !strings.Contains(arg, "/"):
			o.question.Args = append(o.question.Args, arg)
		case name == "":
			return nil, exit.Usage(fmt.Errorf("a name is missing in %q", arg), "")
		case kind == helmWord && q.Namespace == "":
			return nil, exit.Usage(errors.New("a Helm release is one of a namespace"), "say which one with -n")
		default:
			o.installed = append(o.installed, arg)
		}
	}
	if f.named() {
		o.typed = append(f.fileWords(), "-n", q.Namespace)
		if q.Namespace == "" {
			o.typed = f.fileWords()
		}
	}
	return o, nil
}

// askInstalled finds what an uninstall deletes.
func (o *forecastOptions) askInstalled(ctx context.Context, s *source.Source) (*outlook.Question, error) {
	finder := &install.Finder{Reader: s, Kinds: s.Types.Kinds}
	var all []*install.Installation
	for _, word := range o.installed {
		kind, name, _ := strings.Cut(word, "/")
		found, err := finder.Group(ctx, name)
		if kind == helmWord {
			found, err = finder.Release(ctx, o.question.Namespace, name)
		}
		if err != nil {
			return nil, explainNotInstalled(err)
		}
		all = append(all, found)
	}
	if len(o.question.Args) > 0 {
		targets, err := o.question.Targets(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, t := range targets {
			found, err := finder.Object(ctx, t)
			if err != nil {
				return nil, err
			}
			all = append(all, found)
		}
	}
	if o.typed != nil {
		found, err := o.fromManifests(ctx, s)
		if err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	q := &outlook.Question{Operation: o.operation, Installation: install.Joined(all)}
	q.Commands, q.Checks = install.Deletion(q.Installation.Targets)
	if len(q.Installation.Commands) > 0 {
		q.Commands, q.Checks = q.Installation.Commands, q.Installation.Checks
	}
	return q, nil
}

// explainNotInstalled says what there is instead.
func explainNotInstalled(err error) error {
	missing, ok := errors.AsType[*install.NotFoundError](err)
	if !ok {
		return err
	}
	hint := "none is installed"
	if n := len(missing.There); n > 0 {
		hint = "there is " + strings.Join(missing.There[:min(n, 5)], ", ")
	}
	return &exit.Error{Code: exit.Failed, Err: err, Hint: hint}
}

// fromManifests are the objects of manifests that are there: what installed something may
// have been taken back in part already.
func (o *forecastOptions) fromManifests(ctx context.Context, s *source.Source) (*install.Installation, error) {
	objects, err := asked.Manifests(o.question.Files)
	if err != nil {
		return nil, err
	}
	found := &install.Installation{
		Title:    "what the manifests installed",
		Commands: [][]string{append(append([]string{"kubectl", "delete"}, o.typed...), "--ignore-not-found")},
		Checks:   [][]string{append(append([]string{"kubectl", "get"}, o.typed...), "--ignore-not-found")},
	}
	missing := 0
	for _, object := range objects {
		t, err := object.Target(s, o.question.Namespace)
		if err != nil {
			missing++
			continue
		}
		if _, err := s.Get(ctx, t.Kind, t.Namespace, t.Name); err != nil {
			p := s.Problem(trace.PartOf(t.Kind, t.Namespace, t.Name), err)
			if apierrors.IsNotFound(err) {
				missing++
				continue
			}
			found.Incomplete = append(found.Incomplete, p)
		}
		found.Targets = append(found.Targets, t)
	}
	if len(found.Targets) == 0 {
		return nil, &exit.Error{Code: exit.Failed, Err: fmt.Errorf("nothing of the manifests is in the cluster: none of %d objects is there", len(objects)), Hint: "are these the manifests, and is this the cluster?"}
	}
	if missing > 0 {
		found.Unseen = append(found.Unseen, fmt.Sprintf("%d of the %d objects of the manifests, which are not there", missing, len(objects)))
	}
	return found, nil
}

// judging says who holds objects, for what the forecast does not reach.
func (o *forecastOptions) judging(s *source.Source) outlook.Diagnose {
	return func(ctx context.Context, targets []trace.Target) (*explain.Diagnosis, error) {
		tracer, diagnoser := s.Inquiry(o.catalogue, nil)
		tracer.Up = true
		graph, err := tracer.Trace(ctx, targets)
		if graph == nil {
			return nil, err
		}
		return diagnoser.Diagnose(ctx, graph)
	}
}
