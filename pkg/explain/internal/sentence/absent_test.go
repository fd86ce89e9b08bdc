package sentence

import "testing"

func TestEndedAlready(t *testing.T) {
	for _, tt := range []struct {
		text, beside string
		want         bool
	}{
		{"failed to detach: rpc error: code = NotFound desc = volume v-1 not found", "", true},
		{"error deleting instance: InvalidInstanceID.NotFound: the instance i-1 does not exist", "", true},
		{"failed to delete topic: unknown topic or partition", "", true},
		{"instance i-1 does not exist", "DeleteFailed", true},
		// what is not there is needed for the deletion
		{`could not delete gear g1: secrets "rack-login" not found`, "", false},
		{"GET http://10.0.0.3/api/hooks/5: 404", "", false},
		{"failed to delete bucket: secrets \"aws\" not found", "", false},
		{"cannot delete: ProviderConfig default not found", "", false},
		{"cannot delete instance: dial tcp: lookup api.example.com: no such host", "", false},
		{"failed to delete volume: driver not found", "", false},
		{"failed to delete vm: NodeNotFound: node n-1 not found", "", false},
		{`failed to delete grant: spannerinstances.spanner.example.com "s-1" not found`, "", false},
		{`error removing volume from node-1: node "node-1" not found`, "detachError", false},
		{`failed to delete pool p-1: cluster "c1" not found`, "", false},
		{`failed to detach: persistentvolume "pv-1" not found`, "", false},
		{`failed to delete machine m-1: failed to get pool of m-1: pool "p1" not found`, "", false},
		// it may only not be seen
		{"cannot delete database: Database 'APP' does not exist or not authorized", "", false},
		{"DELETE https://git.example.com/groups/5: 404 Not Found []", "", false},
		// nobody deletes
		{"volume v-1 not found", "CreateFailed", false},
		{"failed to delete volume v-1: in use", "", false},
	} {
		if got := EndedAlready(tt.text, tt.beside); got != tt.want {
			t.Errorf("%q (%s): %t", tt.text, tt.beside, got)
		}
	}
}

func TestNamedGone(t *testing.T) {
	for text, want := range map[string]bool{
		`could not delete gear budget: gearbudgets.example.com "g1" not found`:                           true,
		`could not delete cluster: could not delete gear budget: gearbudgets.example.com "g1" not found`: true,
		`failed to delete gear "g1": gears.example.com "g1" not found`:                                   true,
		`failed to delete gear "g1": gears.example.com "g2" not found`:                                   false,
		`failed to delete gear g1: gearboxes.example.com "g1" not found`:                                 false,
		`failed to delete gear g1: cannot get gears: gears.example.com "g1" not found`:                   false,
		`failed to delete database app-db: secrets "app-db" not found`:                                   false,
		`cannot delete bucket orders-1: Secret "orders-1" not found`:                                     false,
		`failed to delete remote secret: secrets "cluster-kubeconfig" not found`:                         false,
		`failed to delete secret "a": secrets "provider-creds" not found`:                                false,
		`failed to delete secret "a": secrets "a" not found`:                                             false,
		`cannot delete workload cluster: clusters.cluster.x-k8s.io "prod" not found`:                     false,
		`failed to delete machine m-1: failed to get cluster client: cluster "c1" not found`:             false,
		`error removing volume from node-1: node "node-1" not found`:                                     false,
		`could not delete gears: gears "g1" not found or not authorized`:                                 false,
	} {
		if got := NamedGone(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
		if EndedAlready(text, "") {
			t.Errorf("%q: ended", text)
		}
	}
}

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
