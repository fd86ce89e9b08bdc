package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// gearAsking is a gear that goes, with these finalizers and the words by which its condition asks for something.
func gearAsking(said, message, finalizers string) string {
	return said + "\n\n```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizers + "]\n" +
		"status: {conditions: [{type: Ready, status: \"False\", reason: Deleting, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: '" + message + "'}]}\n```\n"
}

// TestWhyPastedWishGone does not send anybody to delete what is gone by what a person writes. What is asked, wished, denied, brought
// back, there all the same, of another place or told of something else changes nothing.
func TestWhyPastedWishGone(t *testing.T) {
	const (
		blocked = "Deletion is blocked. "
		bare    = blocked + "Please delete rod-7 to resume"
		disk    = blocked + "Please delete disk rod-7 to resume"
		marked  = "zorg.io/finalizer, zorg.io/kept-by.rod-7"
		is      = "Gear shop/g1: "
		gone    = "The rod rod-7 was deleted successfully."
	)
	all := map[string]pasted{
		"nothing is told": {text: gearAsking("It hangs.", bare, marked), is: is, does: "do what it asks for, if that may go", lacks: "rod-7 is gone"},
	}
	for _, c := range []struct {
		said, asks string
		told       bool
	}{
		{"The rod rod-7 was deleted successfully, and g1 stays.", bare, true},
		{"But rod-7 is already gone.", bare, true},
		{"We removed rod-7 last week.", bare, true},
		{"rod-7 no longer exists.", bare, true},
		{"rod-7 has already been deleted, but the finalizer is still there.", bare, true},
		{"rod-7 was deleted, but g1 still hangs.", bare, true},
		{"The disk rod-7 was deleted.", disk, true},
		{"rod-7 was deleted.", disk, true},
		{"Should rod-7 be deleted?", bare, false},
		{"I want to see that rod-7 is removed.", bare, false},
		{"rod-7 was not deleted.", bare, false},
		{"rod-8 was deleted successfully.", bare, false},
		{"rod-7 was deleted. Since then it was recreated.", bare, false},
		{"It would help if rod-7 was deleted.", bare, false},
		{gone, blocked + "Please delete rod-8 to resume", false},
		{"The tag rod-7 was removed from the disk.", blocked + "Please detach rod-7", false},
		{"The tag rod-7 was deleted.", bare, false},
		{"The pod rod-7 was deleted, but g1 stays.", disk, false},
		{"The node rod-7 was removed.", "waiting for disk rod-7 to be deleted", false},
		{"The pod rod-7 was deleted, but g1 stays.", bare, false},
		{"rod-7 was detached from the rack.", bare, false},
		{"rod-7 was deleted, but it is still there.", bare, false},
		{"rod-7 was deleted and is still Terminating.", bare, false},
		{"rod-7 was deleted, but it hangs.", bare, false},
		{"rod-7 was deleted, but the disk remains.", disk, false},
		{"rod-7 was deleted. But it is still listed.", bare, false},
		{"We deleted rod-7. rod-7 is still Terminating.", bare, false},
		{"The rod rod-7 in our staging cluster was deleted.", bare, false},
		{"The rod rod-7 in the blue rack was deleted.", bare, false},
		{"rod-7 is gone in the new release.", bare, false},
		{"rod-7 is gone with version 3.", bare, false},
		{"I think rod-7 is gone.", bare, false},
		{"The rod-7 was removed from the allow list.", blocked + "Please delete the snapshots in rod-7 first", false},
		{"rod-7 was deleted.", blocked + "Please delete the snapshots of rod-7 first", false},
		{"rod-7 was deleted.", blocked + "Please delete rod-7 and rod-8 to resume", false},
	} {
		p := pasted{text: gearAsking(c.said, c.asks, marked), is: is, lacks: "rod-7 is gone, by what"}
		if c.told {
			p.lacks, p.says, p.does = "", "if so, nobody can answer that", "make sure that rod-7 is gone"
		}
		all[c.said+" / "+c.asks] = p
	}
	checkAll(t, all)
}

// TestWhyPastedWishGoneSteps lists the kind of what is gone, where that is known, and only then tells how the one finalizer would
// come off that is called after it, behind all else.
func TestWhyPastedWishGoneSteps(t *testing.T) {
	const marked, off = "zorg.io/finalizer, zorg.io/kept-by.rod-7", "taking just that off"
	for _, c := range []struct{ said, asks, finalizers, lists, has string }{
		{"rod-7 was deleted.", "Please delete gear rod-7 to resume", marked, "kubectl get gears.zorg.io -A", off},
		{"The DiskMount rod-7 was deleted.", "Please delete rod-7 to resume", marked, "kubectl get diskmounts -A", off},
		{"rod-7 was deleted.", "Please delete node rod-7 to resume", "zorg.io/finalizer", "kubectl get nodes -A", "look again: change something on g1"},
		{"rod-7 was deleted.", "Please delete node rod-7 to resume", "zorg.io/kept-by.big-rod-7", "kubectl get nodes -A", "look again: change something on g1"},
		{"rod-7 was deleted.", "Please delete disk rod-7 to resume", marked, "", "look again: change something on g1"},
		{"rod-7 was deleted.", "Please delete rod-7 to resume", marked, "", "look again: change something on g1"},
	} {
		p := pasted{text: gearAsking(c.said, "Deletion is blocked. "+c.asks, c.finalizers)}
		steps := p.read(t).Holds[0].Next
		removes := slices.IndexFunc(steps, func(s explain.Step) bool { return slices.Contains(s.Command, "remove") })
		if len(steps) < 2 || strings.Join(steps[0].Command, " ") != c.lists || !slices.ContainsFunc(steps[1:], func(s explain.Step) bool { return strings.Contains(s.Text, c.has) }) {
			t.Errorf("%s: %+v, want %q and %q", c.asks, steps, c.lists, c.has)
		}
		if removes >= 0 && (c.has != off || removes == 0 || steps[removes].After || steps[removes].Aim != explain.Guarded) {
			t.Errorf("%s: step %d takes a finalizer off: %+v", c.asks, removes, steps)
		}
	}
}
