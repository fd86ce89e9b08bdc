package diagnosis

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestTellingEvidence tells the sorts of evidence by their kind, whatever the objects
// are called that they were read from.
func TestTellingEvidence(t *testing.T) {
	read := explain.Evidence{Fact: "is paused", Source: "catalogues.example.org/a: .spec.paused"}
	accepts := explain.Evidence{Fact: "the server would take the removal", Source: "dry run of the removal, as you", Kind: explain.WouldAccept}
	known := explain.Evidence{Fact: "documents it", Source: "catalogue: a/b", Kind: explain.Documented}
	weak := explain.Evidence{Fact: "is called alike", Source: "managedFields", Kind: explain.Written, Weak: true}
	for name, tt := range map[string]struct{ all, want []explain.Evidence }{
		"what was read comes first":     {[]explain.Evidence{accepts, known, weak, read}, []explain.Evidence{read}},
		"then what suggests something":  {[]explain.Evidence{known, weak, accepts}, []explain.Evidence{weak}},
		"then what is known in general": {[]explain.Evidence{accepts, known}, []explain.Evidence{known}},
		"a trial explains nothing":      {[]explain.Evidence{accepts}, nil},
	} {
		if diff := cmp.Diff(tt.want, tellingEvidence(tt.all)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
