package document

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Preflight is a preflight for programs, described by
// docs/schema/preflight.v1.json.
type Preflight struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	At         string     `json:"at"`
	AtLeast    bool       `json:"atLeast,omitempty"`
	Operation  string     `json:"operation"`
	Namespace  string     `json:"namespace,omitempty"`
	Complete   bool       `json:"complete"`
	Kinds      int        `json:"kinds"`
	Clusters   []Ref      `json:"clusters"`
	Obstacles  []Obstacle `json:"obstacles"`
	Incomplete []Problem  `json:"incomplete"`
}

// Obstacle is an object that is in the way.
type Obstacle struct {
	Ref
	UID        string   `json:"uid,omitempty"`
	State      string   `json:"state"`
	Since      string   `json:"since,omitempty"`
	Finalizers []string `json:"finalizers"`
	Why        string   `json:"why"`
	// Next is the command that looks further, as a shell takes it.
	Next string `json:"next"`
}

// PreflightOf returns the preflight as a document. Own makes a command of this program
// into one that a person can run.
func PreflightOf(p *preflight.Result, own func(words ...string) []string) Preflight {
	return Preflight{
		APIVersion: APIVersion, Kind: PreflightKind, At: words.Timestamp(p.At), AtLeast: p.AtLeast, Operation: "move", Namespace: p.Namespace,
		Complete: len(p.Incomplete) == 0, Kinds: p.Kinds,
		Clusters: each(p.Clusters, func(c *trace.Ref) Ref { return refOf(*c, "clusters") }),
		Obstacles: each(p.Obstacles, func(at *preflight.Obstacle) Obstacle {
			return Obstacle{
				Ref: refOf(at.Ref, at.Resource), UID: at.UID, State: string(at.State), Since: words.Timestamp(at.Since), Why: at.Why,
				Next: paper.ShellLine(own(words.Ask(&at.Node)...)), Finalizers: each(at.Finalizers, func(f *trace.Finalizer) string { return f.Name }),
			}
		}),
		Incomplete: each(p.Incomplete, problemOf),
	}
}
