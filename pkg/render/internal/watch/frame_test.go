package watch

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// watchedClaim is a claim that is being deleted, and pods below it that are.
func watchedClaim(pods int) *follow.State {
	node := func(kind, name string, asked bool) trace.Node {
		return trace.Node{
			Ref: trace.Ref{Kind: kind, Namespace: "shop", Name: name}, Resource: strings.ToLower(kind) + "s", UID: "uid-" + name,
			State: trace.Deleting, Since: at.Add(-2 * time.Minute), Asked: asked,
		}
	}
	s := &follow.State{Graph: &trace.Graph{At: at}, Diagnosis: &explain.Diagnosis{At: at}, Gone: 3, Known: 4 + pods}
	claim := node("PersistentVolumeClaim", "data", true)
	claim.Finalizers = []trace.Finalizer{{Name: "kubernetes.io/pvc-protection"}}
	s.Graph.Nodes = append(s.Graph.Nodes, claim)
	hold := explain.Hold{Finalizer: "kubernetes.io/pvc-protection", Verdict: explain.Waiting, Reason: explain.InUse, Message: "pod/web-0 still uses it"}
	s.Diagnosis.Objects = append(s.Diagnosis.Objects, explain.Object{Node: claim, Verdict: explain.Waiting, Holds: []explain.Hold{hold}})
	for i := range pods {
		pod := node("Pod", fmt.Sprintf("web-%d", i), false)
		s.Graph.Nodes = append(s.Graph.Nodes, pod)
		s.Graph.Edges = append(s.Graph.Edges, trace.Edge{From: 0, To: i + 1, Rule: "pvc:user"})
		s.Diagnosis.Objects = append(s.Diagnosis.Objects, explain.Object{Node: pod, Verdict: explain.Waiting, Holds: []explain.Hold{{
			Verdict: explain.Waiting, Reason: explain.KubeletUnfinished, Message: "container c still runs on node-3",
		}}})
	}
	if pods > 0 {
		place := explain.Place{Object: 1}
		s.Diagnosis.Causes = []explain.Cause{{Verdict: explain.Waiting, Reason: explain.KubeletUnfinished, Message: "container c still runs on node-3", Holds: []explain.Place{place}, Chain: []explain.Place{{}, place}}}
	}
	return s
}

func TestFrame(t *testing.T) {
	silent := watchedClaim(1)
	silent.Silent, silent.Quiet = "connection refused", 14*time.Second
	for _, tt := range []struct {
		name          string
		state         *follow.State
		columns, rows int
		want          string
	}{
		{"all of it", watchedClaim(2), 80, 24, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and is
  waiting for something else to happen first.
3 of 6 gone
Because: pod/web-0: container c still runs on node-3

persistentvolumeclaim/data  deleting 2m  ← asked
│   finalizer  kubernetes.io/pvc-protection: pod/web-0 still uses it
├── pod/web-0  deleting 2m
│       held       container c still runs on node-3
└── pod/web-1  deleting 2m
        held       container c still runs on node-3`},
		{"narrow", watchedClaim(1), 40, 24, `
persistentvolumeclaim/data in namespace
  shop has been deleting for 2m and is
  waiting for something else to happen
  first.
3 of 5 gone
Because: pod/web-0: container c still
  runs on node-3

persistentvolumeclaim/data
│   deleting 2m  ← asked
│   finalizer
│     kubernetes.io/pvc-protection:
│     pod/web-0 still uses it
└── pod/web-0  deleting 2m
        held       container c still
          runs on node-3`},
		{"low", watchedClaim(50), 80, 12, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and is
  waiting for something else to happen first.
3 of 54 gone
Because: pod/web-0: container c still runs on node-3

persistentvolumeclaim/data  deleting 2m  ← asked
│   finalizer  kubernetes.io/pvc-protection: pod/web-0 still uses it
├── pod/web-0  deleting 2m
│       held       container c still runs on node-3
├── pod/web-1  deleting 2m
│       held       container c still runs on node-3
… and 48 more objects`},
		{"lowest", watchedClaim(50), 80, 4, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and is
  waiting for something else to happen first.
3 of 54 gone
… and 51 more objects`},
		{"lowest and narrow", watchedClaim(50), 40, 2, `
persistentvolumeclaim/data in namespace…
3 of 54 gone
persistentvolumeclaim/data
… and 50 more objects`},
		{"a server that is silent", silent, 80, 8, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and is
  waiting for something else to happen first.
3 of 5 gone, nothing has changed for 14s
! the server does not answer, waiting: connection refused
Because: pod/web-0: container c still runs on node-3

persistentvolumeclaim/data  deleting 2m  ← asked
└── pod/web-0  deleting 2m`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := "\n" + strings.Join(Frame(tt.state, paper.Look{Width: tt.columns}, tt.rows), "\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestAllFramesFit counts the rows of a terminal of every size.
func TestAllFramesFit(t *testing.T) {
	for file, first := range sample.Firsts(t, "why/*.txtar") {
		d := sample.Diagnosis(t, first)
		s := &follow.State{Diagnosis: d, Graph: &trace.Graph{At: d.At}, Gone: 1, Known: 2, Silent: "no", Quiet: time.Minute}
		for i := range d.Objects {
			s.Graph.Nodes = append(s.Graph.Nodes, d.Objects[i].Node)
		}
		for _, columns := range []int{20, 40, 80, 132} {
			for rows := leastRows; rows < 30; rows += 3 {
				for _, color := range []bool{false, true} {
					f := frame{look: paper.Look{Width: columns}}
					lines := Frame(s, paper.Look{Width: columns, Color: color}, rows)
					if n := f.rowsOf(lines); n > rows {
						t.Errorf("%s at %d columns: %d rows, more than %d:\n%s", file, columns, n, rows, strings.Join(lines, "\n"))
					}
					if strings.Contains(strings.Join(lines, ""), "\n") {
						t.Errorf("%s: a line has two", file)
					}
				}
			}
		}
	}
}
