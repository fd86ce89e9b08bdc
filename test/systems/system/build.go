//go:build unix

package system

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// linkerFlags leave out what only a debugger needs; linking takes half as long.
const linkerFlags = "-s -w"

// place is the folder that holds the programs of a module. It is kept in the user's
// cache folder under a name that changes with the module's content.
func place(module string) (string, error) {
	key, err := sourceKey(module)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache folder: %w", err)
	}
	return filepath.Join(cache, "kubectl-finalizers", filepath.Base(module)+"-"+key), nil
}

// build links the programs of a module, by name, into its place. A build is
// announced on progress.
func build(ctx context.Context, module, dir string, programs map[string]string, progress io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder of %s: %w", module, err)
	}
	unlock, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return err
	}
	defer unlock()
	for name, pkg := range programs {
		binary := filepath.Join(dir, name)
		if _, err := os.Stat(binary); err == nil {
			continue
		}
		fmt.Fprintf(progress, "building %s: some minutes the first time, kept in %s\n", pkg, dir)
		began := time.Now()
		if err := link(ctx, module, pkg, binary, progress); err != nil {
			return err
		}
		fmt.Fprintf(progress, "built in %s\n", time.Since(began).Round(time.Second))
	}
	return nil
}

// link builds one program. A build that is cut short leaves no binary.
func link(ctx context.Context, module, pkg, binary string, progress io.Writer) error {
	unfinished := binary + ".unfinished"
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", linkerFlags, "-o", unfinished, pkg)
	cmd.Dir = module
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

// sourceKey changes with anything that goes into the module's programs.
func sourceKey(module string) (string, error) {
	files := []string{filepath.Join(module, "go.mod"), filepath.Join(module, "go.sum")}
	err := filepath.WalkDir(module, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".go" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("looking for the sources of %s: %w", module, err)
	}
	slices.Sort(files)
	hash := sha256.New()
	fmt.Fprintln(hash, runtime.Version(), runtime.GOOS, runtime.GOARCH, linkerFlags)
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("reading the sources of %s: %w", module, err)
		}
		fmt.Fprintln(hash, strings.TrimPrefix(path, module), len(text))
		hash.Write(text)
	}
	return hex.EncodeToString(hash.Sum(nil))[:12], nil
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

// lock holds a file against other processes until it is released.
func lock(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening a lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return func() { f.Close() }, nil
}
