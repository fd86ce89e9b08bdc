package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/forecasting"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// cascades are the values of --cascade, the default first.
var cascades = []string{string(preflight.Background), string(preflight.Foreground), string(preflight.Orphan)}

// deleteFlags are what the person typed.
type deleteFlags struct {
	askFlags
	form
	all     bool
	cascade string
}

// forecastOptions are what the work needs.
type forecastOptions struct {
	request   forecasting.Request
	source    sourceFlags
	output    string
	forPeople bool
	render    render.Options
	reach     pasted.Reach
}

const exitCodesOfForecast = `Exit codes: 0 it is safe, 1 the answer could not be given, 2 the command line was wrong,
3 it will hang, is refused, or loses data for good, 5 what could be read does not decide
it.`

func newPreflightDelete(a *app) *cobra.Command { return newPreflightDeleteWith(a, runForecast) }

// newPreflightDeleteWith lets a test see the options that a command line becomes.
func newPreflightDeleteWith(a *app, run func(context.Context, *app, *forecastOptions) error) *cobra.Command {
	var f deleteFlags
	cmd := &cobra.Command{
		Use:   "delete (TYPE/NAME ... | TYPE NAME ... | TYPE -l SELECTOR | TYPE --all | -f FILE)",
		Short: "Say what a delete takes along, what will hang, and in which order it works",
		Long: `Say what a delete takes along, what will hang, and in which order it works.

It takes what 'kubectl delete' takes, and deletes nothing. It follows the rules of the API
server and of its controllers through all that the delete reaches, and says what goes,
what is lost for good, what will hang and on whom, what stays behind, and then the order
that works, as commands to paste, each with how to see that it is done.

The server is asked where it can be: it tries out the delete of what is named, and says
what you and the controllers may do.

` + exitCodesOfForecast,
		Example: `  # What goes with a namespace, what will hang, and on whom
  kubectl finalizers preflight delete namespace/shop

  # A claim, and what becomes of its volume
  kubectl finalizers preflight delete pvc data-0 -n shop

  # With kubectl's other cascades
  kubectl finalizers preflight delete deployment/web --cascade=orphan

  # Everything with a label, with each object
  kubectl finalizers preflight delete gears -l team=shop -n shop -o wide

  # In a script: exit code 0 means that it is safe
  kubectl finalizers preflight delete -f app.yaml -o json > forecast.json

  # A picture of what takes along what
  kubectl finalizers preflight delete namespace/shop -o dot | dot -Tsvg > shop.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := f.toOptions(a, args)
			if err != nil {
				return err
			}
			return run(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	f.add(flags)
	flags.BoolVar(&f.all, "all", false, "All objects of the type.")
	value.Choose(flags, &f.cascade, "cascade", "", "What becomes of the dependents", cascades)
	f.addForm(flags, render.ForecastFormats())
	return cmd
}

func (f *deleteFlags) toOptions(a *app, args []string) (*forecastOptions, error) {
	if err := f.checkForm(a, render.ForecastFormats()); err != nil {
		return nil, err
	}
	if err := value.Check(fmt.Sprintf("unknown value %q for --cascade", f.cascade), f.cascade, cascades); err != nil {
		return nil, err
	}
	typeAlone := len(args) == 1 && !strings.Contains(args[0], "/")
	switch {
	case f.selects() && f.all:
		return nil, exit.Usage(errors.New("--all cannot be used with a selector"), "")
	case f.all && !typeAlone:
		return nil, exit.Usage(errors.New("--all needs a type"), "as in: preflight delete pods --all")
	case typeAlone && !f.selects() && !f.all:
		return nil, exit.Usage(fmt.Errorf("no object of the type %q is named", args[0]), "name them, or use -l SELECTOR or --all")
	}
	q, err := a.ask(args, &f.askFlags)
	if err != nil {
		return nil, err
	}
	o, err := f.forecast(a, &f.form, q)
	if err != nil {
		return nil, err
	}
	o.request.Operation, o.request.Cascade = forecasting.Delete, preflight.Cascade(f.cascade)
	o.request.Typed = f.typed(args, q.Namespace)
	return o, nil
}

// forecast are the options that a delete and an uninstall have in common.
func (f *askFlags) forecast(a *app, form *form, q asked.Question) (*forecastOptions, error) {
	known, err := a.catalogue(f.catalogues)
	if err != nil {
		return nil, err
	}
	o := &forecastOptions{
		request: forecasting.Request{Objects: q, Catalogue: known, Cascade: preflight.Background},
		source:  f.sourceFlags, output: form.output, forPeople: render.ForPeople(form.output), render: a.env.Look(a.Out, form.color), reach: a.reach(f),
	}
	o.render.Command = o.reach.Command
	return o, nil
}

// typed is the command line of the delete that is asked about, nil where its objects have
// to be named with the namespaces that they were found in.
func (f *deleteFlags) typed(args []string, namespace string) []string {
	words := append([]string{}, args...)
	words = append(words, f.fileWords()...)
	if f.labels != "" {
		words = append(words, "-l", f.labels)
	}
	if f.fields != "" {
		words = append(words, "--field-selector", f.fields)
	}
	if f.all {
		words = append(words, "--all")
	}
	switch {
	case f.allNamespaces && (f.selects() || f.all):
		words = append(words, "--all-namespaces")
	case f.allNamespaces:
		return nil
	case namespace != "":
		words = append(words, "-n", namespace)
	}
	return words
}

// fileWords are the flags that name files, as kubectl takes them too.
func (f *askFlags) fileWords() []string {
	var words []string
	for _, file := range f.files.Filenames {
		words = append(words, "-f", file)
	}
	if f.files.Kustomize != "" {
		words = append(words, "-k", f.files.Kustomize)
	}
	if f.files.Recursive {
		words = append(words, "-R")
	}
	return words
}

func runForecast(ctx context.Context, a *app, o *forecastOptions) error {
	stop := a.progress("reading the cluster")
	defer stop()
	s, err := a.open(ctx, &o.source)
	if err != nil {
		return err
	}
	q, err := o.request.Ask(ctx, s)
	if err != nil {
		return err
	}
	if len(q.Installation.Targets) == 0 && len(q.Installation.Kept) == 0 {
		stop()
		if o.forPeople {
			exit.Say(a.ErrOut, o.request.Objects.Nothing(s))
			return nil
		}
	}
	answer, refused, err := o.request.Foresee(ctx, s, q)
	stop()
	if err != nil {
		return err
	}
	refused = s.WaysTo(ctx, refused)
	if answer == nil {
		return a.lacking(refused, nil, false)
	}
	if err := render.Forecast(a.Out, answer, o.output, o.render); err != nil {
		return err
	}
	err = a.lacking(refused, answer.Incomplete, o.forPeople)
	if len(refused) > 0 {
		return err
	}
	switch answer.Verdict {
	case outlook.Refused, outlook.Hangs, outlook.Loses:
		return &exit.Error{Code: exit.Stuck}
	case outlook.NotKnown:
		return &exit.Error{Code: exit.Incomplete}
	case outlook.Safe:
	}
	return err
}
