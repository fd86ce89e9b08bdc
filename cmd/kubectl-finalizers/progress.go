package main

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/progress"
)

// screen is where progress is shown.
func (a *app) screen() *progress.Screen {
	return &progress.Screen{W: a.ErrOut, Env: a.env, Now: a.now, Verbose: verbose()}
}

// progress shows what is being done, and how far reading is, until it is stopped.
func (a *app) progress(doing string) (stop func()) { return a.screen().Doing(doing, a.tally, nil) }
