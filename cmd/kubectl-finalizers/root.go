package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/progress"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// defaultTimeout bounds one request when --request-timeout does not. kubectl
// waits without end; a diagnosis that hangs on the thing it should diagnose is
// of no use.
const defaultTimeout = 30 * time.Second

// surroundings are what the program needs of its process.
type surroundings struct {
	genericiooptions.IOStreams
	program string // the name under which it was started
	env     terminal.Env
	now     func() time.Time
	tab     time.Duration // what one press of Tab may cost
}

// run is the whole program but for the process itself: it may be called as
// often as one likes, in any surroundings.
func run(ctx context.Context, args []string, around surroundings) exit.Code {
	a, root := newApp(around)
	a.args = args
	name := pasted.NameOf(around.program)
	if !name.WhyStuck && !name.Completing {
		args = bare(root, args)
	}
	root.SetArgs(name.Arguments(args))
	return a.stderr().Report(root.ExecuteContext(ctx))
}

// app is what every command shares: where to write, and how to reach the cluster.
type app struct {
	surroundings
	flags *genericclioptions.ConfigFlags
	args  []string        // the command line, for commands that print it again
	tally *progress.Tally // how far reading is

	// unattended is where several clusters are asked at once. Enter is told there which one
	// this is, and waits until it is its turn; nil where that is at once.
	unattended bool
	enter      func(cluster.Identity) error
	// cluster is the name of it there that lines on standard error bear, where that is known;
	// until then warnings are only kept.
	cluster string
	kept    *[]string
	// known is the catalogue where it was loaded for all of them, and nil elsewhere.
	known *catalogue.Catalogue
}

// stderr is where errors and warnings are said.
func (a *app) stderr() exit.Stream { return exit.Stream{W: a.ErrOut, Cluster: a.cluster} }

// warn says something on standard error that is no error.
func (a *app) warn(text string) {
	if a.kept != nil {
		*a.kept = append(*a.kept, text)
		return
	}
	a.stderr().Say("warning", text)
}

// connect is called by the commands that need a cluster, once their own flags
// are known to be right.
func (a *app) connect() (*cluster.Cluster, error) {
	return cluster.Connect(a.flags, cluster.Options{
		UserAgent: pasted.Program + "/" + clientVersion().Version,
		Timeout:   a.timeout(),
		Progress:  a.tally,

		Unattended: a.unattended,
	})
}

// timeout is the default unless the flag was given, so that
// --request-timeout=0 means no limit, as it does for kubectl.
func (a *app) timeout() time.Duration {
	if *a.flags.Timeout == "" {
		return defaultTimeout
	}
	return 0 // the flag's own value is in the kubeconfig already
}

// newApp builds the command tree. It reads nothing and opens nothing.
func newApp(around surroundings) (*app, *cobra.Command) {
	a := &app{surroundings: around, tally: progress.NewTally(around.now), flags: genericclioptions.NewConfigFlags(true).WithDeprecatedPasswordFlag()}
	// Discovery is asked afresh on every run, because an answer from before a
	// CRD went away is wrong exactly when it matters. So there is no cache.
	a.flags.CacheDir = nil
	unset := ""
	a.flags.Timeout = &unset

	cmd := &cobra.Command{
		Use:   pasted.Program,
		Short: "Explain and safely end stuck deletions",
		Long: `Explain and safely end stuck deletions.

An object with finalizers stays until the controller behind each of them has done
its work. These commands show which finalizers hold an object and everything below
it, and what the API server says is really happening to each.

TYPE/NAME without a command, or flags alone, mean why-stuck: 'kubectl finalizers ns/shop'
and 'kubectl finalizers -A'.`,
		Example: `  # Why a namespace does not go away
  kubectl finalizers ns/shop

  # Everything that is being deleted in the cluster, by root cause
  kubectl finalizers -A`,
		Annotations:       map[string]string{cobra.CommandDisplayNameAnnotation: "kubectl finalizers"},
		Args:              cobra.ArbitraryArgs,
		RunE:              runRoot,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	cmd.SetIn(a.In)
	cmd.SetOut(a.Out)
	cmd.SetErr(a.ErrOut)
	cmd.SetFlagErrorFunc(flagError)
	a.flags.AddFlags(cmd.PersistentFlags())
	addVerbosity(cmd.PersistentFlags())
	describeTimeout(cmd)
	cmd.AddCommand(newTrace(a), newWhyStuck(a), newExplain(a), newRemove(a), newPreflight(a), newSnapshot(a), newWatch(a), newServe(a), newCompletion(a), newOptions(), newVersion(a))
	a.addCompletions(cmd)
	cmd.ValidArgsFunction = a.completeBare
	if pasted.NameOf(around.program).WhyStuck {
		return a, promote(cmd, pasted.WhyStuck)
	}
	return a, cmd
}

// describeTimeout states our default where cli-runtime states kubectl's.
func describeTimeout(cmd *cobra.Command) {
	flag := cmd.PersistentFlags().Lookup("request-timeout")
	flag.Usage = "How long to wait for a single server request, as a number with a unit (1s, 2m, 3h). Zero means without end. (default " + defaultTimeout.String() + ")"
}

// runRoot is reached without a command, or with one that does not exist.
func runRoot(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return exit.Usage(fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath()), suggestion(cmd, args))
}

// suggestion names the command that was likely meant, or else all there are.
func suggestion(cmd *cobra.Command, args []string) string {
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near[0])
	}
	if len(args) == 2 { // TYPE NAME
		return fmt.Sprintf("did you mean '%s %s/%s'?", cmd.CommandPath(), args[0], args[1])
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return fmt.Sprintf("the commands are %s; see '%s --help'", strings.Join(names, ", "), cmd.CommandPath())
}

// noArgs refuses arguments where a command takes none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return exit.Usage(fmt.Errorf("unexpected argument %q", args[0]), fmt.Sprintf("'%s' takes none", cmd.CommandPath()))
}

// checkFormat refuses an output format that is not one of those allowed. None at all is
// the default.
func checkFormat(format string, allowed ...string) error {
	if format == "" {
		return nil
	}
	return value.Check(fmt.Sprintf("unknown output format %q", format), format, allowed)
}

// checkNamespaces refuses to look in one namespace and in all.
func (a *app) checkNamespaces(all bool) error {
	if all && *a.flags.Namespace != "" {
		return exit.Usage(errors.New("--all-namespaces cannot be used with --namespace"), "")
	}
	return nil
}
