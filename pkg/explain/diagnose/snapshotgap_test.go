package diagnose_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestSnapshotOfUnlistable asks a snapshot of all namespaces about one of them. What
// the snapshot could not list in any is the kind that cannot be listed in this one,
// and what keeps it from being listed is told as it is on the cluster itself.
func TestSnapshotOfUnlistable(t *testing.T) {
	catalogue := builtIn(t)
	found := false
	eachCase(t, func(name string, c whyCase) {
		if name != "NamespaceObstacles/positive.yaml" {
			return
		}
		found = true
		if err := c.open(t.Context()); err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if _, err := dump.Snapshot(t.Context(), &file, &fakeServer{c.read, c.server}, dump.SnapshotOptions{At: whyAt}); err != nil {
			t.Fatal(err)
		}
		snapshot, err := dump.Read(t.Context(), &file)
		if err != nil {
			t.Fatal(err)
		}
		targets, err := c.targets(t.Context(), &fakeServer{c.read, c.server})
		if err != nil {
			t.Fatal(err)
		}
		tracer := trace.Tracer{Reader: snapshot, Linker: catalogue, Now: whyAt}
		graph, err := tracer.Trace(t.Context(), targets)
		if err != nil {
			t.Fatal(err)
		}
		diagnoser := diagnose.Diagnoser{Reader: explain.Offline(snapshot), Catalogue: catalogue, Now: whyAt}
		d, err := diagnoser.Diagnose(t.Context(), graph)
		if err != nil {
			t.Fatal(err)
		}
		var holds []explain.Hold
		for i := range d.Objects {
			holds = append(holds, d.Objects[i].Holds...)
		}
		at := slices.IndexFunc(holds, func(h explain.Hold) bool { return h.Reason == explain.ContentUnlistable })
		if at < 0 || len(holds[at].Blockers) != 1 || holds[at].Blockers[0].Name != "widgets.example.com" {
			t.Errorf("the definition whose conversion fails is not what it waits for: %+v", holds)
		}
	})
	if !found {
		t.Error("the case is not there")
	}
}
