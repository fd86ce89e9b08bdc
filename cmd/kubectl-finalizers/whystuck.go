package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/progress"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// whyFlags are what the person typed.
type whyFlags struct {
	askFlags
	contexts contexts.Flags
	form
	logsFlag
	observe     time.Duration
	alsoContext string
	watch       bool
}

// whyOptions are what the work needs.
type whyOptions struct {
	question  asked.Question
	source    sourceFlags
	going     []string // the namespaces of which everything is meant
	observe   time.Duration
	logs      string
	also      *explain.Elsewhere
	catalogue *catalogue.Catalogue
	output    string
	render    render.Options
	reach     pasted.Reach
	// known is told what holds the objects while they are judged, nil where nobody looks on.
	known *progress.SoFar
}

func newWhyStuck(a *app) *cobra.Command { return newWhyStuckWith(a, runWhyStuck) }

// newWhyStuckWith lets a test see the options that a command line becomes.
func newWhyStuckWith(a *app, run func(context.Context, *app, *whyOptions) error) *cobra.Command {
	var f whyFlags
	cmd := &cobra.Command{
		Use:   "why-stuck [TYPE/NAME ... | TYPE NAME ... | TYPE | -f FILE]",
		Short: "Say who has to act for a deletion to end, why they have not, and what to do first",
		Long: `Say who has to act for a deletion to end, why they have not, and what to do first.

For each finalizer it finds the controller that holds it, by the evidence that the
cluster has, whether that controller is well, and what it waits for, and follows that to
the root: what waits for nothing else. Without an object it answers for everything that is
being deleted in the namespace, or with -A in the cluster, grouped by root cause.

Of one object it tells in about a dozen lines why it is not gone, what to do first, what
never to do, and what is lost if it is forced; -o wide has all the evidence and every step.

Where nothing else tells why, it reads what the holder's pods have printed since the
deletion, an hour back at most, and quotes what names the object; --logs says when. It
reads no more than 1 MiB of each of four pods, three seconds each, and takes secrets out
of what it quotes. That needs the right to get pods/log; without it, it says so.

Nothing is changed. Some questions are put to the API server as access reviews and as
server-side dry runs, where your rights allow that.

--contexts and --all-contexts ask many clusters at once. What they have in common is told
together, and a cluster that does not answer holds up no other; it is named.

Exit codes: 0 nothing is stuck, 1 the answer could not be given, 2 the command line was
wrong, 3 something is stuck, 5 nothing stuck was found but something is undecided or could not
be read. Of many clusters it is the worst: 3 before 1, 5 and 0.`,
		Example: `  # Why a namespace does not go away
  kubectl finalizers why-stuck namespace/shop

  # Why a claim does not, and who would have to act
  kubectl finalizers why-stuck pvc data-0 -n shop

  # Everything that is being deleted in the namespace, by root cause
  kubectl finalizers why-stuck -n shop

  # The whole cluster, with all the evidence
  kubectl finalizers why-stuck -A -o wide

  # Watch for activity before judging
  kubectl finalizers why-stuck bucket/logs --observe 20s

  # A leftover of a move: what the other management cluster has
  kubectl finalizers why-stuck cluster/demo --also-context new-management

  # For a ticket; and as one file that any browser shows, the whole cluster
  kubectl finalizers why-stuck namespace/shop -o markdown
  kubectl finalizers why-stuck -A -o html > stuck.html

  # For a pipeline: a test case an object
  kubectl finalizers why-stuck -A -o junit > stuck.xml

  # In a script: exit code 3 means stuck
  kubectl finalizers why-stuck namespace/shop -o json > why.json

  # Those with a label; only the verdicts, for a script
  kubectl finalizers why-stuck pvc -l app=db -A -o custom-columns=NAME:.name,VERDICT:.verdict

  # All clusters whose contexts begin so, by what they have in common
  kubectl finalizers why-stuck -A --contexts 'prod-*'

  # Follow it to its end
  kubectl finalizers why-stuck namespace/shop -w

  # From a colleague's snapshot
  kubectl finalizers why-stuck -A --from shop.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			many, err := f.contexts.Many()
			if err != nil {
				return err
			}
			if many {
				return f.runMany(cmd.Context(), a, args)
			}
			if f.watch {
				opts, err := f.toWatch(a, args)
				if err != nil {
					return err
				}
				return runWatch(cmd.Context(), a, opts)
			}
			opts, err := f.toOptions(a, args)
			if err != nil {
				return err
			}
			return run(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	f.add(flags)
	flags.BoolVarP(&f.watch, "watch", "w", false, "Follow it to its end, as the command watch does, with its exit codes.")
	flags.DurationVar(&f.observe, "observe", 0, "Watch for so long before judging, at most an hour; what changes in that time is evidence.")
	flags.StringVar(&f.alsoContext, "also-context", "", alsoContextUsage)
	f.contexts.Add(flags)
	f.addLogs(flags)
	f.addForm(flags, render.DiagnosisFormats())
	return cmd
}

// toWatch are the options of following what was asked about.
func (f *whyFlags) toWatch(a *app, args []string) (*watchOptions, error) {
	switch {
	case f.from != "":
		return nil, exit.Usage(errors.New("--watch cannot be used with --from"), "a dump does not change")
	case f.observe > 0:
		return nil, exit.Usage(errors.New("--watch cannot be used with --observe"), "what changes is evidence in both")
	case f.alsoContext != "":
		return nil, exit.Usage(errors.New("--watch cannot be used with --also-context"), "one cluster is followed at a time")
	}
	w := watchFlags{askFlags: f.askFlags, form: f.form, logsFlag: f.logsFlag, until: untilGone}
	return w.toOptions(a, args)
}

// mostObserved bounds how long a question may go without an answer.
const mostObserved = time.Hour

func (f *whyFlags) toOptions(a *app, args []string) (*whyOptions, error) {
	if err := f.checkForm(a, render.DiagnosisFormats()); err != nil {
		return nil, err
	}
	if err := f.checkLogs(); err != nil {
		return nil, err
	}
	if f.observe < 0 {
		return nil, exit.Usage(fmt.Errorf("--observe=%s is less than 0", f.observe), "")
	}
	if f.observe > mostObserved {
		return nil, exit.Usage(fmt.Errorf("--observe=%s is more than an hour", f.observe), render.ShownLine(pasted.NameOf(a.program).Command([]string{"kubectl", "finalizers", "watch"}))+" follows a deletion for as long as it takes")
	}
	if f.observe > 0 && f.from != "" {
		return nil, exit.Usage(errors.New("--observe cannot be used with --from"), "a dump does not change")
	}
	q, err := a.askAny(args, &f.askFlags)
	if err != nil {
		return nil, err
	}
	q.Going = true
	catalogue, err := a.catalogue(f.catalogues)
	if err != nil {
		return nil, err
	}
	o := &whyOptions{
		question: q, source: f.sourceFlags, observe: f.observe, logs: f.when, catalogue: catalogue, output: f.output,
		reach: a.reach(&f.askFlags),
	}
	o.source.about = aboutOf(&q, catalogue)
	o.source.about.Hangs, o.source.about.Kinds = true, kindsBy(catalogue)
	o.source.about.Spelled = func(word string) (group, kind string) {
		kind, group, _ = catalogue.Spelled(word)
		return group, kind
	}
	o.source.about.Typed = func(word string, lines []string) (group, kind string) {
		kind, group, _ = catalogue.Typed(word, lines)
		return group, kind
	}
	o.source.about.Listed, o.source.about.Grouped = catalogue.GroupListed, catalogue.GroupSaid
	o.source.about.Shaped = func(obj map[string]any) (group, kind string) {
		shape, _ := catalogue.Shaped(obj)
		return shape.Group, shape.Kind
	}
	o.reach.Also = f.alsoContext
	o.render = a.env.Look(a.Out, f.color)
	o.render.Command = o.reach.Command
	if o.also, err = a.elsewhere(f.alsoContext); err != nil {
		return nil, err
	}
	if len(args) == 0 && !f.named() {
		o.going = []string{q.Namespace} // which is empty for all of them
	}
	o.render.Searched = q.Searched()
	return o, nil
}

func runWhyStuck(ctx context.Context, a *app, o *whyOptions) error {
	known := &progress.SoFar{}
	stop := a.screen().Doing("reading the cluster", a.tally, known)
	defer stop()
	s, err := a.open(ctx, &o.source)
	if err != nil {
		return err
	}
	if a.screen().Paints() {
		o.known = known
	}
	diagnosis, refused, err := o.diagnose(ctx, s, nil)
	if err != nil {
		return err
	}
	if o.observe > 0 && diagnosis != nil {
		stop()
		if diagnosis, refused, err = o.again(ctx, a, diagnosis); err != nil {
			return err
		}
	}
	stop()
	if diagnosis != nil {
		o.reach.Steps(diagnosis)
		if err := render.Diagnosis(a.Out, diagnosis, o.output, o.render); err != nil {
			return err
		}
		if len(diagnosis.Objects) == 0 && render.ForPeople(o.output) && o.question.InOneNamespace(s) {
			exit.Say(a.ErrOut, asked.EverywhereHint)
		}
	}
	return o.outcome(a, diagnosis, refused)
}

// again waits, and asks the same question once more.
func (o *whyOptions) again(ctx context.Context, a *app, before *explain.Diagnosis) (*explain.Diagnosis, []error, error) {
	stop := a.progress(fmt.Sprintf("watching for %s", o.observe))
	defer stop()
	select {
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	case <-time.After(o.observe):
	}
	s, err := a.open(ctx, &o.source)
	if err != nil {
		return nil, nil, err
	}
	return o.diagnose(ctx, s, before)
}

// diagnose returns the diagnosis of the objects that are to be had, nil when
// none is, and an error for each that is not.
func (o *whyOptions) diagnose(ctx context.Context, s *source.Source, before *explain.Diagnosis) (*explain.Diagnosis, []error, error) {
	var targets []trace.Target
	if len(o.going) == 0 {
		named, err := o.question.Targets(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		targets = named
	}
	if len(o.going) > 0 && o.question.Namespace == "" {
		targets = s.Sole // whoever copies one object asks about it, also where nobody deletes it
	}
	s.Listen(o.logs)
	going := o.going
	if len(targets) > 0 {
		going = nil // all else that goes is what is in it
	}
	tracer, diagnoser := s.Inquiry(o.catalogue, going)
	tracer.Deleting, tracer.Want = true, diagnose.Want()
	diagnoser.Before, diagnoser.Also, diagnoser.Watched = before, o.also, o.observe > 0
	diagnoser.Timeline = render.TellsTimeline(o.output)
	defer s.Early(ctx, diagnoser)()
	defer o.known.Ask(ctx, targets, tracer, diagnoser)()
	graph, err := tracer.Trace(ctx, targets)
	refused, partly := errors.AsType[*trace.AskError](err)
	switch {
	case err != nil && !partly:
		return nil, nil, err
	case graph == nil:
		return nil, s.WaysTo(ctx, refused.Errs), nil
	}
	diagnosis, err := diagnoser.Diagnose(ctx, graph)
	if err != nil || !partly {
		return diagnosis, nil, err
	}
	return diagnosis, s.WaysTo(ctx, refused.Errs), nil
}

// incomplete warns of what could not be read, where the answer beside it does not say so.
func (o *whyOptions) incomplete(a *app, problems []trace.Problem) error {
	if len(problems) > 0 && o.output == "text" && o.render.Width > 0 && terminal.Width(a.ErrOut) > 0 {
		return &exit.Error{Code: exit.Incomplete}
	}
	points := o.output == "wide" && o.render.Width > 0 // to the warnings, for all of it
	return a.incomplete(problems, render.ForPeople(o.output) && !points)
}

// outcome reports what the answer lacks and chooses the exit code: an object
// that could not be asked about is an error, and what is stuck counts for more
// than what could not be read.
func (o *whyOptions) outcome(a *app, d *explain.Diagnosis, refused []error) error {
	for _, err := range refused {
		a.stderr().Report(err)
	}
	var err error
	if d != nil {
		err = o.incomplete(a, d.Incomplete)
	}
	switch {
	case len(refused) > 0:
		return &exit.Error{Code: exit.Failed}
	case d == nil:
		return err
	}
	// What is stuck counts for more than what could not be read.
	if code := exit.Of(d.Verdict()); code == exit.Stuck || err == nil && code != exit.OK {
		return &exit.Error{Code: code}
	}
	return err
}
