package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
)

// promote makes the command the root of the tree, with all others below it, and
// has every text say so.
func promote(root *cobra.Command, name string) *cobra.Command {
	all := root.Commands()
	root.RemoveCommand(all...)
	top := root
	for _, c := range all {
		if c.Name() == name {
			top = c
		}
	}
	for _, c := range all {
		if c != top {
			top.AddCommand(c)
		}
	}
	top.PersistentFlags().AddFlagSet(root.PersistentFlags())
	top.SetIn(root.InOrStdin())
	top.SetOut(root.OutOrStdout())
	top.SetErr(root.ErrOrStderr())
	top.SetFlagErrorFunc(root.FlagErrorFunc())
	top.SilenceErrors, top.SilenceUsage = root.SilenceErrors, root.SilenceUsage
	top.CompletionOptions = root.CompletionOptions
	top.Args = cobra.ArbitraryArgs // else what is no command would be refused
	before := root.CommandPath()
	after := "kubectl " + name
	top.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: after}
	rename(top, strings.NewReplacer(
		before+" "+name, after, before, after,
		pasted.Name{}.Completer(), pasted.Name{WhyStuck: true}.Completer(),
	))
	return top
}

// rename changes the texts of a command and of all below it.
func rename(c *cobra.Command, names *strings.Replacer) {
	c.Long, c.Example = names.Replace(c.Long), names.Replace(c.Example)
	for _, below := range c.Commands() {
		rename(below, names)
	}
}
