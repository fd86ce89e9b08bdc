package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestAmong reads an object on behind a line that is none of it, says that the line was left out, and ends it
// where nothing tells that it goes on.
func TestAmong(t *testing.T) {
	const head = "It hangs:\n```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  finalizers: [zorg.io/turn]\n"
	const rest = "  name: g1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\nspec:\n  teeth: 3\nstatus:\n  phase: Deleting\n"
	indented := strings.ReplaceAll(strings.TrimPrefix(rest, ""), "\n", "\n  ")
	for name, tt := range map[string]struct {
		text, phase, fault string
	}{
		"nothing among it": {head + rest, "Deleting", ""},
		"a sentence":       {head + "this one here is odd, see\n" + rest, "Deleting", "line 7 is left out"},
		"two of them":      {head + "this one here\nis odd, see\n" + rest, "Deleting", "line 7 is left out"},
		"deeper":           {strings.ReplaceAll(head, "\n", "\n  ") + "\nthis one here is odd, see\n  " + indented, "Deleting", "is left out"},
		"its end":          {strings.Replace(head, "  final", "  name: g1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  final", 1) + "It says nothing more.\n", "", ""},
		"another object":   {strings.Replace(head, "  final", "  name: g1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  final", 1) + "and then there is\nkind: Wheel\nmetadata:\n  name: w1\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			gear := (*unstructured.Unstructured)(nil)
			for _, k := range d.kinds {
				if k.Kind == "Gear" {
					gear, err = d.Get(t.Context(), k, "", "g1")
				}
			}
			if gear == nil || err != nil || len(gear.GetFinalizers()) != 1 || gear.GetDeletionTimestamp() == nil {
				t.Fatalf("read %v %v", gear, err)
			}
			phase, _, _ := unstructured.NestedString(gear.Object, "status", "phase")
			faults := ""
			for _, p := range d.problems {
				faults += p.Message + "\n"
			}
			if phase != tt.phase || !strings.Contains(faults, tt.fault) || tt.fault == "" && strings.Contains(faults, "left out") {
				t.Errorf("phase %q, faults %s", phase, faults)
			}
		})
	}
}
