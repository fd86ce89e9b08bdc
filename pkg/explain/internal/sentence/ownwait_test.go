package sentence

import "testing"

// TestOwnWait tells the wait of a program that somebody has called from the failure of a controller.
func TestOwnWait(t *testing.T) {
	for line, want := range map[string]bool{
		"error: timed out waiting for the condition":                                                                 true,
		"error: timed out waiting for the condition on pods/web-0":                                                   true,
		" Error: uninstallation completed with 1 error(s): timed out waiting for the condition":                      true,
		"Error: UPGRADE FAILED: context deadline exceeded":                                                           true,
		"│ Error: context deadline exceeded":                                                                         true,
		"Error: failed to delete release: shop: timed out waiting for the condition":                                 true,
		`error: An error occurred while waiting for the object to be deleted: an error on the server ("unable")`:     true,
		`W0726 15:16:02 reflector.go:1] unable to decode an event from the watch stream: INTERNAL_ERROR`:             true,
		"module.shop.helm_release.web: Still destroying... [id=web, 6m50s elapsed]":                                  true,
		"Error: uninstallation completed with 2 error(s): Hook failed: already exists; timed out waiting for the":    false,
		"E0726 15:16:02 gear.go:1] failed to delete gear: timed out waiting for the condition":                       false,
		"failed to delete volume v-1: timed out waiting for the condition":                                           false,
		"Error: failed to delete subnet: it is in use":                                                               false,
		"Error from server: context deadline exceeded":                                                               false,
		`{"level":"error","msg":"Reconciler error","error":"timed out waiting for the condition"}`:                   false,
		"Error: error deleting EKS Node Group: unexpected state 'DELETE_FAILED', wanted target ''. last error: 1 er": false,
	} {
		if got := OwnWait(line); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
