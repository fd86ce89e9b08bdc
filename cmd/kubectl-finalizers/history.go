package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// history shows what was removed from this machine.
func (a *app) history(f *removeFlags, args []string) error {
	if len(args) > 0 || f.named() || f.stuck || f.confirm.given || f.selects() || len(f.finalizers) > 0 || f.dryRun != "none" {
		return exit.Usage(errors.New("--history cannot be used with objects, --confirm or --dry-run"), "it shows all of the log")
	}
	if err := f.checkForm(a, render.HistoryFormats()); err != nil {
		return err
	}
	state, err := a.stateFolder()
	if err != nil && f.backupDir == "" {
		return err
	}
	if state == "" {
		state = f.backupDir
	}
	log := remove.Log{Path: filepath.Join(state, logName)}
	entries, broken, err := log.Read()
	if err != nil {
		return unsafePlace(err)
	}
	if broken > 0 {
		lines := "lines"
		if broken == 1 {
			lines = "line"
		}
		a.warn(fmt.Sprintf("%d %s of %s could not be read", broken, lines, log.Path))
	}
	return render.History(a.Out, entries, f.output, a.env.Look(a.Out, f.color))
}
