package document

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Trace is a trace for programs. It is described by
// docs/schema/trace.v1.json, its order is that of the graph, and no list in it
// is null. It holds times and no ages.
type Trace struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// At is the moment of reading.
	At string `json:"at"`
	// AtLeast says that it was then or later.
	AtLeast bool `json:"atLeast,omitempty"`
	// Complete is false when Incomplete has entries: then absence of an object
	// proves nothing.
	Complete   bool      `json:"complete"`
	Nodes      []Node    `json:"nodes"`
	Edges      []Edge    `json:"edges"`
	Incomplete []Problem `json:"incomplete"`
}

// Node is one object of a Trace.
type Node struct {
	// ID is what edges refer to: the UID, or "ref:" and the reference where no
	// UID is known. It is unique in the document.
	ID         string      `json:"id"`
	Group      string      `json:"group"`
	Version    string      `json:"version,omitempty"`
	Kind       string      `json:"kind"`
	Resource   string      `json:"resource,omitempty"`
	Namespace  string      `json:"namespace,omitempty"`
	Name       string      `json:"name"`
	UID        string      `json:"uid,omitempty"`
	Asked      bool        `json:"asked"`
	State      string      `json:"state"`
	Since      string      `json:"since,omitempty"`
	Created    string      `json:"created,omitempty"`
	Finalizers []Finalizer `json:"finalizers"`
	// Disagreement is what the status claims against the state.
	Disagreement string      `json:"disagreement,omitempty"`
	Note         string      `json:"note,omitempty"`
	Conditions   []Condition `json:"conditions"`
	Folded       []Fold      `json:"folded"`
	// Cut counts the dependents that a depth limit kept out.
	Cut int `json:"cut"`
}

// Finalizer is one entry of an object's list, with its likely holder.
type Finalizer struct {
	Name   string `json:"name"`
	Holder string `json:"holder,omitempty"`
}

// Condition is one entry of an object's status.conditions.
type Condition struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message,omitempty"`
	Since   string `json:"since,omitempty"`
}

// Fold stands for dependents that are alike and healthy.
type Fold struct {
	Group    string `json:"group"`
	Kind     string `json:"kind"`
	Resource string `json:"resource,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Count    int    `json:"count"`
}

// Edge leads from an owner or manager to what depends on it, by node IDs.
type Edge struct {
	From               string `json:"from"`
	To                 string `json:"to"`
	Rule               string `json:"rule"`
	Controller         bool   `json:"controller"`
	BlockOwnerDeletion bool   `json:"blockOwnerDeletion"`
	Fault              string `json:"fault,omitempty"`
	// Closes says that the edge leads back to a node above.
	Closes bool `json:"closes"`
}

// TraceOf returns the graph as a document.
func TraceOf(g *trace.Graph) Trace {
	ids := nodeIDs(g)
	doc := Trace{
		APIVersion: APIVersion, Kind: TraceKind, At: words.Timestamp(g.At), AtLeast: g.AtLeast, Complete: len(g.Incomplete) == 0,
		Nodes: each(g.Nodes, nodeOf),
		Edges: each(g.Edges, func(e *trace.Edge) Edge {
			return Edge{ids[e.From], ids[e.To], e.Rule, e.Controller, e.Block, string(e.Fault), e.Closes || e.Fault == trace.Cycle}
		}),
		Incomplete: each(g.Incomplete, problemOf),
	}
	for i := range doc.Nodes {
		doc.Nodes[i].ID = ids[i]
	}
	return doc
}

func nodeOf(n *trace.Node) Node {
	return Node{
		Group: n.Group, Version: n.Version, Kind: n.Kind, Resource: n.Resource,
		Namespace: n.Namespace, Name: n.Name, UID: n.UID, Asked: n.Asked,
		State: string(n.State), Since: words.Timestamp(n.Since), Created: words.Timestamp(n.Created),
		Finalizers:   each(n.Finalizers, func(f *trace.Finalizer) Finalizer { return Finalizer(*f) }),
		Disagreement: n.Disagreement, Note: n.Note,
		Conditions: each(n.Conditions, func(c *trace.Condition) Condition {
			return Condition{c.Type, c.Status, c.Reason, c.Message, words.Timestamp(c.Since)}
		}),
		Folded: each(n.Folded, func(f *trace.Fold) Fold { return Fold(*f) }),
		Cut:    n.Cut,
	}
}

// nodeIDs names every node. Objects without a UID are told apart by their
// reference, and by a number should even that be shared.
func nodeIDs(g *trace.Graph) []string {
	ids := make([]string, len(g.Nodes))
	taken := map[string]bool{}
	for i, n := range g.Nodes {
		base := n.UID
		if base == "" {
			base = "ref:" + strings.Join([]string{n.Group, n.Kind, n.Namespace, n.Name}, "/")
		}
		ids[i] = base
		for k := 2; taken[ids[i]]; k++ {
			ids[i] = base + "#" + strconv.Itoa(k)
		}
		taken[ids[i]] = true
	}
	return ids
}
