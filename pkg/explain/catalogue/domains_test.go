package catalogue

import "testing"

// TestSameDomain takes no two for the same that share what everybody may have names under.
func TestSameDomain(t *testing.T) {
	for _, tt := range []struct {
		group, finalizer string
		same             bool
	}{
		{"net.tailscale.com", "tailscale.com/finalizer", true},
		{"acme.io", "cleanup.acme.io", true},
		{"acme.io", "notacme.io/cleanup", false},
		{"cluster.x-k8s.io", "machine.cluster.x-k8s.io", true},
		{"infrastructure.cluster.x-k8s.io", "cluster.x-k8s.io/a", true},
		{"kueue.x-k8s.io", "cluster.x-k8s.io/a", false},
		{"gateway.networking.k8s.io", "snapshot.storage.k8s.io/a", false},
		{"one.co.uk", "other.co.uk/a", false},
		{"apps", "apps/a", false},
		{"example.com", "example.com/a", true},
	} {
		if SameDomain(tt.group, tt.finalizer) != tt.same {
			t.Errorf("%s and %s: %t", tt.group, tt.finalizer, !tt.same)
		}
	}
}
