package rules

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

func TestFieldAt(t *testing.T) {
	object := map[string]any{"metadata": map[string]any{"annotations": map[string]any{"a.b/c": "x"}}, "spec": map[string]any{"paused": true}}
	for path, want := range map[string]string{
		"spec.paused": "true", "metadata.annotations[a.b/c]": "x", "metadata.annotations[a.b/d]": "", "spec.paused.deeper": "", "spec.none": "",
	} {
		got := ""
		if value, ok := manifest.FieldAt(object, path); ok {
			got = valueText(value)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestIsText(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  string
	}{
		{true, "is true"},
		{"", "is there, and empty"},
		{"is there, and empty", "is is there, and empty"}, // somebody wrote just that
		{[]any{}, "is an empty list"},
		{[]any{"a", ""}, `is a, ""`},
	} {
		if got := isText(tt.value); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.value, got, tt.want)
		}
	}
}
