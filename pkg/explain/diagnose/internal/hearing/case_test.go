package hearing

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Who waits until somebody else takes a finalizer off does not take it off.
func TestSaysItTakesOff(t *testing.T) {
	h := &Case{Finalizer: "acme.io/cleanup", Node: &trace.Node{Finalizers: []trace.Finalizer{{Name: "acme.io/cleanup"}}}}
	for words, want := range map[string]bool{
		"removing finalizer from shop/blue":                    true,
		"failed to remove the finalizer of shop/blue: jam":     true,
		"shop/blue still has acme.io/cleanup":                  true,
		"waiting for its owner to remove the finalizer":        false,
		"skipping shop/blue until others remove its finalizer": false,
		"shop/blue is bent":                                    false,
	} {
		if got := h.SaysItTakesOff(words, true); got != want {
			t.Errorf("%s: %t", words, got)
		}
	}
}
