package document

import (
	"reflect"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// fullPreflight is a preflight with all that there can be in one.
func fullPreflight() *preflight.Result {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return &preflight.Result{
		At: at, Namespace: "lab", Kinds: 2,
		Clusters: []trace.Ref{
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "a"},
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "b"},
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "c"},
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "d"},
		},
		Obstacles: []preflight.Obstacle{
			{Why: "the move fails", Node: trace.Node{
				Ref: trace.Ref{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "demo"}, Resource: "clusters", UID: "u1",
				State: trace.Deleting, Since: at.Add(-time.Hour), Finalizers: []trace.Finalizer{{Name: "cluster.cluster.x-k8s.io"}},
			}},
			{Why: "the move fails", Node: trace.Node{Ref: trace.Ref{Kind: "Secret", Namespace: "lab", Name: "ca"}, Resource: "secrets", State: trace.Deleting}},
		},
		Incomplete: []trace.Problem{{About: trace.Part{Group: "cluster.x-k8s.io", Resource: "machines"}, Reason: "Forbidden", Message: "no"}},
	}
}

func TestPreflightDocument(t *testing.T) {
	elsewhere := func(words ...string) []string { return append(own(words...), "--context", "b c") }
	valid(t, "preflight", "", PreflightOf(&preflight.Result{At: time.Now()}, elsewhere))
	doc := PreflightOf(fullPreflight(), elsewhere)
	valid(t, "preflight", "", doc)
	if got := doc.Obstacles[0].Next; got != "kubectl finalizers why-stuck clusters.cluster.x-k8s.io/demo -n lab --context 'b c'" {
		t.Errorf("got %q", got)
	}
}

func TestPreflightSchema(t *testing.T) {
	checkClosed(t, sample.Schema(t, "preflight"), map[string]reflect.Type{
		"": reflect.TypeFor[Preflight](), "obstacle": reflect.TypeFor[Obstacle](), "problem": reflect.TypeFor[Problem](),
		"object": reflect.TypeFor[Ref](),
	})
	sameEnums(t, "preflight", "state", "problemReason")
	refuses(t, "preflight", soundPreflight, []change{
		{"another operation", `"move"`, `"launch"`, "at '/operation': value must be 'move'"},
		{"no command", `,"next":"n"`, "", `at '/obstacles/0': missing property 'next'`},
		{"null list", `"finalizers":[]`, `"finalizers":null`, "at '/obstacles/0/finalizers': got null, want array"},
		{"unknown field", `"kinds":1`, `"kinds":1,"x":1`, `at '': additional properties 'x' not allowed`},
	})
}

const soundPreflight = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Preflight","at":"2026-03-01T12:00:00Z","operation":"move","complete":true,"kinds":1,"clusters":[],` +
	`"obstacles":[{"group":"","kind":"Secret","name":"a","state":"Deleting","finalizers":[],"why":"w","next":"n"}],"incomplete":[]}`
