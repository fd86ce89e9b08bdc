package manifest

import (
	"slices"
	"testing"
)

func TestPlainOf(t *testing.T) {
	for name, c := range map[string]struct {
		value any
		want  []string
	}{
		"deletion":           {map[string]any{"approvals": map[string]any{"required": int64(2), "given": int64(1)}, "requestedBy": "anna"}, []string{"deletion.approvals.given: 1", "deletion.approvals.required: 2", "deletion.requestedBy: anna"}},
		"sealed":             {true, []string{"sealed: true"}},
		"phase":              {"Terminating", nil}, // heard by itself
		"observedGeneration": {int64(2), nil},
		"accessToken":        {"abc", nil},
		"lastSeen":           {"2026-03-01T10:00:00Z", nil},
		"conditions":         {[]any{map[string]any{"type": "Ready"}}, nil},
		"a":                  {map[string]any{"b": map[string]any{"c": map[string]any{"d": "deep"}}}, nil},
	} {
		if got := PlainOf(name, c.value); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
