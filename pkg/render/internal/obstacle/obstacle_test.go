package obstacle

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestText(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	cluster := func(name string) trace.Ref {
		return trace.Ref{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: name}
	}
	own := func(words ...string) []string { return append([]string{"it"}, words...) }
	obstacle := preflight.Obstacle{Why: "the move fails", Node: trace.Node{
		Ref: cluster("demo"), Resource: "clusters", State: trace.Deleting, Since: at.Add(-time.Hour), Finalizers: []trace.Finalizer{{Name: "cluster.cluster.x-k8s.io"}},
	}}
	forbidden := []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden}}
	for _, tt := range []struct {
		name string
		p    preflight.Result
		want string
	}{
		{"nothing", preflight.Result{Kinds: 2}, "Nothing stands in the way of a move: no object of the 2 kinds that it writes is being deleted.\n"},
		{"nothing that could be read", preflight.Result{Namespace: "lab", Incomplete: forbidden}, `Nothing that could be read in namespace lab stands in the way of a move.
! incomplete: could not read secrets
`},
		{"living clusters", preflight.Result{Kinds: 1, Namespace: "lab", Clusters: []trace.Ref{cluster("a"), cluster("b"), cluster("c"), cluster("d")}}, `Nothing stands in the way of a move: no object of the 1 kind that it writes is being deleted in namespace lab.
4 Clusters live here: a, b, c, and 1 more. If it is these that are to be moved, this is the wrong side: ask the cluster that they are to move into.
`},
		{"an obstacle", preflight.Result{Obstacles: []preflight.Obstacle{obstacle}}, `Do not start a move into this cluster: 1 object is being deleted.

cluster.cluster.x-k8s.io/demo in namespace lab  deleting 60m
    finalizer  cluster.cluster.x-k8s.io
    why        the move fails
    next       it why-stuck clusters.cluster.x-k8s.io/demo -n lab
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.p.At = at
			if diff := cmp.Diff(tt.want, Text(&tt.p, paper.Look{}, own)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
