package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/terminal"
)

// columns is the width of the terminal in every picture. A page on GitHub shows
// as much without making it smaller.
const columns = 100

// shot is one picture: a run of the plugin on a snapshot of test/demo.
type shot struct {
	name string // of the files, before the theme
	args string
	code int // with which the run ends
}

// shots are all pictures.
var shots = []shot{
	{name: "trace", args: "trace bucket.foreground.example.org/b1 -n script-foreground --from crossplane-foreground.json"},
	{name: "why-stuck", args: "why-stuck bucket.foreground.example.org/b1 -n script-foreground --from crossplane-foreground.json", code: 3},
	{name: "group", args: "why-stuck -A --from .", code: 3},
	{name: "remove", args: "remove bucket.foreground.example.org/b1 -n script-foreground --from crossplane-foreground.json", code: 4},
}

// Make draws all pictures into the folder, and takes away those of which nothing
// is known any more. Source is the folder of the repository.
func Make(ctx context.Context, source, folder string) error {
	scratch, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return fmt.Errorf("making pictures: %w", err)
	}
	err = makeAll(ctx, source, folder, scratch)
	if cleaned := os.RemoveAll(scratch); err == nil && cleaned != nil {
		err = fmt.Errorf("making pictures: %w", cleaned)
	}
	return err
}

func makeAll(ctx context.Context, source, folder, scratch string) error {
	plugin := filepath.Join(scratch, "kubectl-finalizers")
	build := exec.CommandContext(ctx, "go", "build", "-o", plugin, "./cmd/kubectl-finalizers")
	build.Dir = source
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the plugin: %w\n%s", err, out)
	}
	var made []string
	for _, s := range shots {
		p, err := s.take(ctx, plugin, filepath.Join(source, "test", "demo"), scratch)
		if err != nil {
			return fmt.Errorf("making the picture %s: %w", s.name, err)
		}
		for i := range themes {
			file := filepath.Join(folder, s.name+"-"+themes[i].name+".svg")
			if err := os.WriteFile(file, []byte(p.svg(&themes[i])), 0o644); err != nil {
				return fmt.Errorf("writing a picture: %w", err)
			}
			made = append(made, file)
		}
	}
	return sweep(folder, made)
}

// sweep removes the pictures that were not made.
func sweep(folder string, made []string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil {
		return fmt.Errorf("looking for old pictures: %w", err)
	}
	for _, file := range files {
		if slices.Contains(made, file) {
			continue
		}
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("removing an old picture: %w", err)
		}
	}
	return nil
}

// take runs the plugin as a person would who has nothing set: in a terminal, in
// the folder of the snapshots.
func (s shot) take(ctx context.Context, plugin, folder, home string) (*picture, error) {
	outer, inner, err := terminal.Open(columns, 24)
	if err != nil {
		return nil, err
	}
	defer outer.Close()
	cmd := exec.CommandContext(ctx, plugin, strings.Fields(s.args)...)
	cmd.Dir = folder
	cmd.Env = []string{"TERM=xterm-256color", "LANG=C.UTF-8", "HOME=" + home}
	cmd.Stdin, cmd.Stdout = inner, inner // how far it is, it tells where a person looks on
	if err := cmd.Start(); err != nil {
		inner.Close()
		return nil, fmt.Errorf("starting the plugin: %w", err)
	}
	inner.Close()
	text, readErr := readAll(outer)
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("running the plugin: %w", err)
	}
	if readErr != nil {
		return nil, readErr
	}
	if code := cmd.ProcessState.ExitCode(); code != s.code {
		return nil, fmt.Errorf("%s ended with %d, not %d:\n%s", s.args, code, s.code, text)
	}
	command := "kubectl finalizers " + s.args
	screen, err := show("\x1b[2m$\x1b[0m \x1b[1m"+command+"\x1b[0m\n"+text, columns)
	if err != nil {
		return nil, err
	}
	return &picture{title: command, columns: columns, rows: screen.rows}, nil
}

// readAll reads until nobody has the other end of a terminal open any more,
// which the kernel tells as an error of its own.
func readAll(outer *os.File) (string, error) {
	var b bytes.Buffer
	_, err := b.ReadFrom(outer)
	if err != nil && !errors.Is(err, syscall.EIO) && !errors.Is(err, fs.ErrClosed) {
		return "", fmt.Errorf("reading from the terminal: %w", err)
	}
	return b.String(), nil
}
