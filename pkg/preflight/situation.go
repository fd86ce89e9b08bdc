package preflight

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Situation is all that Foresee looks at. It is data: Survey reads it, and Foresee changes
// nothing of it.
type Situation struct {
	// Graph holds what the act may reach, with the owners of each.
	Graph *trace.Graph
	// Diagnosis says who has to act for the finalizers of what would go.
	Diagnosis *explain.Diagnosis
	// Kinds are those that the server serves.
	Kinds []trace.Kind
	Facts Facts
}

// PodFacts are what decides how a pod ends.
type PodFacts struct {
	// Node is where it runs, empty where it is on none.
	Node string
	// Ended says that all of its containers have.
	Ended bool
}

// VolumeFacts are what decides what becomes of a volume without its claim.
type VolumeFacts struct {
	// Policy is its reclaim policy.
	Policy string
	// Reclaimer is who deletes it.
	Reclaimer Reclaimer
	// Bound says that it is bound to a claim.
	Bound bool
}

// Reclaimer is who deletes a volume.
type Reclaimer string

const (
	// Nobody knows how to delete it.
	Nobody Reclaimer = ""
	// Internal is Kubernetes itself.
	Internal Reclaimer = "Internal"
	// External is a provisioner of its own.
	External Reclaimer = "External"
)

// Answer is what the server says to a dry run.
type Answer struct {
	Allowed bool
	// Words are the server's own where it refuses, on one line.
	Words string
	// Unsure says that the dry run itself failed.
	Unsure bool
}
