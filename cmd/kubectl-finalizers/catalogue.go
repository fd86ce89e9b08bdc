package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
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
	return catalogue.LoadFolders(folders)
}

// meanwhile begins to read the catalogue; what it returns waits for that.
func (a *app) meanwhile(folders []string) func() (*catalogue.Catalogue, error) {
	var known *catalogue.Catalogue
	var err error
	var reading sync.WaitGroup
	reading.Go(func() { known, err = a.catalogue(folders) })
	return func() (*catalogue.Catalogue, error) {
		reading.Wait()
		return known, err
	}
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
