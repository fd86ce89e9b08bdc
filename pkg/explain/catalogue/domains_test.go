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

// TestMayBeKin takes two domains for those of one party perhaps where they share a name, and not
// for what everybody may have.
func TestMayBeKin(t *testing.T) {
	for _, tt := range []struct {
		one, other string
		kin        bool
	}{
		{"kubermatic.k8s.io", "kubermatic.io", true},
		{"kubermatic.k8c.io", "kubermatic.io", true},
		{"acme.io", "acme.com", true},
		{"management.cattle.io", "wrangler.cattle.io", true},
		{"kueue.x-k8s.io", "jobset.x-k8s.io", false},
		{"acme.io", "gears.io", false},
		{"gears.example.com", "example.com", false},
		{"acme.com", "gears.com", false},
		{"batch", "batch.io", false},
		{"", "", false},
	} {
		if MayBeKin(tt.one, tt.other) != tt.kin || MayBeKin(tt.other, tt.one) != tt.kin {
			t.Errorf("%s and %s: %t", tt.one, tt.other, !tt.kin)
		}
	}
}
