package main

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/progress"
)

// ofSource are the flags of a source that is no server.
func (f *sourceFlags) ofSource() contexts.Refused {
	return contexts.Refused{Given: f.from != "" || f.at.Given(), Flag: "--from", Hint: "a dump is of one cluster"}
}

// ofFiles is standard input, which is read once.
func (f *askFlags) ofFiles() contexts.Refused {
	return contexts.Refused{Given: slices.Contains(f.files.Filenames, "-"), Flag: "-f -", Hint: "standard input can be read only once: name a file"}
}

// in is the same program on the cluster of another context of the kubeconfig. It shows no
// progress of its own, and what it says is kept.
func (a *app) in(context string) *app {
	there := *a
	there.flags, there.tally, there.unattended = contexts.In(a.flags, context), progress.NewTally(a.now), true
	return &there
}
