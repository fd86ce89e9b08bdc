package acts

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
)

// What is done without something that is not there depends on what that is to the object.
func TestWithoutIt(t *testing.T) {
	for words, want := range map[string]string{
		`failed to delete: cannot get info: Shaft.acme.io "s-1" not found`:         `see where it was made whether anything is left of g-1`,
		`deletion: axles.acme.io "g-1" not found`:                                  `see where it was made whether anything is left of g-1`,
		`cannot delete parts: cluster "https://mill.test" not found`:               `see whether cluster "https://mill.test" is gone for good: then what was in it went with it`,
		`could not delete tooth "t-1": Tooth "t-1" not found`:                      "",
		`failed to delete it: gears.acme.io "g-1" not found`:                       `find out whether gears.acme.io "g-1", which is not there`,
		`failed to delete it: no matches for kind "Shaft" in version "acme.io/v1"`: "",
		`failed to turn it: Index with name field:teeth does not exist`:            `find out whether what is not there`,
		`failed to get credentials: secret "s" not found`:                          "",
	} {
		h := gearOf(t, "")
		m := failure.Of(words)
		if m == nil {
			t.Fatal(words)
		}
		_, restores := m.Advice(words, "")
		n := WithoutIt(h, m, words, restores)
		if text := textOf(n); want == "" && text != "" || !strings.HasPrefix(text, want) {
			t.Errorf("%s: %s", words, text)
		}
	}
}

// What others stand in is not made again for one of them; what is small may be.
func TestHoldsMuch(t *testing.T) {
	for thing, want := range map[string]bool{"EKS cluster": true, "AWS accounts": true, "database server": true, "secret": false, "cluster role": false, "": false} {
		if got := HoldsMuch(thing); got != want {
			t.Errorf("%s: %v", thing, got)
		}
	}
}
