package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// dryRunFlag is kubectl's, and so are its values, dryRuns, the default first. Without
// --confirm nothing is changed anyhow, so that client is the plan as it is.
const dryRunFlag = "dry-run"

var dryRuns = []string{"none", "client", "server"}

// removeFlags are what the person typed.
type removeFlags struct {
	askFlags
	form
	logsFlag
	alsoContext   string
	finalizers    []string
	stuck         bool
	cause         string
	confirm       confirmation
	dryRun        string
	deleteFirst   bool
	acceptLoss    []string
	despite       map[remove.Guard]*bool
	backupDir     string
	backupSecrets bool
	timeout       time.Duration
	history       bool
}

// removeOptions are what the work needs.
type removeOptions struct {
	question   asked.Question
	source     sourceFlags
	going      []string
	finalizers []string
	stuck      bool
	cause      string
	permits    remove.Permits
	logs       string
	also       *explain.Elsewhere
	// selected says that the objects were not named one by one.
	selected  bool
	confirm   confirmation
	try       bool
	plans     *remove.Plans // nil where they cannot be kept
	backups   remove.Backups
	log       *remove.Log
	timeout   time.Duration
	catalogue *catalogue.Catalogue
	output    string
	forPeople bool // a person reads it, not a program
	render    render.Options
	words     []string // the command line, to be printed again
	kept      []string // its flags but for those that say what is meant
	reach     pasted.Reach
	// context are the words that name the context in use, where none was typed.
	context []string
}

// despiteTexts describe the flags that override guards.
var despiteTexts = []struct {
	guard remove.Guard
	text  string
}{
	{remove.HolderAble, "Remove although the holder runs and would do it itself."},
	{remove.Progressing, "Remove although the deletion makes progress."},
	{remove.Undecided, "Remove although it is not known why the finalizer is held."},
	{remove.BlockedElsewhere, "Remove although the holder waits for another object, which is left behind."},
	{remove.CostUnknown, "Remove although nobody knows what is lost."},
	{remove.Dependents, "Remove although objects depend on it that will go or be left behind."},
	{remove.Collector, "Remove a finalizer of the garbage collector."},
	{remove.Incomplete, "Remove although not everything could be read."},
	{remove.Content, "Remove although what the object contains is stranded."},
}

func newRemove(a *app) *cobra.Command { return newRemoveWith(a, runRemove) }

// newRemoveWith lets a test see the options that a command line becomes.
func newRemoveWith(a *app, run func(context.Context, *app, *removeOptions) error) *cobra.Command {
	f := removeFlags{despite: map[remove.Guard]*bool{}}
	cmd := &cobra.Command{
		Use:   "remove (TYPE/NAME ... | TYPE NAME ... | TYPE -l SELECTOR | -f FILE | --stuck)",
		Short: "Take a finalizer off by hand, with a plan, a backup and proof",
		Long: `Take a finalizer off by hand, with a plan, a backup and proof.

Without --confirm it prints the plan and changes nothing: which finalizers, of which
objects, in which order, who would have taken them off, what is lost, and what speaks
against it. Each thing that speaks against it is a guard with a name; a guard that may
be overridden has a flag of its own.

A plan has a digest of what it is about: the server, each object with all of its
finalizers, what is lost and what is overruled. With --confirm=DIGEST just that is
carried out, or nothing where it has changed since. --confirm alone is enough for objects
that are named one by one and against which nothing speaks.

It takes off exactly the named entries of exactly the planned objects, after the server
has tried it out and a backup of each was written. It then looks what came of it. Every
removal is written to a log; --history shows it.

Exit codes: 0 the plan stands or was carried out, 1 something went wrong, 2 the command
line was wrong, 4 a guard refuses, or the plan is not the one that was confirmed.`,
		Example: `  # The plan, and what speaks against it
  kubectl finalizers remove bucket/logs -n shop

  # Have the server try it out; --dry-run=client is the plan again
  kubectl finalizers remove bucket/logs -n shop --dry-run=server

  # All of a type with these labels
  kubectl finalizers remove buckets -l team=web -n shop

  # Do it for one of its finalizers
  kubectl finalizers remove bucket/logs -n shop --finalizer example.com/cleanup --confirm

  # The plan to ask it to go first, so that its controller cannot put the finalizer back
  kubectl finalizers remove cluster/old --delete-first

  # Everything that is stuck in the namespace for the first cause that why-stuck shows
  kubectl finalizers remove --stuck --cause 1 -n shop

  # What was removed from this machine
  kubectl finalizers remove --history`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.history {
				return a.history(&f, args)
			}
			opts, err := f.toOptions(a, args)
			if err != nil {
				return err
			}
			opts.kept = pasted.Kept(cmd.Flags())
			return run(cmd.Context(), a, opts)
		},
	}
	flags := cmd.Flags()
	f.add(flags)
	flags.StringArrayVar(&f.finalizers, "finalizer", nil, "The finalizer to take off; may be given more than once. Default: all of the object's.")
	flags.StringVar(&f.alsoContext, "also-context", "", alsoContextUsage)
	flags.BoolVar(&f.stuck, "stuck", false, "All that why-stuck calls stuck, at the roots.")
	flags.StringVar(&f.cause, "cause", "", "With --stuck, only one cause: its number in why-stuck, or its reason.")
	flags.Var(&f.confirm, "confirm", "Carry the plan out that has this digest; without one, what is named and nothing speaks against.")
	flags.Lookup("confirm").NoOptDefVal = unproven
	value.Choose(flags, &f.dryRun, dryRunFlag, "", "Change nothing: client prints the plan, as is done without --confirm too, server has the server try it out", dryRuns)
	flags.Lookup(dryRunFlag).NoOptDefVal = dryRuns[1] // as kubectl takes it
	flags.BoolVar(&f.deleteFirst, "delete-first", false, "Ask objects to go that nobody has asked yet, and then take the finalizer off.")
	flags.StringArrayVar(&f.acceptLoss, "accept-loss", nil, "Name what is lost, exactly as the plan names it; may be given more than once.")
	for _, d := range despiteTexts {
		f.despite[d.guard] = flags.Bool(strings.TrimPrefix(d.guard.Flag(), "--"), false, d.text)
	}
	flags.StringVar(&f.backupDir, "backup-dir", "", "Where to keep the objects as they were. Default: a folder below your state folder.")
	flags.BoolVar(&f.backupSecrets, "backup-secrets", false, "Keep the data of Secrets in backups too.")
	flags.DurationVar(&f.timeout, "timeout", 30*time.Second, "How long to wait for one object.")
	flags.BoolVar(&f.history, "history", false, "Show what was removed from this machine.")
	f.addLogs(flags)
	f.addForm(flags, render.RemovalFormats())
	return cmd
}

// check refuses flags that do not go together.
func (f *removeFlags) check(args []string) error {
	named := len(args) > 0 || f.named()
	switch {
	case f.stuck && named:
		return exit.Usage(errors.New("--stuck cannot be used with objects"), "it finds them itself")
	case f.cause != "" && !f.stuck:
		return exit.Usage(errors.New("--cause cannot be used without --stuck"), "")
	case f.stuck && len(f.finalizers) > 0:
		return exit.Usage(errors.New("--stuck cannot be used with --finalizer"), "it finds them itself")
	case f.confirm.given && slices.ContainsFunc(args, remove.IsDigest):
		return exit.Usage(errors.New("the digest of a plan stands by itself"), "it has to follow an equals sign: --confirm=DIGEST")
	case f.confirm.given && f.dryRun != dryRuns[0] && slices.Contains(dryRuns, f.dryRun):
		return exit.Usage(errors.New("--confirm cannot be used with --dry-run="+f.dryRun), "try it out first")
	case !slices.Contains(dryRuns, f.dryRun):
		return value.Check(fmt.Sprintf("unknown value %q for --dry-run", f.dryRun), f.dryRun, dryRuns)
	case (f.confirm.given || f.dryRun == "server") && f.from != "":
		return exit.Usage(errors.New("--from cannot be used with --confirm or --dry-run=server"), "a dump cannot be changed")
	case f.timeout <= 0:
		return exit.Usage(fmt.Errorf("--timeout=%s is not more than 0", f.timeout), "")
	}
	if slices.Contains(f.finalizers, "") {
		return exit.Usage(errors.New("--finalizer is empty"), "")
	}
	return nil
}

func (f *removeFlags) toOptions(a *app, args []string) (*removeOptions, error) {
	if err := f.checkForm(a, render.RemovalFormats()); err != nil {
		return nil, err
	}
	if err := f.checkLogs(); err != nil {
		return nil, err
	}
	if err := f.check(args); err != nil {
		return nil, err
	}
	ask := a.ask
	if f.stuck {
		ask = a.askAny
	}
	q, err := ask(args, &f.askFlags)
	if err != nil {
		return nil, err
	}
	catalogue, err := a.catalogue(f.catalogues)
	if err != nil {
		return nil, err
	}
	o := &removeOptions{
		question: q, source: f.sourceFlags, finalizers: f.finalizers, stuck: f.stuck, cause: f.cause,
		confirm: f.confirm, try: f.dryRun == "server", timeout: f.timeout, logs: f.when,
		permits:   remove.Permits{DeleteFirst: f.deleteFirst, AcceptLoss: f.acceptLoss},
		catalogue: catalogue, output: f.output, forPeople: render.ForPeople(f.output),
		render: a.env.Look(a.Out, f.color),
		words:  a.args, reach: a.reach(&f.askFlags),
		selected: f.stuck || f.selects() || f.named() || f.allNamespaces || len(args) == 1 && !strings.Contains(args[0], "/"),
	}
	for _, d := range despiteTexts {
		if *f.despite[d.guard] {
			o.permits.Despite = append(o.permits.Despite, d.guard)
		}
	}
	o.reach.Also = f.alsoContext
	if o.also, err = a.elsewhere(f.alsoContext); err != nil {
		return nil, err
	}
	if f.stuck {
		o.going = []string{q.Namespace}
	}
	if f.from == "" {
		o.showsFor(a)
	}
	if o.confirm.given {
		return o, o.keepIn(a, f)
	}
	return o, nil
}

// showsFor sets where the plan of a live cluster will be carried out, and where it
// is kept until then.
func (o *removeOptions) showsFor(a *app) {
	if name := a.contextName(); name != "" && *a.flags.Context == "" {
		o.context = []string{"--context", name}
	}
	if state, err := a.stateFolder(); err == nil {
		o.plans = &remove.Plans{Dir: filepath.Join(state, "plans")}
	}
}

// keepIn sets where backups and the log are.
func (o *removeOptions) keepIn(a *app, f *removeFlags) error {
	state, err := a.stateFolder()
	if err != nil && f.backupDir == "" {
		return err
	}
	o.backups = remove.Backups{Dir: f.backupDir, Secrets: f.backupSecrets}
	if o.backups.Dir == "" {
		o.backups.Dir = filepath.Join(state, "backups")
	}
	if state == "" {
		state = o.backups.Dir
	}
	o.log = &remove.Log{Path: filepath.Join(state, logName)}
	return unsafePlace(errors.Join(o.backups.Check(), o.log.Check()))
}

// unsafePlace gives the way out where a folder or file is not the user's alone.
func unsafePlace(err error) error {
	if unsafe, ok := errors.AsType[*remove.UnsafeError](err); ok {
		return &exit.Error{Code: exit.Failed, Err: unsafe, Hint: unsafe.Way}
	}
	return err
}

const logName = "removals.jsonl"

// stateFolder is where the program keeps what must outlive a run.
func (a *app) stateFolder() (string, error) {
	for _, at := range []struct{ variable, below string }{
		{"XDG_STATE_HOME", ""},
		{"LOCALAPPDATA", ""},
		{"HOME", filepath.Join(".local", "state")},
	} {
		if folder := a.env(at.variable); filepath.IsAbs(folder) {
			return filepath.Join(folder, at.below, pasted.Program), nil
		}
	}
	return "", &exit.Error{Code: exit.Failed, Err: errors.New("there is no folder to keep backups and the log in"), Hint: "set HOME or XDG_STATE_HOME, or use --backup-dir"}
}

func runRemove(ctx context.Context, a *app, o *removeOptions) error {
	stop := a.progress("reading the cluster")
	defer stop()
	s, err := a.open(ctx, &o.source)
	if err != nil {
		return err
	}
	plan, err := o.plan(ctx, s)
	if err == nil && plan != nil && s.Live != nil {
		plan.Server = a.server(ctx, s)
	}
	stop()
	if o.confirm.digest != "" && plan == nil && (err == nil || isNothing(err)) {
		plan, err = &remove.Plan{At: s.Clock.At, Server: a.server(ctx, s)}, nil // nothing is left of what was confirmed
	}
	if err != nil {
		return err
	}
	if plan == nil {
		return o.nothing(a, s)
	}
	r := o.removal(s, plan)
	if r.Results == nil && (!o.confirm.given && !o.try || plan.Refused() || r.Unconfirmed != "" || r.Confirmed != "") {
		o.keepPlan(a, r)
		if err := render.Removal(a.Out, r, o.output, o.render); err != nil {
			return err
		}
		if plan.Refused() || r.Unconfirmed != "" || r.Confirmed != "" {
			return &exit.Error{Code: exit.Refused}
		}
		return nil
	}
	r.Results = o.carryOut(ctx, a, s, plan)
	if err := render.Removal(a.Out, r, o.output, o.render); err != nil {
		return o.tellAnyway(a, r, err)
	}
	return ending(ctx, r.Results)
}

// ending is the error that a run ends with, nil where everything was done.
func ending(ctx context.Context, results []remove.Result) error {
	bad := slices.ContainsFunc(results, func(r remove.Result) bool { return !r.Good() })
	switch {
	case !bad:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case slices.ContainsFunc(results, func(r remove.Result) bool { return r.Outcome == remove.Asked }):
		return &exit.Error{Code: exit.Refused}
	}
	return &exit.Error{Code: exit.Failed}
}

// tellAnyway says on standard error what was done, where it could not be said in
// the place where it was asked for.
func (o *removeOptions) tellAnyway(a *app, r *remove.Removal, printing error) error {
	if err := render.Removal(a.ErrOut, r, "text", render.Options{}); err != nil {
		return errors.Join(printing, err) // the log has it still
	}
	return printing
}

// nothing tells that there is no object of the type with the labels.
func (o *removeOptions) nothing(a *app, s *source.Source) error {
	if o.forPeople {
		exit.Say(a.ErrOut, o.question.Nothing(s))
		return nil
	}
	return render.Removal(a.Out, &remove.Removal{Plan: &remove.Plan{At: s.Clock.At}}, o.output, o.render)
}

// plan makes the plan for what the cluster is like now, nil where there is no
// object of the type that was asked about.
func (o *removeOptions) plan(ctx context.Context, s *source.Source) (*remove.Plan, error) {
	var targets []trace.Target
	var err error
	if !o.stuck {
		if targets, err = o.question.Targets(ctx, s); err != nil || len(targets) == 0 {
			return nil, err
		}
	}
	s.Listen(o.logs)
	tracer, diagnoser := s.Inquiry(o.catalogue, o.going)
	diagnoser.Also, diagnoser.Owned = o.also, true
	graph, err := tracer.Trace(ctx, targets)
	if err != nil {
		return nil, s.WayTo(ctx, err) // a plan is made for all that was named, or for nothing
	}
	diagnosis, err := diagnoser.Diagnose(ctx, graph)
	if err != nil {
		return nil, err
	}
	request := remove.Request{Finalizers: o.finalizers, Permits: o.permits}
	if o.stuck {
		if request.Holds, err = o.roots(diagnosis); err != nil {
			return nil, err
		}
	}
	plan, err := remove.Make(graph, s.Types.Kinds, diagnosis, request)
	if _, wrong := errors.AsType[*remove.LossError](err); wrong {
		return nil, &exit.Error{Code: exit.Refused, Err: err}
	}
	if errors.Is(err, remove.ErrNothing) {
		return nil, exit.Hinted(err, o.meantFinalizer(diagnosis))
	}
	if err != nil {
		return nil, err
	}
	o.addressPlan(plan)
	return plan, nil
}

// meantFinalizer asks for a finalizer that is much like one that was named and is not
// there.
func (o *removeOptions) meantFinalizer(d *explain.Diagnosis) string {
	var there []string
	for i := range d.Objects {
		for _, f := range d.Objects[i].Finalizers {
			there = append(there, f.Name)
		}
	}
	for _, name := range o.finalizers {
		if !slices.Contains(there, name) {
			return exit.DidYouMean(exit.Meant(name, there))
		}
	}
	return ""
}

// roots are the finalizers at the roots of what is stuck.
func (o *removeOptions) roots(d *explain.Diagnosis) ([]explain.Place, error) {
	holds, known := remove.Roots(d, o.cause)
	switch {
	case !known:
		var reasons []string
		for i := range d.Causes {
			reasons = append(reasons, string(d.Causes[i].Reason))
		}
		all := fmt.Sprintf("see '%s' for the causes there are", render.ShownLine(o.reach.Command([]string{"kubectl", "finalizers", pasted.WhyStuck})))
		return nil, &exit.Error{Code: exit.Failed, Err: &noCauseError{o.cause}, Hint: cmp.Or(exit.DidYouMean(exit.Meant(o.cause, reasons)), all)}
	case len(holds) == 0:
		return nil, errNotStuck
	}
	return holds, nil
}

// errNotStuck says that --stuck found nothing.
var errNotStuck = errors.New("nothing is stuck that a finalizer holds")

// noCauseError is a --cause that nothing is stuck for.
type noCauseError struct{ cause string }

func (e *noCauseError) Error() string        { return "there is no cause " + e.cause }
func (e *noCauseError) Is(target error) bool { return target == errNotStuck }

// carryOut runs the plan, and shows on a terminal how far it is.
func (o *removeOptions) carryOut(ctx context.Context, a *app, s *source.Source, plan *remove.Plan) []remove.Result {
	following, stop := a.screen().Removal(len(plan.Actions))
	defer stop()
	e := remove.Executor{Writer: s.Live, Now: a.now, Wait: o.timeout, Try: o.try, Doing: following.Begin, Done: following.End}
	e.Again = func(ctx context.Context, actions []*remove.Action) (*remove.Plan, error) {
		return o.again(ctx, a, actions)
	}
	if o.confirm.given {
		signal.Ignore(syscall.SIGPIPE) // what is begun is brought to an end and told, whoever still reads
		user, err := s.Live.WhoAmI(ctx)
		if err != nil {
			user = "" // a server may not tell; the log says where it was done
		}
		e.Backups, e.Log = &o.backups, o.log
		e.Origin = remove.Origin{
			User: user, Host: a.env("HOSTNAME"), Server: s.Live.Host(), Context: plan.Server.Context,
			ServerUID: plan.Server.UID, Plan: plan.Show().Digest(),
			Command: render.ShownLine(o.reach.As.Command(append([]string{"kubectl", "finalizers"}, pasted.Public(o.words)...))),
		}
	}
	results := e.Run(ctx, plan)
	for i := range results {
		results[i].Next = o.reach.Command(results[i].Next)
	}
	return results
}

// contextName is the context of the kubeconfig that is in use, empty for none.
func (a *app) contextName() string {
	if name := *a.flags.Context; name != "" {
		return name
	}
	config, err := a.flags.ToRawKubeConfigLoader().RawConfig()
	if err != nil {
		return ""
	}
	return config.CurrentContext
}

var _ remove.Writer = (*cluster.Cluster)(nil)
