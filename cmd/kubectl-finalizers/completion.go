package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

func newCompletion(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "completion",
		Short: "Have Tab complete the commands, flags and objects of this plugin",
		Long: `Have Tab complete the commands, flags and objects of this plugin.

Where the shell completes kubectl (see 'kubectl completion --help'; bash, zsh, fish and
PowerShell can), kubectl asks a second program for what belongs to a plugin. This
command puts that program where kubectl finds it.`,
		Example: `  # Once, after installing the plugin
  kubectl finalizers completion install`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCompletionInstall(a))
	return cmd
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
