package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestReadCutText reads a text that ends in the midst of a message with what was copied of that, and says so; a
// field that somebody has lost a blank before is read where it belongs.
func TestReadCutText(t *testing.T) {
	const text = "It hangs:\n```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\nstatus:\n  conditions:\n  - type: Ready\n    status: \"False\"\n    message: 'the shaft is\n      bent, and the wheel"
	for name, tt := range map[string]struct{ text, message, status, fault string }{
		"whole":        {text + "'\n```\n", "the shaft is bent, and the wheel", "False", ""},
		"cut":          {text, "the shaft is bent, and the wheel", "False", "line 13 is the end of a value that goes on"},
		"a lost blank": {strings.Replace(text, "    status", "   status", 1) + "'\n```\n", "the shaft is bent, and the wheel", "False", ""},
		"both":         {strings.Replace(text, "    status", "   status", 1), "the shaft is bent, and the wheel", "False", "line 13 is the end of a value that goes on"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			list, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
			if len(list) != 1 {
				t.Fatalf("read %v", obj.Object)
			}
			message, _, _ := unstructured.NestedString(list[0].(map[string]any), "message")
			status, _, _ := unstructured.NestedString(list[0].(map[string]any), "status")
			faults := ""
			for _, p := range d.problems {
				if p.Reason == "CopiedInPart" {
					faults += p.Message
				}
			}
			if message != tt.message || status != tt.status || !strings.HasPrefix(faults, tt.fault) || tt.fault == "" && faults != "" {
				t.Errorf("message %q, status %q, faults %q", message, status, faults)
			}
		})
	}
}
