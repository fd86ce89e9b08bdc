package main

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// completionTimeout bounds what one press of Tab may cost. A person waits for
// it, and has nothing to interrupt.
const completionTimeout = 3 * time.Second

// addCompletions says for every command and flag what Tab offers. What fails
// offers nothing and prints nothing: a person in the midst of a line cannot read
// an error. A command that has its own say on something keeps it.
func (a *app) addCompletions(root *cobra.Command) {
	a.completeFlags(root, root.PersistentFlags())
	for _, cmd := range root.Commands() {
		a.completeFlags(cmd, cmd.Flags())
		if cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = a.argumentsOf(cmd)
		}
		a.addCompletions(cmd)
	}
}

func (a *app) completeFlags(cmd *cobra.Command, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		offer := a.valuesOf(f)
		if _, known := cmd.GetFlagCompletionFunc(f.Name); known || offer == nil {
			return
		}
		// It fails only for a flag that does not exist or was registered.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, offer)
	})
}

// valuesOf is nil for a flag without a value, and for one whose value is a file,
// which the shell knows best.
func (a *app) valuesOf(f *pflag.Flag) cobra.CompletionFunc {
	switch f.Name {
	case "filename", "from", "template", "kubeconfig", "certificate-authority", "client-certificate", "client-key":
		return nil
	case "kustomize", "catalogue", "backup-dir", "cache-dir", "dir":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case "namespace":
		return a.asking(completeNamespaces)
	case "context", "also-context", "cluster", "user":
		return a.completeKubeconfig(f.Name)
	case contexts.Several:
		return lastOf(a.completeKubeconfig(f.Name))
	case "finalizer":
		return a.asking(completeFinalizersOf)
	case "cause":
		return a.asking(completeCauses)
	}
	if c, ok := f.Value.(*value.Choice); ok {
		return choices(c.Of...)
	}
	if f.NoOptDefVal != "" {
		return nil
	}
	return cobra.NoFileCompletions
}

func choices(values ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return beginning(values, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// argumentsOf completes what a command is asked about. The commands that are
// asked about objects are those that also take them from files.
func (a *app) argumentsOf(cmd *cobra.Command) cobra.CompletionFunc {
	switch {
	case cmd.Flags().Lookup("filename") == nil:
		return cobra.NoFileCompletions
	case cmd.Name() == "uninstall":
		return a.asking(completeInstalled)
	}
	return a.asking(completeObjects)
}

// once offers values for the first argument alone.
func once(offer cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return cobra.NoFileCompletions(cmd, args, typed)
		}
		return offer(cmd, args, typed)
	}
}

// completeKubeconfig offers what the kubeconfig has under the flag's name.
func (a *app) completeKubeconfig(flag string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		config, err := a.flags.ToRawKubeConfigLoader().RawConfig()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var names []string
		switch flag {
		case "cluster":
			names = slices.Sorted(maps.Keys(config.Clusters))
		case "user":
			names = slices.Sorted(maps.Keys(config.AuthInfos))
		default:
			names = slices.Sorted(maps.Keys(config.Contexts))
		}
		return beginning(names, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// lastOf completes the last of several values with a comma between them.
func lastOf(offer cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		end := strings.LastIndexByte(typed, ',') + 1
		before := strings.Split(typed[:end], ",")
		offered, directive := offer(cmd, args, typed[end:])
		var values []string
		for _, value := range offered {
			if !slices.Contains(before, value) && !strings.Contains(value, ",") {
				values = append(values, typed[:end]+value)
			}
		}
		return values, directive
	}
}

// beginning are the values that begin as typed and that a shell would take for
// themselves.
func beginning(values []string, typed string) []string {
	var fit []string
	for _, v := range values {
		if strings.HasPrefix(v, typed) && plain(v) {
			fit = append(fit, v)
		}
	}
	return fit
}

// plain reports whether a value reaches the shell as it is.
func plain(value string) bool {
	return value != "" && render.Line(value) == value && !strings.ContainsAny(value, "\t ")
}

// tab is one press of the key on a command that is asked about a cluster.
type tab struct {
	app   *app
	flags *pflag.FlagSet
	args  []string // those before the word that is being typed
	typed string
	*source.Source
}

// asking opens what the command line says to read, for a short time.
func (a *app) asking(offer func(context.Context, *tab) ([]string, cobra.ShellCompDirective)) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		ctx, cancel := context.WithTimeout(cmd.Context(), a.tab)
		defer cancel()
		t := &tab{app: a, flags: cmd.Flags(), args: args, typed: typed}
		from := t.value("from")
		if from == "-" {
			return nil, cobra.ShellCompDirectiveNoFileComp // standard input is the shell's
		}
		s, err := a.open(ctx, &sourceFlags{from: from})
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		s.Warn = nil // a person in the midst of a line cannot read it
		t.Source = s
		values, directive := offer(ctx, t)
		return values, directive | cobra.ShellCompDirectiveNoFileComp
	}
}

// value is that of a flag, empty where the command has none of the name.
func (t *tab) value(flag string) string {
	if f := t.flags.Lookup(flag); f != nil {
		return f.Value.String()
	}
	return ""
}
