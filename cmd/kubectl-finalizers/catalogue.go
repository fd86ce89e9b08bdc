package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// addCatalogue adds the flag that every command with a catalogue has.
func addCatalogue(flags *pflag.FlagSet, folders *[]string) {
	flags.StringSliceVar(folders, "catalogue", nil,
		"Folders with catalogue files to add to the built-in ones and to those in ~/.kube/finalizers/catalogue.")
}

// catalogue is the built-in one with the files of the person's default folder,
// where there is one, and of the given folders.
func (a *app) catalogue(folders []string) (*catalogue.Catalogue, error) {
	if a.known != nil {
		return a.known, nil
	}
	if folder := a.defaultCatalogue(); folder != "" {
		folders = append([]string{folder}, folders...)
	}
	return loadCatalogue(folders)
}

// defaultCatalogue is the folder beside the person's kubeconfig, empty where it
// does not exist or their home is closed to them, as it is in many containers.
func (a *app) defaultCatalogue() string {
	home := a.env("HOME")
	if home == "" {
		home = a.env("USERPROFILE") // Windows
	}
	if home == "" {
		return ""
	}
	folder := filepath.Join(home, ".kube", "finalizers", "catalogue")
	_, err := os.Stat(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) {
		return ""
	}
	return folder
}

// loadCatalogue adds folders to the built-in catalogue. The errors name the
// folder, the file and the entry.
func loadCatalogue(folders []string) (*catalogue.Catalogue, error) {
	dirs := make([]fs.FS, 0, len(folders))
	var errs []error
	for _, folder := range folders {
		dir, err := openFolder(folder)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		dirs = append(dirs, dir)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	loaded, err := catalogue.Load(dirs...)
	if err == nil {
		return loaded, nil
	}
	// The error names files; which folder they are in is only asked now.
	for i, dir := range dirs {
		if _, err := catalogue.Load(dir); err != nil {
			errs = append(errs, fmt.Errorf("reading the catalogue %s: %w", folders[i], err))
		}
	}
	if len(errs) == 0 {
		return nil, fmt.Errorf("reading the catalogue: %w", err)
	}
	return nil, errors.Join(errs...)
}

// openFolder reads the folder once, because a pattern of file names that is
// looked for in a folder that cannot be read matches nothing, without an error.
func openFolder(folder string) (fs.FS, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("reading the catalogue %s: not a folder", folder)
	}
	if _, err := os.ReadDir(folder); err != nil {
		return nil, fmt.Errorf("reading the catalogue %s: %w", folder, err)
	}
	return os.DirFS(folder), nil
}
