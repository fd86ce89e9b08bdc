//go:build unix

package system

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// linkerFlags leave out what only a debugger needs; linking takes half as long.
const linkerFlags = "-s -w"

// source is what programs are built of: a module, with tags.
type source struct{ module, tags string }

// build links the programs of a module, by name, where they are not in its place yet. A
// build is announced on progress.
func build(ctx context.Context, from source, dir string, programs map[string]string, progress io.Writer) error {
	missing := func() (names []string) {
		for name := range programs {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				names = append(names, name)
			}
		}
		return names
	}
	return lab.Fill(dir, func() bool { return len(missing()) == 0 }, func() error {
		for _, name := range missing() {
			fmt.Fprintf(progress, "building %s: some minutes the first time, kept in %s\n", programs[name], dir)
			began := time.Now()
			if err := link(ctx, from, programs[name], filepath.Join(dir, name), progress); err != nil {
				return err
			}
			fmt.Fprintf(progress, "built in %s\n", time.Since(began).Round(time.Second))
		}
		return nil
	})
}

// link builds one program. A build that is cut short leaves no binary.
func link(ctx context.Context, from source, pkg, binary string, progress io.Writer) error {
	unfinished := binary + ".unfinished"
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-tags", from.tags, "-ldflags", linkerFlags, "-o", unfinished, pkg)
	cmd.Dir = from.module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = progress, progress
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building %s: %w", pkg, err)
	}
	if err := os.Rename(unfinished, binary); err != nil {
		return fmt.Errorf("installing %s: %w", binary, err)
	}
	return nil
}

// place is the folder of a module's programs. It is kept in the user's cache folder under
// a name that changes with anything that goes into them.
func place(from source) (string, error) {
	module := from.module
	files := []string{"/go.mod", "/go.sum"}
	err := filepath.WalkDir(module, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".go" {
			files = append(files, strings.TrimPrefix(path, module))
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("looking for the sources of %s: %w", module, err)
	}
	slices.Sort(files)
	parts := []any{linkerFlags}
	if from.tags != "" {
		parts = append(parts, from.tags)
	}
	key, err := lab.Key(module, files, parts...)
	if err != nil {
		return "", err
	}
	return lab.Kept(filepath.Base(module) + "-" + key)
}

// folder returns a folder inside one of the modules that the module requires.
func folder(ctx context.Context, module, required string, elem ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", required)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("finding the sources of %s: %w", required, err)
	}
	return filepath.Join(append([]string{strings.TrimSpace(string(out))}, elem...)...), nil
}
