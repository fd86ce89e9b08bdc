package sentence

import (
	"strings"
	"testing"
)

// TestComplains tells what only says that something does not go from what says why.
func TestComplains(t *testing.T) {
	for text, want := range map[string]bool{
		"IPPool cannot be deleted after live migration 1.0.2 to 1.0.3.":                           true,
		"So, after applying the snapshot, the old finalizer is applied but cannot be deleted.":    true,
		"Cannot delete CRs (KeycloakRealm, KeycloakClient) if the objects don't exist anymore.":   true,
		"CAPI unable to delete node: cluster is being deleted":                                    true,
		"So, node can't be deleted because cluster in \"delete\" state.":                          true,
		"VolumeSnapshot cannot be deleted":                                                        true,
		"Unable to delete namespace":                                                              true,
		"The gear cannot be removed: it is stuck":                                                 true,
		"The gear cannot be deleted because its rack was deleted":                                 false,
		"The gear cannot be deleted due to a broken shaft":                                        false,
		"CAPI unable to delete node: the VM is gone":                                              false,
		"The bucket is not empty and cannot be deleted":                                           false,
		"The volume cannot be deleted, it is still attached to node-1":                            false,
		"Cannot delete bucket if it is in use":                                                    false,
		"Unable to delete load balancer lb-1":                                                     false,
		"cannot delete it":                                                                        false,
		"Error: cannot delete it":                                                                 false,
		"Failed to delete realm: 404 Not Found: Realm not found.":                                 false,
		"message: the gear cannot be deleted":                                                     false,
		"failed to delete gear g1":                                                                false,
		"Unable to find VM 420c97cc":                                                              false,
		"Unable to delete the resources: rpc error: code = NotFound desc = cluster \"a\" is gone": false,
	} {
		if got := Complains(text); got != want {
			t.Errorf("Complains(%q) = %t, want %t", text, got, want)
		}
	}
}

// TestWithoutComplaints leaves what a text says besides.
func TestWithoutComplaints(t *testing.T) {
	for text, want := range map[string]string{
		"The gear cannot be deleted. Error: the shaft is bent": "Error: the shaft is bent",
		"The gear cannot be deleted.":                          "",
		"It fails. The shaft is bent.":                         "It fails. The shaft is bent.",
		"":                                                     "",
	} {
		if got := WithoutComplaints(text); got != want {
			t.Errorf("WithoutComplaints(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestBeyond leaves of a sentence what it tells beyond that something was to go and does not.
func TestBeyond(t *testing.T) {
	names := func(said string) bool { return strings.Contains(said, "gear") }
	for text, want := range map[string]string{
		"The gear hangs in status Terminating and cannot be deleted":         "The gear and",
		"It hangs forever and the resource is never deleted":                 "It and the resource is",
		"The deletion of the gear is stuck because its rack was removed":     "The because its rack was removed",
		"After deleting the gear the mill was removed":                       "the gear the mill was removed",
		"Unable to delete the gear after the mill was uninstalled":           "the gear after the mill was uninstalled",
		"When I tried to delete it, the rack was gone":                       "it, the rack was gone",
		"I deleted the mill of the shop":                                     "I deleted the mill of the shop",
		"After removing the operator the gear is stuck in Terminating state": "After removing the operator the gear is",
		"The controller doesn't try to delete the gear":                      "The controller doesn't try to delete the gear",
		"The rack was deleted by hand before the gear":                       "The rack was deleted by hand before the gear",
	} {
		if got := strings.Join(strings.Fields(Beyond(text, names)), " "); got != want {
			t.Errorf("Beyond(%q) = %q, want %q", text, got, want)
		}
	}
}
