package preflight

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"

// Act is something that a person intends to do.
type Act struct {
	Verb Verb
	// Cascade is that of Delete; empty is Background, as kubectl has it.
	Cascade Cascade
	// Objects are those that it is done to. Those that do not exist are passed over.
	Objects []trace.Ref
	// Finalizers are those that Release takes off; nil means all.
	Finalizers []string
	// Replicas is what Scale scales to.
	Replicas int64
}

// Verb is what an act does to its objects.
type Verb string

const (
	// Delete asks all of its objects to go.
	Delete Verb = "Delete"
	// Release takes finalizers off.
	Release Verb = "Release"
	// Scale scales workloads.
	Scale Verb = "Scale"
)

// Cascade is what the API server is told of the dependents of what is deleted.
type Cascade string

const (
	// Background has the object go first, and its dependents afterwards.
	Background Cascade = "background"
	// Foreground has the dependents that ask for it go first.
	Foreground Cascade = "foreground"
	// Orphan sets the dependents free.
	Orphan Cascade = "orphan"
	// Default leaves it to the server, by what the object and its kind say.
	Default Cascade = "default"
)
