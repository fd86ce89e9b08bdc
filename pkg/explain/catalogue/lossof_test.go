package catalogue

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestLossFor tells of an object what is lost with one of its kind, and nothing of what an entry
// says of others.
func TestLossFor(t *testing.T) {
	const gears = "Of a gear: its shaft turns on; its oil stays. Of a RackOfGears its shelf is left; what is in it stays. All is billed"
	for _, tt := range []struct{ kind, loss, want string }{
		{"Gear", gears, "Of a gear: its shaft turns on; its oil stays. What is in it stays. All is billed"},
		{"RackOfGears", gears, "Of a RackOfGears its shelf is left; what is in it stays. All is billed"},
		{"Mill", gears, "What is in it stays. All is billed"},
		{"Object", gears, gears},
		{"Mill", "Of a gear that is gone nothing stays", ""},
		{"Mill", "Of a group nothing stays", "Of a group nothing stays"},
		{"Mill", "The gear turns on", "The gear turns on"},
	} {
		e := Entry{Finalizer: Finalizer{Kinds: []string{"Gear.acme.test", "RackOfGears", "Mill"}, Loss: tt.loss}}
		kind := trace.Kind{Kind: tt.kind}
		if tt.kind == "Object" {
			kind = trace.Kind{Kind: trace.Untyped, Version: trace.Unstated}
		}
		if got := e.LossFor(kind); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.kind, got, tt.want)
		}
	}
}
