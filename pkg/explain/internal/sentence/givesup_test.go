package sentence

import "testing"

// TestGivesUp knows the words of those who do not try again.
func TestGivesUp(t *testing.T) {
	for words, want := range map[string]bool{
		"Not processing deleting event because deprovisioning has failed": true,
		"skipping reconciliation since the last deletion failed":          true,
		"the deletion failed and will not be retried":                     true,
		"no more retries for gear g1":                                     true,
		"giving up after 5 attempts":                                      true,
		"the provisioner will not attempt retries for this gear":          true,
		"the provisioner will attempt retries for this gear":              false,
		"deleting the gear failed, will retry":                            false,
		"gave up waiting for pods to be deleted":                          false,
		"not processed yet because the queue is full":                     false,
		"processing deleting event; deprovisioning has not failed":        false,
	} {
		if GivesUp(words) != want {
			t.Errorf("%q: %v", words, !want)
		}
	}
}
