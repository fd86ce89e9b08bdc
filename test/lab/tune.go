//go:build unix

package lab

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// tuning shortens waits that Kubernetes keeps as constants and that a test
// would otherwise sit through. What is decided, and in which order, stays as
// released.
var tuning = []struct {
	file, old, new string
}{
	// The garbage collector looks for new resource types this often.
	{"cmd/kube-controller-manager/app/core.go", "const syncPeriod = 30 * time.Second", "const syncPeriod = 1 * time.Second"},
	// The same period bounds the first listing of a new type; that bound stays.
	{"pkg/controller/garbagecollector/garbagecollector.go", "context.WithTimeout(ctx, period)", "context.WithTimeout(ctx, 30*period)"},
	// A namespace is left alone this long for the sake of several API servers.
	{"pkg/controller/namespace/namespace_controller.go", "namespaceDeletionGracePeriod = 5 * time.Second", "namespaceDeletionGracePeriod = 100 * time.Millisecond"},
	// Content with finalizers makes a namespace wait half of this between looks.
	{"pkg/controller/namespace/deletion/namespaced_resources_deleter.go", "finalizerEstimateSeconds = int64(15)", "finalizerEstimateSeconds = int64(1)"},
}

// tunedCopy makes a tuned copy of the Kubernetes sources in module below
// scratch, and a go.mod beside it that is source's own but uses the copy. It
// returns that file, for go build -modfile. A source that no longer reads as
// expected is an error, so a new release cannot lose the tuning unnoticed.
func tunedCopy(scratch, source, module string) (string, error) {
	copied := filepath.Join(scratch, "kubernetes")
	if err := linkTree(copied, module); err != nil {
		return "", fmt.Errorf("copying the sources of Kubernetes: %w", err)
	}
	for _, t := range tuning {
		if err := replaceOnce(filepath.Join(copied, filepath.FromSlash(t.file)), t.old, t.new); err != nil {
			return "", fmt.Errorf("tuning %s: %w", t.file, err)
		}
	}
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return "", fmt.Errorf("reading the control plane module: %w", err)
	}
	sum, err := os.ReadFile(filepath.Join(source, "go.sum"))
	if err != nil {
		return "", fmt.Errorf("reading the control plane module: %w", err)
	}
	mod = fmt.Appendf(mod, "\nreplace k8s.io/kubernetes => %s\n", copied)
	tuned := filepath.Join(scratch, "tuned.mod")
	if err := os.WriteFile(tuned, mod, 0o600); err != nil {
		return "", fmt.Errorf("storing the tuned module: %w", err)
	}
	if err := os.WriteFile(filepath.Join(scratch, "tuned.sum"), sum, 0o600); err != nil {
		return "", fmt.Errorf("storing the tuned module: %w", err)
	}
	return tuned, nil
}

// linkTree makes the folder to hold what from holds. Files are linked, not
// copied: the module cache is read-only, and replaceOnce puts a new file in
// the place of an old one.
func linkTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if os.Link(path, target) == nil {
			return nil
		}
		text, err := os.ReadFile(path) // another file system
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o600)
	})
}

// replaceOnce replaces text that must stand in the file exactly once.
func replaceOnce(path, old, with string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := bytes.Count(text, []byte(old)); n != 1 {
		return fmt.Errorf("%q stands there %d times, not once", old, n)
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.WriteFile(path, bytes.Replace(text, []byte(old), []byte(with), 1), 0o600)
}
