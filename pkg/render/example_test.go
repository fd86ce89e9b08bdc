package render_test

import (
	"log"
	"os"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func bucket() trace.Node {
	return trace.Node{
		Ref:     trace.Ref{Group: "example.com", Kind: "Bucket", Namespace: "shop", Name: "logs"},
		Version: "v1", Resource: "buckets", UID: "u1", Asked: true,
		State: trace.Deleting, Since: at.Add(-14 * time.Minute),
		Finalizers:   []trace.Finalizer{{Name: "example.com/cleanup", Holder: "bucket controller"}},
		Disagreement: "says Ready=True",
	}
}

// The graph is what trace.Tracer returns. The zero Options are right for a pipe.
func ExampleGraph() {
	graph := &trace.Graph{At: at, Nodes: []trace.Node{bucket()}}
	if err := render.Graph(os.Stdout, graph, "tree", render.Options{Width: 80}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// buckets.example.com/logs in namespace shop has been deleting for 14m; 1
	// finalizer holds it.
	//
	// bucket.example.com/logs  deleting 14m  ← asked
	//     ! says Ready=True
	//     finalizer  example.com/cleanup (bucket controller)
}

// The diagnosis is what diagnose.Diagnoser returns. The first of its formats is the
// default.
func ExampleDiagnosis() {
	diagnosis := &explain.Diagnosis{
		At: at,
		Objects: []explain.Object{{Node: bucket(), Verdict: explain.Stuck, Holds: []explain.Hold{{
			Finalizer: "example.com/cleanup",
			Holder:    explain.Holder{Name: "bucket controller", Confidence: explain.Certain},
			Health:    explain.ScaledDown, Verdict: explain.Stuck, Reason: explain.HolderScaledDown,
			Message: "bucket controller is scaled to zero",
			Next:    []explain.Step{{Text: "start it", Command: []string{"kubectl", "scale", "deployment", "buckets", "--replicas=1"}}},
		}}}},
		Causes: []explain.Cause{{
			Reason: explain.HolderScaledDown, Verdict: explain.Stuck, Message: "bucket controller is scaled to zero",
			Holds: []explain.Place{{}}, Chain: []explain.Place{{}}, Frees: 1,
		}},
	}
	if err := render.Diagnosis(os.Stdout, diagnosis, render.DiagnosisFormats()[0], render.Options{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// STUCK 14m  bucket.example.com/logs -n shop
	// Because    bucket controller is scaled to zero
	// Held by    example.com/cleanup (bucket controller, scaled to zero)
	// Do first   start it
	//            kubectl scale deployment buckets --replicas=1
	// If forced  nobody here knows what its holder would still have done
	// Status     says Ready=True, although it is being deleted
}
