package dump

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJoined takes conditions that were copied apart for those of the one object that goes, and not where
// that has a status, stays, or is not the only one.
func TestJoined(t *testing.T) {
	const conditions = "```\n  - lastTransitionTime: \"2026-02-01T11:00:00Z\"\n    message: the shaft is bent\n    reason: Bent\n    status: \"False\"\n    type: Ready\n```\n\nand the object:\n"
	object := func(name, rest string) string {
		return "```\n$ kubectl get gear " + name + " -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: " + name + "\n" + rest + "```\n"
	}
	const goes = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - zorg.io/a\n"
	const one = "Gear.zorg.io /g1 [zorg.io/a]"
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"apart":          {conditions + object("g1", goes), []string{one}},
		"behind it":      {object("g1", goes) + conditions, []string{one}},
		"with its own":   {conditions + object("g1", goes+"status: {ready: true}\n"), []string{one}},
		"two objects":    {conditions + object("g1", goes) + object("g2", "  uid: u2\n"), []string{"Gear /NAME [FINALIZER]", one, "Gear.zorg.io /g2 []"}},
		"of a namespace": {strings.Replace(conditions, "type: Ready", "type: NamespaceContentRemaining", 1) + object("g1", goes), []string{one, "Namespace /NAME []"}},
		"one that stays": {conditions + object("g1", "  uid: u1\n"), []string{"Gear.zorg.io /g1 [FINALIZER]"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, heardOf(t, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
