//go:build unix

package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// Key changes with the files below root, with the further parts, and with what Go builds
// with and for.
func Key(root string, files []string, parts ...any) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, append([]any{runtime.Version(), runtime.GOOS, runtime.GOARCH}, parts...)...)
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return "", fmt.Errorf("reading what is to be built: %w", err)
		}
		fmt.Fprintln(hash, name, len(text))
		hash.Write(text)
	}
	return hex.EncodeToString(hash.Sum(nil))[:12], nil
}

// Kept is the folder of that name in the user's cache folder, for what takes long to build.
func Kept(name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache folder: %w", err)
	}
	return filepath.Join(cache, "kubectl-finalizers", name), nil
}

// Fill fills a folder where it is not complete, by one process at a time.
func Fill(dir string, complete func() bool, fill func() error) error {
	if complete() {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder %s: %w", dir, err)
	}
	unlock, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return err
	}
	defer unlock()
	if complete() { // by another process meanwhile
		return nil
	}
	return fill()
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

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
