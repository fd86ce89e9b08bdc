package diagnose_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
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

// The reader and the catalogue are the same for the graph and for the diagnosis.
func ExampleDiagnoser() {
	ctx := context.Background()
	read, err := dump.Read(ctx, strings.NewReader(written))
	if err != nil {
		log.Fatal(err)
	}
	catalogue, err := catalogue.Load()
	if err != nil {
		log.Fatal(err)
	}
	tracer := trace.Tracer{Reader: read, Linker: catalogue, Now: read.Clock().At, Deleting: true, Going: []string{"shop"}}
	graph, err := tracer.Trace(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	// A live server is a Reader as it is. A dump has to be made one.
	diagnoser := diagnose.Diagnoser{Reader: explain.Offline(read), Catalogue: catalogue, Now: read.Clock().At}
	diagnosis, err := diagnoser.Diagnose(ctx, graph)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(diagnosis.Verdict(), "complete:", len(diagnosis.Incomplete) == 0)
	for _, c := range diagnosis.Causes {
		hold := diagnosis.Of(c.Holds[0])
		fmt.Println(c.Reason, hold.Finalizer)
		fmt.Println(c.Message)
	}
	// Output:
	// Undecided complete: false
	// NobodyRemoves finalizers.gatekeeper.sh/sync
	// no current release of Gatekeeper takes it off any more; whether an old one runs could not be read
}

// A file of one's own adds a project. os.DirFS reads a folder.
func ExampleLoad() {
	own := fstest.MapFS{"widgets.yaml": {Data: []byte(`
project: Widgets
components:
- name: widget controller
  workloads: [Deployment/widget-controller]
finalizers:
- pattern: widgets.example.com/cleanup
  kinds: [Widget.widgets.example.com]
  component: widget controller
  waitsFor: the widget's account to be closed
  loss: The account stays open and is charged
  risk: high
`)}}
	catalogue, err := catalogue.Load(own)
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range catalogue.Lookup("widgets.example.com/cleanup", "Widget.widgets.example.com").Entries {
		fmt.Println(e.Project, "-", e.Component, "- waits for", e.WaitsFor)
		fmt.Println(e.Loss)
	}
	// Output:
	// Widgets - widget controller - waits for the widget's account to be closed
	// The account stays open and is charged
}
