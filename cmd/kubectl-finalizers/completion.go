package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/completer"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// completionScripts write, by the name of a shell, what has it complete the program. They
// are in the order in which they are told of.
var completionScripts = []struct {
	shell string
	write func(program *cobra.Command, w io.Writer) error
}{
	{"bash", func(program *cobra.Command, w io.Writer) error { return program.GenBashCompletionV2(w, true) }},
	{"zsh", func(program *cobra.Command, w io.Writer) error { return program.GenZshCompletion(w) }},
	{"fish", func(program *cobra.Command, w io.Writer) error { return program.GenFishCompletion(w, true) }},
	{"powershell", func(program *cobra.Command, w io.Writer) error { return program.GenPowerShellCompletionWithDesc(w) }},
}

func newCompletion(a *app) *cobra.Command {
	shells := make([]string, len(completionScripts))
	for i, s := range completionScripts {
		shells[i] = s.shell
	}
	cmd := &cobra.Command{
		Use:   "completion (bash | zsh | fish | powershell | install)",
		Short: "Have Tab complete the commands, flags and objects of this plugin",
		Long: `Have Tab complete the commands, flags and objects of this plugin.

Where the shell completes kubectl (see 'kubectl completion --help'; bash, zsh, fish and
PowerShell can), kubectl asks a second program for what belongs to a plugin. The command
install puts that program where kubectl finds it: do that once, and Tab works behind
'kubectl finalizers'.

With the name of a shell it prints the code that has that shell complete the program by
its own name, kubectl-finalizers, which needs no completion of kubectl. That of bash needs
the package bash-completion, as kubectl's does.`,
		Example: `  # Once, after installing the plugin: Tab behind 'kubectl finalizers'
  kubectl finalizers completion install

  # Tab behind kubectl-finalizers: in ~/.bashrc, ~/.zshrc, and as a file of fish
  source <(kubectl finalizers completion bash)
  source <(kubectl finalizers completion zsh)
  kubectl finalizers completion fish > ~/.config/fish/completions/kubectl-finalizers.fish`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: once(choices(shells...)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return a.completionScript(args)
		},
	}
	cmd.AddCommand(newCompletionInstall(a))
	return cmd
}

// completionScript prints the code for one shell, which asks the program itself what to
// offer: of the command tree it has nothing but the name of the file.
func (a *app) completionScript(args []string) error {
	var names []string
	for _, s := range completionScripts {
		if names = append(names, s.shell); s.shell != args[0] || len(args) > 1 {
			continue
		}
		return s.write(&cobra.Command{Use: pasted.NameOf(a.program).Plugin()}, a.Out)
	}
	if len(args) > 1 {
		return exit.Usage(fmt.Errorf("unexpected argument %q", args[1]), "name one shell")
	}
	return exit.Usage(fmt.Errorf("no code for the shell %q", args[0]), cmp.Or(exit.DidYouMean(exit.Meant(args[0], names)), "use "+strings.Join(names, ", ")))
}

func newCompletionInstall(a *app) *cobra.Command {
	var dir string
	var uninstall bool
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Put the link on the PATH by which kubectl completes this plugin",
		Long: `Put the link on the PATH by which kubectl completes this plugin.

It makes a symbolic link kubectl_complete-finalizers to the plugin, in the folder in
which the plugin itself was found. Nothing else is changed, and a file of that name that
is no such link is never replaced. Do it once: upgrading the plugin needs no second time.`,
		Example: `  # In the folder of the plugin
  kubectl finalizers completion install

  # In another folder on the PATH
  kubectl finalizers completion install --dir ~/.local/bin

  # Take it away again
  kubectl finalizers completion install --uninstall`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			l, err := completer.Of(a.program, dir)
			if err != nil {
				return err
			}
			if uninstall {
				return a.unlink(l)
			}
			return a.link(l)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "The folder to put it in. Default: that of the plugin.")
	cmd.Flags().BoolVar(&uninstall, "uninstall", false, "Take it away again.")
	return cmd
}

func (a *app) link(l *completer.Link) error {
	if err := l.Make(); err != nil {
		return err
	}
	if !a.onPath(filepath.Dir(l.Path)) {
		a.warn(filepath.Dir(l.Path) + " is not on your PATH, so kubectl does not find it there")
	}
	_, err := fmt.Fprintf(a.Out, "linked %s to %s\nTab completes this plugin wherever it completes kubectl: see 'kubectl completion --help'\n",
		render.Line(l.Path), render.Line(l.Target))
	return err
}

func (a *app) unlink(l *completer.Link) error {
	removed, err := l.Remove()
	switch {
	case err != nil:
		return err
	case removed:
		_, err = fmt.Fprintf(a.Out, "removed %s\n", render.Line(l.Path))
	default:
		_, err = fmt.Fprintf(a.Out, "%s is not there; nothing to do\n", render.Line(l.Path))
	}
	return err
}

// onPath reports whether programs are looked for in the folder.
func (a *app) onPath(dir string) bool {
	return slices.ContainsFunc(filepath.SplitList(a.env("PATH")), func(entry string) bool {
		return strings.TrimSpace(entry) != "" && filepath.Clean(entry) == dir
	})
}
