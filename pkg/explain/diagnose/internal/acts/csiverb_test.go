package acts_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
)

// TestUndoneByCSI says whose call fails where a CSI driver finds nothing to undo, and nothing where something else is not there
// or it does not answer.
func TestUndoneByCSI(t *testing.T) {
	const detaches, unmounts, deletes = "what fails is its detachment", "what fails is its unmounting", "what fails is its deletion"
	for words, want := range map[string]string{
		"GRPC error: rpc error: code = NotFound desc = ControllerUnpublishVolume Volume not found": detaches,
		"ControllerUnpublishVolume failed: disk-1 no longer exists":                                detaches,
		"rpc error: code = NotFound desc = NodeUnstageVolume: volume disk-1 not found":             unmounts,
		"rpc error: code = NotFound desc = DeleteVolume: volume disk-1 does not exist":             deletes,
		"rpc error: code = Internal desc = ControllerUnpublishVolume: node n-1 not found":          "",
		"rpc error: code = Internal desc = ControllerUnpublishVolume: secret not found":            "",
		"rpc error: code = Internal desc = DeleteVolume: volume disk-1 is in use":                  "",
		"rpc error: code = Unavailable desc = DeleteVolume: connection refused":                    "",
		"rpc error: code = NotFound desc = ControllerPublishVolume: volume disk-1 not found":       "",
		"failed to delete the gear: gear g-1 not found":                                            "",
	} {
		steps := acts.UndoneByCSI(t.Context(), nil, words).Steps
		if got := len(steps) > 0; got != (want != "") || got && (len(steps) != 2 || !strings.Contains(steps[0].Text, want) || !steps[1].After) {
			t.Errorf("%s: %+v, want %q", words, steps, want)
		}
	}
}
