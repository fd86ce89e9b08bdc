package sentence

import "testing"

// TestOutsideGone knows the words by which what is outside of the cluster is gone, and not those of what
// is missing in it.
func TestOutsideGone(t *testing.T) {
	for words, want := range map[string]bool{
		"Deleting node n1 because it does not exist in the cloud provider":       true,
		"instance i-0123456 not found":                                           true,
		"load balancer could not be found":                                       true,
		"InvalidInstanceID.NotFound: the instance ID 'i-1' does not exist":       true,
		"api error VolumeNotFound: no":                                           true,
		"Unable to find VM by BIOS UUID 420c97cc. The vm was removed from infra": true,
		"the vm was removed from infra":                                          true,
		`volumeID "a5a5fa1f-45d9" not found in QueryVolume`:                      true,
		"Failed to find access point for volume: fs-123":                         true,
		"cannot find instance type m5":                                           false,
		"disk disk-3 was removed from pool p1 but the attachment remains":        false,
		"volume vol-12 has been removed from node n1":                            false,
		"the volume was removed":                                                 false,
		`nodes "n1" not found`:                                                   false,
		"secret cloud-credentials not found":                                     false,
		"the instance still exists in the cloud":                                 false,
		"instance type not found":                                                false,
		"Deleting node n1 because it is not ready":                               false,
	} {
		if OutsideGone(words) != want {
			t.Errorf("%q: %v", words, !want)
		}
	}
}
