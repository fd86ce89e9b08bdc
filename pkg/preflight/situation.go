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

// Facts are what neither the graph nor the diagnosis tells. Of what is not in a map
// nothing is known.
type Facts struct {
	// Pods and Volumes are by UID.
	Pods    map[string]PodFacts
	Volumes map[string]VolumeFacts
	// Nodes says of those that pods run on whether they are ready. One that does not exist
	// is not in it.
	Nodes map[string]bool
	// NodesKnown says that all nodes are in Nodes.
	NodesKnown bool
	// Scaled says, by UID, of StatefulSets that the claims of a pod go with it where that is
	// scaled away.
	Scaled map[string]bool
	// Answers are, by UID, what the server says to a dry run of the deletion.
	Answers map[string]Answer
	// Around is what the writes of a deletion rest on.
	Around explain.Around
	// Tended is, by UID, what the holders of an object's finalizers delete below it.
	Tended map[string][]explain.Tending
	// Spared are, by UID, the objects that a holder leaves, by what they say of themselves.
	Spared map[string]bool
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
