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
		{"deleting webhook from project \"a/b\": DELETE http://10.0.0.3/api/hooks/5: 404 {message: Not found}", "", true},
		{`could not delete gear budget: gearbudgets.example.com "g1" not found`, "", true},
		{`could not delete cluster: could not delete gear budget: gearbudgets.example.com "g1" not found`, "", true},
		// what is not there is needed for the deletion
		{`could not delete gear g1: secrets "rack-login" not found`, "", false},
		{"GET http://10.0.0.3/api/hooks/5: 404", "", false},
		{"failed to delete bucket: secrets \"aws\" not found", "", false},
		{"cannot delete: ProviderConfig default not found", "", false},
		{"cannot delete instance: dial tcp: lookup api.example.com: no such host", "", false},
		{"failed to delete volume: driver not found", "", false},
		{"failed to delete vm: NodeNotFound: node n-1 not found", "", false},
		{`failed to delete grant: spannerinstances.spanner.example.com "s-1" not found`, "", false},
		// nobody deletes
		{"volume v-1 not found", "CreateFailed", false},
		{"failed to delete volume v-1: in use", "", false},
	} {
		if got := EndedAlready(tt.text, tt.beside); got != tt.want {
			t.Errorf("%q (%s): %t", tt.text, tt.beside, got)
		}
	}
}
