package dump

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJoined takes conditions that were copied apart for those of the one object that goes or may, or of the one row that
// a table shows, and not where that has a status, stays, or is not the only one.
func TestJoined(t *testing.T) {
	const conditions = "```\n  - lastTransitionTime: \"2026-02-01T11:00:00Z\"\n    message: the shaft is bent\n    reason: Bent\n    status: \"False\"\n    type: Ready\n```\n\nand the object:\n"
	object := func(name, rest string) string {
		return "```\n$ kubectl get gear " + name + " -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: " + name + "\n" + rest + "```\n"
	}
	const goes = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - zorg.io/a\n"
	const one = "Gear.zorg.io /g1 [zorg.io/a]"
	const outdented = "```\n- lastTransitionTime: \"2026-02-01T11:00:00Z\"\n    message: the shaft is bent\n    reason: Bent\n    status: \"False\"\n    type: Ready\n  - type: Oiled\n    status: \"True\"\n```\n"
	table := func(rows string) string {
		return "```\n$ kubectl get gears.zorg.io -n shop\nNAME   STATUS        AGE\n" + rows + "```\n"
	}
	bare := strings.ReplaceAll(strings.Trim(strings.Split(conditions, "\n\n")[0], "`\n"), "\n    ", "\n  ")
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"apart":                      {conditions + object("g1", goes), []string{one}},
		"behind it":                  {object("g1", goes) + conditions, []string{one}},
		"with its own":               {conditions + object("g1", goes+"status: {ready: true}\n"), []string{one}},
		"two objects":                {conditions + object("g1", goes) + object("g2", "  uid: u2\n"), []string{"Gear /NAME [FINALIZER]", one, "Gear.zorg.io /g2 []"}},
		"of a namespace":             {strings.Replace(conditions, "type: Ready", "type: NamespaceContentRemaining", 1) + object("g1", goes), []string{one, "Namespace /NAME []"}},
		"its first line cut":         {object("g1", goes) + outdented, []string{one}},
		"behind a sentence":          {strings.Trim(object("g1", goes), "`\n") + "\n\nThe status only says this:\n\n" + strings.TrimSpace(bare) + "\n", []string{one}},
		"one that may go":            {object("g1", "  finalizers: [zorg.io/a]\n") + outdented, []string{one}},
		"beside a row":               {table("g1     Terminating   3d\n") + outdented, []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"beside the row that goes":   {table("g1     Terminating   3d\ng2     Ready         3d\n") + outdented, []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"beside two rows that go":    {table("g1     Terminating   3d\ng2     Terminating   3d\n") + outdented, []string{"Gear.zorg.io shop/NAME [FINALIZER]"}},
		"beside a row of what stays": {table("g1     Ready         3d\n") + outdented, []string{"Gear.zorg.io shop/NAME [FINALIZER]"}},
		"one without its name":       {strings.ReplaceAll(object("g1", "  finalizers: [zorg.io/a]\n"), "  name: g1\n", "") + outdented, []string{"Gear.zorg.io /g1 [zorg.io/a]"}},
		"a manifest of no name":      {outdented + "\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  finalizers: [zorg.io/a]\nspec: {teeth: 3}\n", []string{"Gear.zorg.io /NAME [zorg.io/a]"}},
		"what tells nothing":         {outdented + "\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  labels: {a: b}\nspec: {teeth: 3}\n", []string{"Object /NAME [FINALIZER]"}},
		"one that stays":             {conditions + object("g1", "  uid: u1\n"), []string{"Gear.zorg.io /g1 [FINALIZER]"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, heardOf(t, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
