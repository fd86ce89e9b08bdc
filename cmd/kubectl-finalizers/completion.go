package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
		return s.write(&cobra.Command{Use: nameOf(a.program).plugin()}, a.Out)
	}
	if len(args) > 1 {
		return usageError(fmt.Errorf("unexpected argument %q", args[1]), "name one shell")
	}
	return usageError(fmt.Errorf("no code for the shell %q", args[0]), cmp.Or(didYouMean(meant(args[0], names)), "use "+strings.Join(names, ", ")))
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
			l, err := a.completerLink(dir)
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

// completerLink is the link by which kubectl finds what completes the plugin.
type completerLink struct {
	path   string
	target string // relative to the link's folder where both are in one
	plugin string // the name of the plugin's file
}

// completerLink decides where the link is to be. The plugin is taken where the
// PATH has it, not where that leads to: a package manager keeps the first over an
// upgrade, and not the second.
func (a *app) completerLink(dir string) (*completerLink, error) {
	found, err := exec.LookPath(a.program)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return nil, fmt.Errorf("looking for the plugin: %w", err)
	}
	plugin, err := filepath.Abs(found)
	if err != nil {
		return nil, fmt.Errorf("looking for the plugin: %w", err)
	}
	as := nameOf(a.program)
	ext := filepath.Ext(plugin)
	if ext != ".exe" {
		ext = ""
	}
	if as.completing { // started by the link itself
		plugin = filepath.Join(filepath.Dir(plugin), as.plugin()+ext)
	}
	l := &completerLink{target: plugin, plugin: filepath.Base(plugin)}
	if dir == "" {
		dir = filepath.Dir(plugin)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, fmt.Errorf("looking for the folder: %w", err)
	}
	if dir == filepath.Dir(plugin) {
		l.target = l.plugin
	}
	l.path = filepath.Join(dir, as.completer()+ext)
	return l, nil
}

// present reports whether the link is there. Anything else of its name is an
// error, because it is somebody else's.
func (l *completerLink) present() (bool, error) {
	info, err := os.Lstat(l.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("looking at %s: %w", l.path, err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		if target, err := os.Readlink(l.path); err == nil && filepath.Base(target) == l.plugin {
			return true, nil
		}
	}
	return false, &codedError{
		Code: exitError, Err: fmt.Errorf("%s is there, and is no link to %s", l.path, l.plugin),
		Hint: "move it away, or use --dir",
	}
}

func (a *app) link(l *completerLink) error {
	present, err := l.present()
	if err != nil {
		return err
	}
	if present {
		if err := os.Remove(l.path); err != nil {
			return fmt.Errorf("renewing the link: %w", err)
		}
	}
	if err := os.Symlink(l.target, l.path); err != nil {
		return &codedError{
			Code: exitError, Err: fmt.Errorf("making the link: %w", err),
			Hint: "use --dir with a folder on your PATH that you may write to",
		}
	}
	if !a.onPath(filepath.Dir(l.path)) {
		say(a.ErrOut, fmt.Sprintf("warning: %s is not on your PATH, so kubectl does not find it there", render.Line(filepath.Dir(l.path))))
	}
	_, err = fmt.Fprintf(a.Out, "linked %s to %s\nTab completes this plugin wherever it completes kubectl: see 'kubectl completion --help'\n",
		render.Line(l.path), render.Line(l.target))
	return err
}

func (a *app) unlink(l *completerLink) error {
	present, err := l.present()
	if err != nil {
		return err
	}
	if !present {
		_, err := fmt.Fprintf(a.Out, "%s is not there; nothing to do\n", render.Line(l.path))
		return err
	}
	if err := os.Remove(l.path); err != nil {
		return fmt.Errorf("taking the link away: %w", err)
	}
	_, err = fmt.Fprintf(a.Out, "removed %s\n", render.Line(l.path))
	return err
}

// onPath reports whether programs are looked for in the folder.
func (a *app) onPath(dir string) bool {
	return slices.ContainsFunc(filepath.SplitList(a.env("PATH")), func(entry string) bool {
		return strings.TrimSpace(entry) != "" && filepath.Clean(entry) == dir
	})
}
