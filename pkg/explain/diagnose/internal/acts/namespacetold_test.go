package acts

import "testing"

// TestNamespaceTold holds where words look for what is not there, as far as they tell that.
func TestNamespaceTold(t *testing.T) {
	for words, want := range map[string]string{
		`Post "https://turner.mill.svc:9443/x?timeout=5s": service "turner" not found`:                          "mill",
		`dial turner.mill.svc.cluster.local: no such host; service "turner" not found`:                          "mill",
		`secrets "turner" not found in namespace "ops"`:                                                         "ops",
		`getting turner in the namespace ops: secrets "turner" not found`:                                       "ops",
		`secrets "turner" not found`:                                                                            "",
		`Post "https://other.mill.svc:9443/x": service "turner" not found`:                                      "",
		`moving it from one in namespace a to one in namespace b: secrets "turner" not found`:                   "",
		`Post "https://turner.mill.example:9443/x": service "turner" not found in a namespace that is not said`: "",
	} {
		if got := namespaceTold(words, "turner"); got != want {
			t.Errorf("of %q it is looked for in %q, want %q", words, got, want)
		}
	}
}
