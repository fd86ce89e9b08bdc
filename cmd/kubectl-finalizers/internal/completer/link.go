// Package completer is the link under whose name kubectl looks for what completes the plugin.
package completer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
)

// Link is the one by which kubectl finds what completes the plugin.
type Link struct {
	Path   string
	Target string // relative to the link's folder where both are in one
	plugin string // the name of the plugin's file
}

// Of decides where the link of a program is to be. The plugin is taken where the
// PATH has it, not where that leads to: a package manager keeps the first over an
// upgrade, and not the second.
func Of(program, dir string) (*Link, error) {
	found, err := exec.LookPath(program)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return nil, fmt.Errorf("looking for the plugin: %w", err)
	}
	plugin, err := filepath.Abs(found)
	if err != nil {
		return nil, fmt.Errorf("looking for the plugin: %w", err)
	}
	as := pasted.NameOf(program)
	ext := filepath.Ext(plugin)
	if ext != ".exe" {
		ext = ""
	}
	if as.Completing { // started by the link itself
		plugin = filepath.Join(filepath.Dir(plugin), as.Plugin()+ext)
	}
	l := &Link{Target: plugin, plugin: filepath.Base(plugin)}
	if dir == "" {
		dir = filepath.Dir(plugin)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, fmt.Errorf("looking for the folder: %w", err)
	}
	if dir == filepath.Dir(plugin) {
		l.Target = l.plugin
	}
	l.Path = filepath.Join(dir, as.Completer()+ext)
	return l, nil
}

// present reports whether the link is there. Anything else of its name is an
// error, because it is somebody else's.
func (l *Link) present() (bool, error) {
	info, err := os.Lstat(l.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("looking at %s: %w", l.Path, err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		if target, err := os.Readlink(l.Path); err == nil && filepath.Base(target) == l.plugin {
			return true, nil
		}
	}
	return false, &exit.Error{
		Code: exit.Failed, Err: fmt.Errorf("%s is there, and is no link to %s", l.Path, l.plugin),
		Hint: "move it away, or use --dir",
	}
}

// Make makes the link, or makes it anew.
func (l *Link) Make() error {
	present, err := l.present()
	if err != nil {
		return err
	}
	if present {
		if err := os.Remove(l.Path); err != nil {
			return fmt.Errorf("renewing the link: %w", err)
		}
	}
	if err := os.Symlink(l.Target, l.Path); err != nil {
		return &exit.Error{
			Code: exit.Failed, Err: fmt.Errorf("making the link: %w", err),
			Hint: "use --dir with a folder on your PATH that you may write to",
		}
	}
	return nil
}

// Remove takes the link away, and reports whether it was there.
func (l *Link) Remove() (bool, error) {
	present, err := l.present()
	if err != nil || !present {
		return false, err
	}
	if err := os.Remove(l.Path); err != nil {
		return false, fmt.Errorf("taking the link away: %w", err)
	}
	return true, nil
}
