package spoken

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompleteNamespace tells a condition of a namespace by its message or its reason, leaves alone what it states
// itself, and tells none by other words.
func TestCompleteNamespace(t *testing.T) {
	whole := map[string]any{"type": "NamespaceFinalizersRemaining", "status": "True", "reason": "SomeFinalizersRemain"}
	with := func(field string, value any) map[string]any {
		c := map[string]any{field: value}
		for k, v := range whole {
			if c[k] == nil {
				c[k] = v
			}
		}
		return c
	}
	const words = "Some content in the namespace has finalizers remaining: zorg.io/a in 1"
	for name, tt := range map[string]struct{ is, want map[string]any }{
		"its message":     {map[string]any{"message": words}, with("message", words)},
		"its reason":      {map[string]any{"reason": "SomeFinalizersRemain"}, whole},
		"its status":      {with("status", "Unknown"), with("status", "Unknown")},
		"of another type": {map[string]any{"type": "Ready", "message": words}, map[string]any{"type": "Ready", "message": words}},
		"other words":     {map[string]any{"message": "It is bent"}, map[string]any{"message": "It is bent"}},
		"no words":        {map[string]any{"message": ""}, map[string]any{"message": ""}},
	} {
		obj := map[string]any{"status": map[string]any{"conditions": []any{tt.is}}}
		CompleteNamespace(obj)
		if diff := cmp.Diff(map[string]any{"status": map[string]any{"conditions": []any{tt.want}}}, obj); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestNamespaceCondition reads a condition of a namespace by its reason or its message, and takes no other sentence for one.
func TestNamespaceCondition(t *testing.T) {
	const remain, held = "Some resources are remaining: gears.zorg.io has 1 resource instances", "Some content in the namespace has finalizers remaining: zorg.io/oil in 1 resource instances"
	for line, want := range map[string]string{
		"* [SomeResourcesRemain] " + remain:                                      "NamespaceContentRemaining " + remain,
		"- **SomeFinalizersRemain**: " + held:                                    "NamespaceFinalizersRemaining " + held,
		"[SomeFinalizersRemain] `" + held + "`":                                  "NamespaceFinalizersRemaining " + held,
		"[ContentDeletionFailed] Failed to delete all resource types, 1 remains": "NamespaceDeletionContentFailure Failed to delete all resource types, 1 remains",
		"  message: '" + remain + "'":                                            "NamespaceContentRemaining " + remain,
		"> Failed to delete all resource types, 2 remaining: the gear is bent":   "NamespaceDeletionContentFailure Failed to delete all resource types, 2 remaining: the gear is bent",
		"Failed to delete all resource types, 2 remaining:":                      "",
		"Failed to delete all resource types, I think":                           "",
		"[ContentRemoved] All content successfully removed":                      "",
		"[SomeResourcesRemain] what does this mean?":                             "",
		"GroupVersionParsingFailed too, as the docs say":                         "",
		"[GroupVersionParsingFailed] what does this mean?":                       "",
		"[Failed] " + "the gear is bent":                                         "",
		"Some resources are left, I think":                                       "",
		"SomeResourcesRemain is what it says":                                    "",
	} {
		got := ""
		if c := NamespaceCondition(line); c != nil {
			got = c["type"].(string) + " " + c["message"].(string)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}
