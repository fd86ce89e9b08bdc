package sentence_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// TestRenamed reads how a finalizer was called and is called by now, and nothing of what is only meant to be so, or is no
// finalizer.
func TestRenamed(t *testing.T) {
	for text, want := range map[string][3]string{
		"The finalizer was renamed from acme.test/old to acme.test/new.":                {"acme.test/old", "acme.test/new", ""},
		"- Rename finalizer `acme.test/old` to `acme.test/new`":                         {"acme.test/old", "acme.test/new", ""},
		"In v1.3 the finalizer acme.test/old has been replaced by acme.test/new":        {"acme.test/old", "acme.test/new", "v1.3"},
		"It hangs. In v1.0.3, the finalizer is changed to `finalizers.acme.test`.":      {"", "finalizers.acme.test", "v1.0.3"},
		"between 1.2 and 1.3 the finalizer was changed from acme.test/a to acme.test/b": {"acme.test/a", "acme.test/b", ""},

		"The finalizer should be renamed from acme.test/old to acme.test/new": {},
		"I would like the finalizer renamed to acme.test/new":                 {},
		"The finalizer was not renamed to acme.test/new":                      {},
		"The finalizer was changed back from acme.test/old to acme.test/new":  {},
		"The label was renamed from acme.test/old to acme.test/new":           {},
		"The finalizer was renamed":                                           {},
		"The finalizer was removed from acme.test/old":                        {},
	} {
		r, told := sentence.Renamed(text)
		if got := [3]string{r.From, r.To, r.Release}; told != (want[1] != "") || told && got != want {
			t.Errorf("%s\nis %v, want %v", text, got, want)
		}
	}
}
