package hearing

import "testing"

func TestNearlySame(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"acme.io/clean-up", "acme.io/cleanup", true},
		{"acme.io/finalzer", "acme.io/finalizer", true},
		{"acme.io/cleanup-1", "acme.io/cleanup-2", false},
		{"acme.io/cleanup", "acme.io/cleanup-2", false},
		{"acme.io/v1-1", "acme.io/v11", false},
		{"v1.acme.io/cleanup", "v2.acme.io/cleanup", false},
		{"acme.io/pv", "acme.io/pvc", false},
		{"acme.io/protect-pv", "acme.io/protect-pvc", false},
		{"acme.io/attach", "acme.io/detach", false},
		{"acme.io/volume", "acme.io/volumes", false},
	} {
		if NearlySame(tt.a, tt.b) != tt.same {
			t.Errorf("%s and %s: %t", tt.a, tt.b, !tt.same)
		}
	}
}
