package acts

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
)

// What is done without something that is not there depends on what that is to the object.
func TestWithoutIt(t *testing.T) {
	for words, want := range map[string]string{
		`failed to delete: cannot get info: Shaft.acme.io "s-1" not found`:              `make Shaft.acme.io s-1 again as it was, in namespace shop`,
		`deletion: axles.acme.io "g-1" not found`:                                       `make axles.acme.io g-1 again as it was, in namespace shop`,
		`deletion: mills.hosts.acme.io "m-1" not found`:                                 `make mills.hosts.acme.io m-1 again as it was`,
		`deletion: clusters.acme.io "c-1" not found`:                                    `see where it was made whether anything is left of g-1`,
		`cannot delete parts: cluster "https://mill.test" not found`:                    `have its controller know cluster "https://mill.test" again`,
		`failed to delete definition of cog: CogDefinition.acme.io "cogs" not found`:    "make sure, where it was, that nothing is left of CogDefinition.acme.io",
		`failed to delete account a-1: Account "billing" not found`:                     `have its controller know Account "billing" again`,
		`failed to delete bucket b-7: Account "billing" not found`:                      `have its controller know Account "billing" again, as by its registration and the credentials for it, until this is through: by these words it does not, and the bucket b-7 may be there still`,
		`failed to delete volume vol-7: Cluster "hub-1" not found`:                      `have its controller know Cluster "hub-1" again`,
		`failed to delete bucket in Account "billing" not found`:                        `have its controller know Account "billing" again`,
		`failed to delete record r-7 in zone z-1: DnsProvider "route53-main" not found`: `bring back DnsProvider "route53-main", or make it again under that name`,
		`failed to delete record r-7 in zone z-1: Token "t-77" not found`:               `bring back Token "t-77", or make it again under that name`,
		`failed to delete record r-7 in zone z-1: Cog "c-7" not found`:                  `see where it was made whether anything is left of the record r-7 in zone z-1, and remove that by hand`,
		`could not delete tooth "t-1": Tooth "t-1" not found`:                           "",
		`failed to delete it: gears.acme.io "g-1" not found`:                            `find out whether gears.acme.io "g-1", which is not there`,
		`failed to delete it: no matches for kind "Shaft" in version "acme.io/v1"`:      "",
		`failed to turn it: Index with name field:teeth does not exist`:                 `find out whether what is not there`,
		`failed to get credentials: secret "s" not found`:                               "",
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
		for _, s := range n.Steps {
			if asked := strings.HasPrefix(want, "have ") || strings.HasPrefix(want, "bring "); asked && strings.HasPrefix(s.Text, "let go") {
				t.Errorf("%s: %s", words, s.Text)
			}
		}
	}
}

// With what holds much goes what was in it only where the words name nothing that may be left, and it is no right to work.
func TestWentAlong(t *testing.T) {
	for words, want := range map[string]bool{
		"observe failed: no matching cluster found":                     true,
		"failed to delete it: cluster c-1 not found":                    true,
		"failed to delete volume vol-7: cluster c-1 not found":          false,
		"cannot get credentials: cluster c-1 not found":                 false,
		`observe failed: Account "billing" not found`:                   false,
		"failed to delete volume vol-7: argocd server secret not found": false,
	} {
		if got := WentAlong(gearOf(t, ""), words); got != want {
			t.Errorf("%s: %v", words, got)
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
