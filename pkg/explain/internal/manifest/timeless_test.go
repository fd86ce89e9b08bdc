package manifest

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestTimeless(t *testing.T) {
	with := func(status map[string]any) string {
		return Timeless(&unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": "blue"}, "status": status}})
	}
	was := with(map[string]any{"lastSync": "2026-03-01T10:00:00Z", "attempts": int64(3), "teeth": int64(9), "parts": []any{map[string]any{"name": "a", "since": "2026-03-01T10:00:00Z"}}, "shards": map[string]any{"0": "draining"}})
	for name, tt := range map[string]struct {
		status map[string]any
		same   bool
	}{
		"only times":        {map[string]any{"lastSync": "2026-03-01T10:00:10Z", "attempts": int64(4), "teeth": int64(9), "parts": []any{map[string]any{"name": "a", "since": "2026-03-01T10:00:10Z"}}, "shards": map[string]any{"0": "draining"}}, true},
		"a shard is done":   {map[string]any{"lastSync": "2026-03-01T10:00:10Z", "attempts": int64(4), "teeth": int64(9), "parts": []any{map[string]any{"name": "a", "since": "2026-03-01T10:00:10Z"}}, "shards": map[string]any{"0": "drained"}}, false},
		"a count falls":     {map[string]any{"lastSync": "2026-03-01T10:00:10Z", "attempts": int64(4), "teeth": int64(8), "parts": []any{map[string]any{"name": "a"}}}, false},
		"more are finished": {map[string]any{"lastSync": "2026-03-01T10:00:00Z", "attempts": int64(3), "teeth": int64(9), "finished": int64(1), "parts": []any{map[string]any{"name": "a"}}}, false},
		"a part less":       {map[string]any{"lastSync": "2026-03-01T10:00:10Z", "attempts": int64(4), "teeth": int64(9)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if is := with(tt.status); (is == was) != tt.same {
				t.Errorf("%s\n%s", was, is)
			}
		})
	}
	if got := Timeless(nil); got != "" {
		t.Error(got)
	}
}
