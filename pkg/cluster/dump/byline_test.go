package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestReadByLine reads an object of which somebody has made values unreadable and has put words among its lines: what
// stands before and behind these is kept, and it is told where some were left out.
func TestReadByLine(t *testing.T) {
	const text = "It hangs:\n```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  annotations:\n    a.b/c: x\nIN-METADATA\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - zorg.io/gear\n  name: g1\nspec:\n  size: 3\nIN-SPEC\n  suspend: true\nstatus:\n  conditions:\n  - type: Ready\n    status: \"False\"\n    message: the wheel is bent\n```\n"
	for name, tt := range map[string]struct {
		metadata, spec string
		faults         bool
	}{
		"nothing":         {"", "", false},
		"masked":          {"    d: ****", strings.Repeat("  k: ****\n", 40), false},
		"masked items":    {"    d: '****'", "  list:\n  - ****", false},
		"left out":        {"    [REDACTED]", "  (more of this)", true},
		"an open bracket": {"    text: |\n   not far enough", "  args: [a, b\n  more: 1", true},
		"a template":      {"    j: '{\"a\":\"it's\"}'", "  cmd: {{ .Values.x }}\n  pw: @secret", true},
		"dots and words":  {"  ...  some more", "  x: XXXX: YYY\n XXXX\n   hello", true},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(strings.NewReplacer("IN-METADATA", tt.metadata, "IN-SPEC", tt.spec).Replace(text)))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			suspend, _, _ := unstructured.NestedBool(obj.Object, "spec", "suspend")
			conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
			if obj.GetName() != "g1" || obj.GetDeletionTimestamp() == nil || len(obj.GetFinalizers()) != 1 || obj.GetAnnotations()["a.b/c"] != "x" || !suspend || len(conditions) != 1 {
				t.Errorf("read %v", obj.Object)
			}
			faults := false
			for _, p := range d.problems {
				faults = faults || p.Reason == "CopiedInPart"
			}
			if faults != tt.faults {
				t.Errorf("problems: %v", d.problems)
			}
		})
	}
}
