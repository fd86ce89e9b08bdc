package acts

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// csiVerb is one of the calls by which a CSI driver is asked to undo something: who asks, and what waits for that.
type csiVerb struct {
	says      *regex.Regexp
	sure, let string
	look      []string
}

// takesForDone is the release that ends it, where a driver fails at what is not there any more.
const takesForDone = "run a release of the CSI driver that takes what is not there for done: as long as it fails at that, no retry succeeds"

// csiVerbs are the calls of which the CSI specification says that they succeed where there is nothing left to undo.
var csiVerbs = []csiVerb{
	{
		regex.New(`\bControllerUnpublish`), "make sure in the storage system that the volume is gone, or attached to nothing: what fails is its detachment (ControllerUnpublishVolume), for which a VolumeAttachment waits, and not its deletion",
		"; where that cannot be, let go of just that VolumeAttachment, and see whether what waits for it then goes",
		[]string{"kubectl", "get", "volumeattachments"},
	},
	{
		regex.New(`\bNodeUn(?:publish|stage)`), "make sure on the node, as with findmnt, that the volume is not mounted there any more: what fails is its unmounting (of which the kubelet asks the CSI driver), and by these words there is nothing left to unmount",
		"; remove nothing below the kubelet's folder of pods while something is mounted there", nil,
	},
	{
		regex.New(`\bDeleteVolume\b`), "make sure in the storage system, and in the right region and account, that the volume is gone: what fails is its deletion (DeleteVolume, of which the provisioner of the PersistentVolume asks the CSI driver), and by these words there is nothing left to delete",
		"; where that cannot be, let go of the finalizer of that PersistentVolume alone", nil,
	},
}

// UndoneByCSI is what is to be done where a CSI driver fails at undoing what is not there any more: whose act that is, and
// where it is seen.
func UndoneByCSI(_ context.Context, _ *hearing.Case, words string) (n hearing.Notes) {
	if m := failure.Of(words); m == nil || m.Name != failure.DoneAlready {
		return n
	}
	for _, v := range csiVerbs {
		if !v.says.MatchString(words) {
			continue
		}
		n.Do(explain.Look(v.sure, v.look...).For(explain.Mends))
		n.Do(explain.Tell(takesForDone + v.let).Then())
		return n
	}
	return n
}
