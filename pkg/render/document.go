package render

import (
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The apiVersion and kind of a TraceDocument. Within one version fields are only
// added; a field that changes its meaning or goes away makes a new version.
const (
	APIVersion = "finalizers.kubectl.dev/v1"
	TraceKind  = "Trace"
)

// TraceDocument is a trace for programs. It is described by
// docs/schema/trace.v1.json, its order is that of the graph, and no list in it
// is null. It holds times and no ages.
type TraceDocument struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// At is the moment of reading.
	At string `json:"at"`
	// Complete is false when Incomplete has entries: then absence of an object
	// proves nothing.
	Complete   bool      `json:"complete"`
	Nodes      []Node    `json:"nodes"`
	Edges      []Edge    `json:"edges"`
	Incomplete []Problem `json:"incomplete"`
}

// Node is one object of a TraceDocument.
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

func problemDocument(_ int, p trace.Problem) Problem {
	return Problem{p.About.String(), p.Reason, p.Message}
}

// Problem is something that could not be read.
type Problem struct {
	What    string `json:"what"`
	Reason  string `json:"reason"`
	Message string `json:"message,omitempty"`
}

// JSON prints the graph as a TraceDocument. Values are exact; characters that a
// terminal would obey or hide are written as escapes. Options change nothing.
func JSON(w io.Writer, g *trace.Graph, _ Options) error {
	text, err := paper.JSON(TraceDocumentOf(g))
	if err != nil {
		return err
	}
	return paper.Send(w, "JSON", text)
}

// YAML prints the same TraceDocument as JSON. Options change nothing.
func YAML(w io.Writer, g *trace.Graph, _ Options) error {
	return paper.SendYAML(w, TraceDocumentOf(g))
}

// TraceDocumentOf returns the graph as a TraceDocument.
func TraceDocumentOf(g *trace.Graph) TraceDocument {
	ids := nodeIDs(g)
	return TraceDocument{
		APIVersion: APIVersion,
		Kind:       TraceKind,
		At:         timestamp(g.At),
		Complete:   len(g.Incomplete) == 0,
		Nodes: each(g.Nodes, func(i int, n trace.Node) Node {
			return documentNode(ids[i], n)
		}),
		Edges: each(g.Edges, func(_ int, e trace.Edge) Edge {
			return Edge{ids[e.From], ids[e.To], e.Rule, e.Controller, e.Block, string(e.Fault), leadsUp(e)}
		}),
		Incomplete: each(g.Incomplete, problemDocument),
	}
}

func documentNode(id string, n trace.Node) Node {
	return Node{
		ID: id, Group: n.Group, Version: n.Version, Kind: n.Kind, Resource: n.Resource,
		Namespace: n.Namespace, Name: n.Name, UID: n.UID, Asked: n.Asked,
		State: string(n.State), Since: timestamp(n.Since), Created: timestamp(n.Created),
		Finalizers: each(n.Finalizers, func(_ int, f trace.Finalizer) Finalizer {
			return Finalizer{f.Name, f.Holder}
		}),
		Disagreement: n.Disagreement, Note: n.Note,
		Conditions: each(n.Conditions, func(_ int, c trace.Condition) Condition {
			return Condition{c.Type, c.Status, c.Reason, c.Message, timestamp(c.Since)}
		}),
		Folded: each(n.Folded, func(_ int, f trace.Fold) Fold {
			return Fold{f.Group, f.Kind, f.Resource, f.Rule, f.Count}
		}),
		Cut: n.Cut,
	}
}

// each maps a list, and an absent one to an empty one, because JSON tells null
// from [] and readers of it stumble.
func each[T, U any](in []T, f func(int, T) U) []U {
	out := make([]U, 0, len(in))
	for i, v := range in {
		out = append(out, f(i, v))
	}
	return out
}

// timestamp is how the API server writes times: in UTC, to the second. The zero
// time is empty.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
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
