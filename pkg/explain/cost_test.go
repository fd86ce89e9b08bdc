package explain

import "testing"

// TestAnd names all that is lost, each once: that one begins as another does leaves out none.
func TestAnd(t *testing.T) {
	for _, tt := range []struct {
		name    string
		c, goes Cost
		want    Cost
	}{
		{"the one begins as the other", Cost{Identity: "volume pv-1"}, Cost{Identity: "volume pv-10"}, Cost{Identity: "volume pv-1, volume pv-10"}},
		{"the other begins as the one", Cost{Identity: "volume pv-10"}, Cost{Identity: "volume pv-1"}, Cost{Identity: "volume pv-10, volume pv-1"}},
		{"the same, and its policy is known", Cost{Identity: "volume v"}, Cost{Identity: "volume v", Policy: "Delete"}, Cost{Identity: "volume v", Policy: "Delete"}},
		{"the same of each policy", Cost{Identity: "volume v", Policy: "Retain"}, Cost{Identity: "volume v"}, Cost{Identity: "volume v", Policy: "Retain"}},
		{"nothing, and one", Cost{Loss: "a"}, Cost{Loss: "b", Identity: "volume v", Policy: "Delete"}, Cost{Loss: "a. b", Identity: "volume v", Policy: "Delete"}},
		{"two, each with its policy", Cost{Identity: "volume v", Policy: "Retain"}, Cost{Identity: "volume w", Policy: "Delete"}, Cost{Identity: "volume v, reclaim policy Retain, volume w, reclaim policy Delete"}},
		{"one, and nothing", Cost{Identity: "volume v", Policy: "Retain"}, Cost{Loss: "b"}, Cost{Loss: "b", Identity: "volume v", Policy: "Retain"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.want.counted = true
			if got := tt.c.And(tt.goes); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}
