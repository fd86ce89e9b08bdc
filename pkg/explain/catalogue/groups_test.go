package catalogue

import "testing"

// TestEntryForGroups tells who may hold what words are about by the groups that they name, and not by the hosts
// that are reached there.
func TestEntryForGroups(t *testing.T) {
	c := load(t)
	for text, want := range map[string]string{
		`cannot delete clusters.anywhere.eks.amazonaws.com mill`:                                                                    "EKS Anywhere",
		`Get "https://58BE.sk1.us-east-1.eks.amazonaws.com/version": dial tcp: lookup 58be.sk1.eks.amazonaws.com on 172.20.0.10:53`: "",
		`dial tcp mill.anywhere.eks.amazonaws.com:443: i/o timeout`:                                                                 "",
	} {
		if entry, _ := c.EntryForGroups(text); entry.Project != want {
			t.Errorf("%s: %q", text, entry.Project)
		}
	}
}
