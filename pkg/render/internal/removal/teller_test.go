package removal

import (
	"io"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

// What a removal prints never tears or obeys, whatever the cluster calls things.
func FuzzRemoval(f *testing.F) {
	f.Add("a'b\x1b[31m", "x/y\n", "bucket \u202e$(id)")
	f.Fuzz(func(t *testing.T, name, finalizer, identity string) {
		r := sample.Removal(t, []byte("at: 2026-03-01T12:00:00Z\nactions: [{id: a, kind: Pod, resource: pods, name: it, uid: u, state: Deleting}]\n"))
		a := &r.Plan.Actions[0]
		a.Object.Name, a.Hold.Finalizer, a.Hold.Cost.Identity = name, finalizer, identity
		a.Objections = []remove.Objection{{Guard: remove.Loss, Message: identity, Flag: "--accept-loss", Instead: []string{"kubectl", name}}}
		r.Proceed = []string{"kubectl", "finalizers", "remove", name}
		for range 2 {
			for _, look := range []paper.Look{{Width: 80}, {}, {Width: 60, ASCII: true}} {
				sample.Lines(t, "text", Text(r, look), 0)
			}
			if err := paper.SendYAML(io.Discard, document.RemovalOf(r)); err != nil {
				t.Error(err)
			}
			r.Results = []remove.Result{{Action: a, Outcome: remove.Held, Message: finalizer, Next: []string{"kubectl", name}, Backup: name, At: time.Time{}}}
		}
	})
}

// Every outcome has its words.
func TestOutcomes(t *testing.T) {
	var worded []string
	for _, known := range outcomeTexts {
		worded = append(worded, string(known.outcome))
	}
	slices.Sort(worded)
	if diff := cmp.Diff(slices.Sorted(slices.Values(sample.Constants(t, "remove")["Outcome"])), worded); diff != "" {
		t.Errorf("(-constants +words):\n%s", diff)
	}
}
