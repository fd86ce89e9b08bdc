package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// explainFlags are what the person typed.
type explainFlags struct {
	form
	catalogues []string
	kind       string
	list       bool
}

// explainOptions are what the work needs.
type explainOptions struct {
	name      string // a finalizer, or with list what to narrow it down to
	kind      string
	list      bool
	catalogue *catalogue.Catalogue
	output    string
	render    render.Options
}

func newExplain(a *app) *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain (FINALIZER | REASON | --list [PREFIX])",
		Short: "Print what is known of a finalizer: whose it is, what it waits for, what it guards",
		Long: `Print what is known of a finalizer: whose it is, what it waits for, what it guards.

The answer comes from the catalogue and needs no cluster: the project and component that
take the finalizer off, what they wait for and why that usually fails, what is lost where
it is taken off by hand, how that component is found, and where all this was read. One
name can have several owners, by the kind of the object; --kind chooses.

A reason of a diagnosis, such as HolderScaledDown, is explained too: what it means, by
what it is known, what usually ends it, and the exit codes that it comes with.

Of any other name that is not in the catalogue it prints what its form suggests. That is an
answer too: the exit code is 0, and in -o json the field "known" is false.

Your own files are read from the folder ~/.kube/finalizers/catalogue and from those of
--catalogue. docs/catalogue.md describes the format.

Exit codes: 0 the answer was given, 1 a catalogue could not be read, 2 the command line
was wrong.`,
		Example: `  # Whose finalizer is this, and what does it guard
  kubectl finalizers explain kubernetes.io/pvc-protection

  # One that several controllers share
  kubectl finalizers explain finalizers.fluxcd.io --kind HelmRelease

  # What a reason in an answer means
  kubectl finalizers explain HolderScaledDown

  # All that is known of a project, or of names that begin alike; wide tells what was verified
  kubectl finalizers explain --list crossplane
  kubectl finalizers explain --list ceph.rook.io/ -o wide

  # The whole catalogue, for a program
  kubectl finalizers explain --list -o json`,
		RunE: func(_ *cobra.Command, args []string) error {
			opts, err := f.toOptions(a, args)
			if err != nil {
				return err
			}
			return runExplain(a, opts)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return append(a.completeFinalizers(f.catalogues, typed), completeReasons(typed)...), cobra.ShellCompDirectiveNoFileComp
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.kind, "kind", "", "Only the owner on this kind, written Kind or Kind.group.")
	flags.BoolVar(&f.list, "list", false, "List the catalogue, or what in it begins with PREFIX: finalizers, or the name of a project or component.")
	addCatalogue(flags, &f.catalogues)
	f.addForm(flags, render.EntryFormats())
	return cmd
}

func (f *explainFlags) toOptions(a *app, args []string) (*explainOptions, error) {
	if err := f.checkForm(a, render.EntryFormats()); err != nil {
		return nil, err
	}
	if err := f.check(args); err != nil {
		return nil, err
	}
	catalogue, err := a.catalogue(f.catalogues)
	if err != nil {
		return nil, err
	}
	o := &explainOptions{
		kind: f.kind, list: f.list, catalogue: catalogue, output: f.output,
		render: a.env.Look(a.Out, f.color),
	}
	o.render.Command = a.reach(&askFlags{catalogues: f.catalogues}).Command
	if len(args) > 0 {
		o.name = args[0]
	}
	return o, nil
}

func (f *explainFlags) check(args []string) error {
	switch {
	case len(args) > 1:
		return exit.Usage(fmt.Errorf("unexpected argument %q", args[1]), "explain one finalizer at a time")
	case f.list && f.kind != "":
		return exit.Usage(errors.New("--kind cannot be used with --list"), "")
	case f.list:
		return nil
	case len(args) == 0 || args[0] == "":
		return exit.Usage(errors.New("no finalizer is named"), "name one, or use --list to see all that are known")
	case f.kind != "" && !unicode.IsUpper(rune(f.kind[0])):
		return exit.Usage(fmt.Errorf("--kind=%s is not a kind", f.kind), "write Kind or Kind.group, such as Pod or Application.argoproj.io")
	}
	return nil
}

func runExplain(a *app, o *explainOptions) error {
	if !o.list {
		answer := o.catalogue.Lookup(o.name, o.kind)
		if reason, known := explain.LookupReason(o.name); known && o.kind == "" && len(answer.Entries) == 0 {
			return render.Reason(a.Out, &reason, func(v explain.Verdict) int { return int(exit.Of(v)) }, o.output, o.render)
		}
		if len(answer.Entries) == 0 {
			o.hint(a)
		}
		return render.Answer(a.Out, &answer, o.output, o.render)
	}
	entries := catalogue.Narrow(o.catalogue.Entries(), o.name)
	if len(entries) == 0 {
		exit.Say(a.ErrOut, render.Line(fmt.Sprintf("No finalizer, project or component in the catalogue begins with %q.", o.name)))
		o.hint(a)
	}
	if len(entries) > 0 && render.ForPeople(o.output) {
		exit.Say(a.ErrOut, render.Line(readOf(entries)))
	}
	return render.Entries(a.Out, entries, o.output, o.render)
}

// hint says on standard error what may have been meant by a name that is not known: a
// reason, or in a list a finalizer or project. That a finalizer is much like another, the
// answer itself says.
func (o *explainOptions) hint(a *app) {
	var names []string
	if o.list {
		for _, e := range o.catalogue.Entries() {
			names = append(names, e.Project, e.Pattern)
		}
	} else {
		for _, t := range explain.Reasons() {
			names = append(names, string(t.Reason))
		}
	}
	if near := exit.DidYouMean(exit.Meant(o.name, names)); near != "" {
		a.stderr().Say("hint", near)
	}
}

// readOf says how much of a list was held against the source.
func readOf(entries []catalogue.Entry) string {
	verified := 0
	for i := range entries {
		if entries[i].Verified != "" {
			verified++
		}
	}
	return fmt.Sprintf("%d of %d verified: the lines of the source that take the finalizer off were read.", verified, len(entries))
}

// completeReasons returns the reasons that begin with what was typed.
func completeReasons(typed string) []string {
	var out []string
	for _, t := range explain.Reasons() {
		if strings.HasPrefix(string(t.Reason), typed) {
			out = append(out, string(t.Reason)+"\treason")
		}
	}
	return out
}

// completeFinalizers returns the names that begin with what was typed, each with
// its owner. Patterns are not among them: they are no finalizers.
func (a *app) completeFinalizers(folders []string, typed string) []string {
	known, err := a.catalogue(folders)
	if err != nil {
		return nil
	}
	var out []string
	seen := map[string]bool{}
	for _, e := range known.Entries() {
		exact := e.Match == "" || e.Match == catalogue.MatchExact
		// What a shell would get as anything but itself is left out.
		if !exact || seen[e.Pattern] || !strings.HasPrefix(e.Pattern, typed) || render.Line(e.Pattern) != e.Pattern {
			continue
		}
		seen[e.Pattern] = true
		out = append(out, e.Pattern+"\t"+render.Line(e.Component))
	}
	return out
}
