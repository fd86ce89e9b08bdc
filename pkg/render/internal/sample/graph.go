// Package sample has answers and checks for the tests of what prints them: answers as
// files write them, random ones, and what no output may hold.
package sample

import (
	"fmt"
	"testing"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// graphFile is how the goldens write a graph: with ages instead of times, and
// names instead of indexes.
type graphFile struct {
	At         time.Time       `json:"at"`
	Nodes      []nodeFile      `json:"nodes"`
	Edges      []edgeFile      `json:"edges"`
	Incomplete []trace.Problem `json:"incomplete"`
}

type nodeFile struct {
	ID           string            `json:"id"`
	Group        string            `json:"group"`
	Version      string            `json:"version"`
	Kind         string            `json:"kind"`
	Resource     string            `json:"resource"`
	Namespace    string            `json:"namespace"`
	Name         string            `json:"name"`
	UID          string            `json:"uid"`
	State        trace.State       `json:"state"`
	Ago          string            `json:"ago"`  // of the deletionTimestamp
	Left         string            `json:"left"` // until the deletionTimestamp
	Created      string            `json:"created"`
	Finalizers   []trace.Finalizer `json:"finalizers"`
	Conditions   []conditionFile   `json:"conditions"`
	Disagreement string            `json:"disagreement"`
	Note         string            `json:"note"`
	Asked        bool              `json:"asked"`
	Folded       []trace.Fold      `json:"folded"`
	Cut          int               `json:"cut"`
}

type conditionFile struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Ago     string `json:"ago"`
}

type edgeFile struct {
	From       string      `json:"from"`
	To         string      `json:"to"`
	Rule       string      `json:"rule"` // owner when empty
	Controller bool        `json:"controller"`
	Block      bool        `json:"block"`
	Fault      trace.Fault `json:"fault"`
}

// Graph reads a graph.
func Graph(t *testing.T, text []byte) *trace.Graph {
	t.Helper()
	var f graphFile
	if err := yaml.UnmarshalStrict(text, &f); err != nil {
		t.Fatalf("reading graph.yaml: %v", err)
	}
	g := &trace.Graph{At: f.At, Incomplete: f.Incomplete}
	index := map[string]int{}
	for i, n := range f.Nodes {
		if _, again := index[n.ID]; again {
			t.Fatalf("graph.yaml has two nodes %q", n.ID)
		}
		index[n.ID] = i
		g.Nodes = append(g.Nodes, n.node(t, f.At))
	}
	for _, e := range f.Edges {
		from, known := index[e.From]
		to, alsoKnown := index[e.To]
		if !known || !alsoKnown {
			t.Fatalf("graph.yaml has an edge from %q to %q, and not both", e.From, e.To)
		}
		if e.Rule == "" {
			e.Rule = trace.OwnerRule
		}
		g.Edges = append(g.Edges, trace.Edge{
			From: from, To: to, Rule: e.Rule, Controller: e.Controller, Block: e.Block, Fault: e.Fault,
		})
	}
	return g
}

func (n nodeFile) node(t *testing.T, at time.Time) trace.Node {
	t.Helper()
	out := trace.Node{
		Ref:      trace.Ref{Group: n.Group, Kind: n.Kind, Namespace: n.Namespace, Name: n.Name},
		Version:  n.Version,
		Resource: n.Resource, UID: n.UID, State: n.State,
		Created: before(t, at, n.Created), Since: before(t, at, n.Ago),
		Disagreement: n.Disagreement, Note: n.Note, Asked: n.Asked, Cut: n.Cut,
	}
	if n.Left != "" {
		out.Since = before(t, at, "-"+n.Left)
	}
	out.Finalizers, out.Folded = n.Finalizers, n.Folded
	for _, c := range n.Conditions {
		out.Conditions = append(out.Conditions, trace.Condition{
			Type: c.Type, Status: c.Status, Reason: c.Reason, Message: c.Message, Since: before(t, at, c.Ago),
		})
	}
	return out
}

// before is at less the duration, and zero for an empty one.
func before(t *testing.T, at time.Time, ago string) time.Time {
	t.Helper()
	if ago == "" {
		return time.Time{}
	}
	d, err := time.ParseDuration(ago)
	if err != nil {
		t.Fatal(fmt.Errorf("reading an age: %w", err))
	}
	return at.Add(-d)
}
