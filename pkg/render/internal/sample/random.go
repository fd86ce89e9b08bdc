package sample

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var states = []trace.State{trace.Live, trace.Grace, trace.Deleting, trace.Gone, trace.Recreated, trace.Unreadable, "Other\x1b"}

var faults = []trace.Fault{
	"", "", "", trace.TargetGone, trace.TargetRecreated, trace.OtherName, trace.WrongNamespace, trace.WrongScope, trace.KindUnknown, trace.Cycle, "Other\n",
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// RandomGraph has any shape: cycles, objects that lead to themselves, several
// edges between two, chains deeper than a terminal is wide.
func RandomGraph(r *rand.Rand) *trace.Graph {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	g := &trace.Graph{At: at}
	size := r.IntN(40)
	chain := r.IntN(3) == 0
	moment := func() time.Time {
		if r.IntN(4) == 0 {
			return time.Time{}
		}
		return at.Add(time.Duration(r.IntN(2_000_000)-100_000) * time.Second)
	}
	for i := range size {
		n := trace.Node{
			Ref: trace.Ref{
				Group: pick(r, []string{"", "apps", "controlplane.cluster.x-k8s.io"}), Kind: pick(r, []string{"Pod", "KubeadmControlPlane"}),
				Namespace: pick(r, []string{"", "shop", "other"}), Name: fmt.Sprintf("n%d", i),
			},
			Version: pick(r, []string{"", "v1"}), Resource: pick(r, []string{"", "pods"}), UID: pick(r, []string{"", fmt.Sprintf("uid-%d", i)}),
			State: pick(r, states), Since: moment(), Created: moment(), Disagreement: pick(r, hostile.Texts), Note: pick(r, hostile.Texts),
			Asked: r.IntN(5) == 0, Cut: max(0, r.IntN(20)-15),
		}
		for range r.IntN(3) {
			n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: pick(r, append(hostile.Texts, "foregroundDeletion")), Holder: pick(r, hostile.Texts)})
		}
		for range r.IntN(3) {
			n.Conditions = append(n.Conditions, trace.Condition{
				Type: pick(r, append(hostile.Texts, "Ready")), Status: "False", Reason: pick(r, hostile.Texts), Message: pick(r, hostile.Texts), Since: moment(),
			})
		}
		for range max(0, r.IntN(4)-2) {
			n.Folded = append(n.Folded, trace.Fold{Kind: "Pod", Resource: "pods", Rule: pick(r, hostile.Texts), Count: 1 + r.IntN(5000)})
		}
		g.Nodes = append(g.Nodes, n)
		if chain && i > 0 {
			g.Edges = append(g.Edges, trace.Edge{From: i - 1, To: i, Rule: trace.OwnerRule})
		}
	}
	for range r.IntN(2*size + 1) {
		g.Edges = append(g.Edges, trace.Edge{
			From: r.IntN(size), To: r.IntN(size), Rule: pick(r, append(hostile.Texts, trace.OwnerRule, "crossplane:composed")),
			Controller: r.IntN(2) == 0, Block: r.IntN(2) == 0, Fault: pick(r, faults),
		})
	}
	for range max(0, r.IntN(14)-7) {
		g.Incomplete = append(g.Incomplete, trace.Problem{
			About:  trace.Part{Resource: pick(r, append(hostile.Texts, "secrets", "leases")), Namespace: pick(r, append(hostile.Texts, "shop"))},
			Reason: pick(r, []string{trace.Forbidden, trace.ReadFailed, "Other\x1b"}), Message: pick(r, hostile.Texts),
		})
	}
	return g
}
