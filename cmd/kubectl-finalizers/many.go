package main

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Here stands what each command asks of many clusters, and how that is printed.

// checkFormOf refuses what there is no form for where many clusters answer. One that there is
// for one cluster is refused as such.
func (f *form) checkFormOf(a *app, c *contexts.Flags, one, many []string) error {
	r := contexts.Refused{Given: slices.Contains(one, f.output) && !slices.Contains(many, f.output), Flag: "-o " + f.output, Hint: "it is of one cluster: name it with --context"}
	if err := c.Check(a.flags, r); err != nil {
		return err
	}
	return f.checkForm(a, many)
}

// runMany is why-stuck of many clusters.
func (f *whyFlags) runMany(ctx context.Context, a *app, args []string) error {
	if err := f.checkFormOf(a, &f.contexts, render.DiagnosisFormats(), render.DiagnosesFormats()); err != nil {
		return err
	}
	err := f.contexts.Check(
		a.flags, f.ofSource(), f.ofFiles(),
		contexts.Refused{Given: f.watch, Flag: "--watch", Hint: "one cluster is followed at a time"},
		contexts.Refused{Given: f.observe > 0, Flag: "--observe", Hint: "one cluster is watched at a time"},
		contexts.Refused{Given: f.alsoContext != "", Flag: "--also-context", Hint: "it is asked about one cluster"},
	)
	if err != nil {
		return err
	}
	if a.known, err = a.catalogue(f.catalogues); err != nil {
		return err
	}
	t, err := plan(a, &f.contexts, f.allNamespaces, func(there *app) (inquirer[explain.Diagnosis], error) { return f.toOptions(there, args) })
	if err != nil {
		return err
	}
	look := a.env.Look(a.Out, f.color)
	told := render.ForPeople(f.output)
	return t.finish(ctx, t.run(ctx), told, func(answers []fleet.Answer[explain.Diagnosis], command render.CommandIn) error {
		return render.Diagnoses(a.Out, answers, f.output, look, command)
	})
}

func (o *whyOptions) ask(ctx context.Context, a *app) (*explain.Diagnosis, []error, error) {
	s, err := a.open(ctx, &o.source)
	if err != nil {
		return nil, nil, err
	}
	diagnosis, refused, err := o.diagnose(ctx, s, nil)
	if diagnosis != nil {
		o.reach.Steps(diagnosis)
	}
	return diagnosis, refused, err
}

func (o *whyOptions) gaps(d *explain.Diagnosis) []trace.Problem { return d.Incomplete }

func (o *whyOptions) command(words []string) []string { return o.reach.Command(words) }

// runMany is trace of many clusters.
func (f *traceFlags) runMany(ctx context.Context, a *app, args []string) error {
	if err := f.checkFormOf(a, &f.contexts, render.GraphFormats(), render.GraphsFormats()); err != nil {
		return err
	}
	err := f.contexts.Check(a.flags, f.ofSource(), f.ofFiles())
	if err != nil {
		return err
	}
	if a.known, err = a.catalogue(f.catalogues); err != nil {
		return err
	}
	t, err := plan(a, &f.contexts, f.allNamespaces, func(there *app) (inquirer[trace.Graph], error) {
		o, err := f.toOptions(there, args)
		if err == nil {
			o.forPeople = false // that there is none is an answer like any other
		}
		return o, err
	})
	if err != nil {
		return err
	}
	look := a.env.Look(a.Out, f.color)
	told := render.ForPeople(f.output)
	return t.finish(ctx, t.run(ctx), told, func(answers []fleet.Answer[trace.Graph], _ render.CommandIn) error {
		return render.Graphs(a.Out, answers, f.output, look)
	})
}

func (o *traceOptions) ask(ctx context.Context, a *app) (*trace.Graph, []error, error) {
	return o.read(ctx, a)
}

func (o *traceOptions) gaps(g *trace.Graph) []trace.Problem { return g.Incomplete }

func (o *traceOptions) command(words []string) []string { return words }

// runMany is preflight move of many clusters.
func (f *moveFlags) runMany(ctx context.Context, a *app) error {
	if err := f.checkFormOf(a, &f.contexts, render.PreflightFormats(), render.PreflightsFormats()); err != nil {
		return err
	}
	if err := f.contexts.Check(a.flags, f.ofSource()); err != nil {
		return err
	}
	t, err := plan(a, &f.contexts, f.allNamespaces, func(there *app) (inquirer[preflight.Result], error) { return f.toOptions(there) })
	if err != nil {
		return err
	}
	look := a.env.Look(a.Out, f.color)
	return t.finish(ctx, t.run(ctx), render.ForPeople(f.output), func(answers []fleet.Answer[preflight.Result], command render.CommandIn) error {
		return render.Preflights(a.Out, answers, f.output, look, command)
	})
}

func (o *moveOptions) gaps(p *preflight.Result) []trace.Problem { return p.Incomplete }

func (o *moveOptions) command(words []string) []string { return o.reach.Command(words) }
