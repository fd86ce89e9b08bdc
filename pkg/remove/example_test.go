package remove_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const written = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: kept
  namespace: shop
  uid: u1
  deletionTimestamp: "2026-03-01T11:46:00Z"
  finalizers: [finalizers.gatekeeper.sh/sync]
`

// A plan changes nothing. It says what speaks against each removal: here, that a few
// files do not tell all of a cluster. An Executor carries out no plan that is refused.
func ExampleMake() {
	ctx := context.Background()
	read, err := dump.Read(ctx, strings.NewReader(written))
	if err != nil {
		log.Fatal(err)
	}
	catalogue, err := catalogue.Load()
	if err != nil {
		log.Fatal(err)
	}
	kinds, _, err := read.Kinds(ctx)
	if err != nil {
		log.Fatal(err)
	}
	tracer := trace.Tracer{Reader: read, Linker: catalogue, Now: read.Clock().At, Deleting: true, Going: []string{"shop"}}
	graph, err := tracer.Trace(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	diagnoser := diagnose.Diagnoser{Reader: explain.Offline(read), Catalogue: catalogue, Now: read.Clock().At}
	diagnosis, err := diagnoser.Diagnose(ctx, graph)
	if err != nil {
		log.Fatal(err)
	}
	plan, err := remove.Make(graph, kinds, diagnosis, remove.Request{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range plan.Actions {
		a := &plan.Actions[i]
		fmt.Println(a.Object.Kind, a.Object.Name, a.Hold.Finalizer, a.Hold.Cost.Risk, "refused:", a.Refused())
		for _, o := range a.Objections {
			fmt.Println(o.Guard, o.Flag)
		}
	}
	// Output:
	// ConfigMap kept finalizers.gatekeeper.sh/sync low refused: true
	// Undecided --despite-doubt
	// Incomplete --despite-gaps
}
