package beside

import (
	"slices"
	"strings"
	"testing"
)

// TestIndented puts an object back into shape that has lost its indents: of what may stand in several places nothing.
func TestIndented(t *testing.T) {
	const head = "apiVersion: v1\nkind: PersistentVolume\nmetadata:\n"
	for name, tt := range map[string]struct {
		text, want string // without blank lines
		flat       []int
	}{
		"finalizers":         {head + "finalizers:\n- a.b/c\n\nd.e/f\nname: x\nSome words", head + "  finalizers:\n  - a.b/c\n  - d.e/f\n  name: x\nSome words", []int{1}},
		"annotations":        {head + "annotations:\na.b/c: d\ne: f\nname: x", head + "  annotations:\n    a.b/c: d\n  name: x", []int{1}},
		"a name twice":       {head + "labels:\nname: y\nname: x\nuid: u", head + "  labels:\n  uid: u", []int{1}},
		"the same twice":     {head + "labels:\nname: x\nname: x\nuid: u", head + "  labels:\n  name: x\n  uid: u", []int{1}},
		"an owner":           {head + "name: x\nownerReferences:\n- apiVersion: v2\nkind: K\nname: o\nuid: v\nuid: u", head + "  name: x\n  ownerReferences:\n  - apiVersion: v2\n    kind: K\n    name: o\n    uid: v\n  uid: u", []int{1}},
		"a spec":             {head + "name: x\nspec:\nsize: 1\naccessModes:\n- Any\nother: 2\ncsi:\ndriver: d\nvolumeAttributes:\ndriver: e\npersistentVolumeReclaimPolicy: Delete", head + "  name: x\nspec:\n  size: 1\n  csi:\n    driver: d\n  persistentVolumeReclaimPolicy: Delete", []int{1}},
		"conditions":         {head + "name: x\nstatus:\nconditions:\n- type: Ready\nstatus: \"False\"\nmessage: 'a\nb'\n- type: B\nstatus: \"True\"\nphase: P", head + "  name: x\nstatus:\n  conditions:\n  - type: Ready\n    status: \"False\"\n    message: 'a\n      b'\n  - type: B\n    status: \"True\"\n  phase: P", []int{1}},
		"two":                {head + "name: x\n" + head + "name: y\n", head + "  name: x\n" + head + "  name: y", []int{1, 5}},
		"behind words":       {"It hangs:\n\n" + head + "name: x\n```\nname: z", "It hangs:\n" + head + "  name: x\n```\nname: z", []int{3}},
		"with its indents":   {head + "  name: x\nspec:\n  size: 1", head + "  name: x\nspec:\n  size: 1", nil},
		"tabs":               {head + "\tname: x\nspec:\n\tsize: 1", head + "\tname: x\nspec:\n\tsize: 1", nil},
		"its kind below":     {"metadata:\nname: x\nkind: K\napiVersion: v1", "metadata:\nname: x\nkind: K\napiVersion: v1", nil},
		"a head of anything": {"apiVersion: v1\nkind: K\nmetadata:\nrules:\n- a", "apiVersion: v1\nkind: K\nmetadata:\nrules:\n- a", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, flat := Indented(tt.text)
			lines := slices.DeleteFunc(strings.Split(got, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
			if got := strings.Join(lines, "\n"); got != strings.TrimRight(tt.want, "\n") || !slices.Equal(flat, tt.flat) {
				t.Errorf("at %v:\n%s", flat, got)
			}
		})
	}
}
