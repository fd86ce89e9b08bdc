package sentence_test

import (
	"slices"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

func TestUnready(t *testing.T) {
	for text, want := range map[string][]string{
		"the provisioner is not ready (30s)": {"provisioner"},
		"Rack or Shelf is not ready yet":     {"Rack", "Shelf"},
		"Rack, Shelf and Wall are not ready": {"Rack", "Shelf", "Wall"},
		"Rack is ready":                      nil,
		"it was not ready":                   nil,
	} {
		if got := sentence.Unready(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
