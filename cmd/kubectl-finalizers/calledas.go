package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// calledAs is what the name means under which the program was started. One
// binary answers to several: kubectl finds a plugin and what completes it by
// their names alone.
type calledAs struct {
	// whyStuck is kubectl-why_stuck: why-stuck stands for the whole program. It
	// is for plugin indexes in which the name "finalizers" is another's.
	whyStuck bool
	// completing is kubectl_complete-NAME: kubectl asks what Tab should offer.
	completing bool
}

// nameOf reads the name of a program. Any that is not one of the others, as when
// somebody renamed the file, is that of the plugin.
func nameOf(program string) calledAs {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	prefix, plugin, _ := strings.Cut(name, "-")
	return calledAs{
		whyStuck:   plugin == "why_stuck" || plugin == "why-stuck",
		completing: prefix == "kubectl_complete",
	}
}

// arguments are those of the program as the command tree takes them.
func (c calledAs) arguments(args []string) []string {
	if !c.completing {
		return args
	}
	return append([]string{cobra.ShellCompRequestCmd}, args...)
}

// completer is the name under which kubectl looks for what completes the plugin.
func (c calledAs) completer() string {
	if c.whyStuck {
		return "kubectl_complete-why_stuck"
	}
	return "kubectl_complete-finalizers"
}

// command returns the words of a command of this program, which is called
// "kubectl", "finalizers" in them, as the person has to type them. Under the
// second name nothing else will do: on that machine the first may be another's,
// and do something else. Commands that are not this program's stay as they are.
func (c calledAs) command(words []string) []string {
	if !c.whyStuck || !ownCommand(words) {
		return words
	}
	rest := words[2:]
	if len(rest) > 0 && rest[0] == whyStuckName {
		rest = rest[1:] // it stands for the whole program
	}
	return append([]string{"kubectl", whyStuckName}, rest...)
}

// ownCommand reports whether a command is one of this program.
func ownCommand(words []string) bool {
	return len(words) > 1 && words[0] == "kubectl" && words[1] == "finalizers"
}

// whyStuckName is the command that is the whole program under the second name.
const whyStuckName = "why-stuck"

// plugin is the name of the plugin's file.
func (c calledAs) plugin() string {
	if c.whyStuck {
		return "kubectl-why_stuck"
	}
	return programName
}

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
		calledAs{}.completer(), calledAs{whyStuck: true}.completer(),
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
