package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestReadFlat reads an object whose lines have all lost their indents, with the spec of the manifest beside it.
func TestReadFlat(t *testing.T) {
	const volume = "apiVersion: v1\nkind: PersistentVolume\nmetadata:\ndeletionTimestamp: \"2026-02-01T10:00:00Z\"\nfinalizers:\n\nzorg.io/volume\nname: v1\n\n**Expected**:\n\nIt goes.\n"
	const manifest = "\nThe manifest:\n\napiVersion: v1\nkind: PersistentVolume\nmetadata:\nname: v1\nspec:\ncapacity:\nstorage: 2Gi\ncsi:\ndriver: zorg.io\n"
	for name, tt := range map[string]struct {
		text, driver string
		objects      int
	}{
		"alone":                  {"It hangs:\n\n" + volume, "", 1},
		"a manifest":             {"It hangs:\n\n" + volume + manifest, "zorg.io", 1},
		"another's":              {"It hangs:\n\n" + volume + strings.Replace(manifest, "name: v1", "name: v2", 1), "", 2},
		"printed of another day": {"It hangs:\n\n" + volume + strings.Replace(manifest, "name: v1", "name: v1\nuid: u-1", 1), "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, e := range d.objects {
				found += len(e)
			}
			if found != tt.objects {
				t.Fatalf("%d objects", found)
			}
			if tt.objects > 1 {
				return
			}
			obj := soleOf(t, d)
			driver, _, _ := unstructured.NestedString(obj.Object, "spec", "csi", "driver")
			if tt.driver != "" && (obj.GetName() != "v1" || obj.GetDeletionTimestamp() == nil || len(obj.GetFinalizers()) != 1 || driver != tt.driver) {
				t.Errorf("read %v", obj.Object)
			}
		})
	}
}
