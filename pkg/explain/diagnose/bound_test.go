package diagnose_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// countingServer counts how often a dry run is asked for.
type countingServer struct {
	*fakeServer
	tries atomic.Int64
}

func (s *countingServer) DryRun(context.Context, trace.Kind, string, string, string, types.PatchType, []byte, explain.Subject) (*unstructured.Unstructured, error) {
	s.tries.Add(1)
	return &unstructured.Unstructured{}, nil
}

// TestTriesAreFew holds that many owners whose dependents have to be released
// do not mean as many requests.
func TestTriesAreFew(t *testing.T) {
	var b strings.Builder
	const owners = 300
	for i := range owners {
		if i > 0 {
			b.WriteString("---\n")
		}
		fmt.Fprintf(&b, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: o-%d, namespace: shop, uid: %s, %s, finalizers: [orphan]}\n", i, uidOf(i), asked)
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: d-%d, namespace: shop, uid: %s, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: o-%d, uid: %s}]}\n",
			i, uidOf(1_000_000+i), i, uidOf(i))
	}
	catalogue := builtIn(t)
	c := whyCase{objects: b.String(), going: true}
	if err := c.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	server := &countingServer{fakeServer: &fakeServer{c.read, c.server}}
	targets, err := c.targets(t.Context(), server.fakeServer)
	if err != nil {
		t.Fatal(err)
	}
	graph, err := (&trace.Tracer{Reader: server, Linker: catalogue, Now: whyAt, Deleting: true}).Trace(t.Context(), targets)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&diagnose.Diagnoser{Reader: server, Catalogue: catalogue, Now: whyAt}).Diagnose(t.Context(), graph); err != nil {
		t.Fatal(err)
	}
	if n := server.tries.Load(); n == 0 || n > owners/2 {
		t.Errorf("%d dry runs for %d owners", n, owners)
	}
}

// TestLongTexts holds that no single text of a cluster fills the screen.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("cannot delete the bucket because of this and that ", 400)
	c := whyCase{asked: [][]string{{"configmaps/a", "shop"}}, objects: "apiVersion: v1\nkind: ConfigMap\n" +
		"metadata: {name: a, namespace: shop, uid: " + uidOf(1) + ", " + asked + ", finalizers: [example.org/x]}\n" +
		"status: {conditions: [{type: Ready, status: \"False\", reason: DeleteFailed, message: \"" + long + "\", lastTransitionTime: \"2026-03-01T11:30:00Z\"}]}\n" +
		"---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, uid: " + uidOf(2) + ", " + asked + "}\nspec: {finalizers: [kubernetes]}\n" +
		"status: {conditions: [{type: NamespaceDeletionContentFailure, status: \"True\", message: \"" + long + "\"}]}\n"}
	c.asked = append(c.asked, []string{"namespaces/shop"})
	catalogue := builtIn(t)
	cut := false
	for line := range strings.Lines(summary(c.diagnose(t, catalogue))) {
		if len(line) > 3000 {
			t.Errorf("a line of %d bytes: %.200s", len(line), line)
		}
		cut = cut || len(line) > 1500
	}
	if !cut {
		t.Error("no text was long enough to be cut")
	}
}
