package manifest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestHintsOf(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	ours := func(host string) bool { return strings.HasSuffix(host, "zorg.io") }
	for name, c := range map[string]struct {
		annotations, labels map[string]any
		spec, status        map[string]any
		want                []Hint
	}{
		"a time to come":        {annotations: map[string]any{"zorg.io/retain-until": "2026-03-09T00:00:00Z"}, want: []Hint{{KeptUntil, "annotation zorg.io/retain-until", "2026-03-09T00:00:00Z"}}},
		"one that is past":      {annotations: map[string]any{"zorg.io/retain-until": "2026-02-09"}},
		"of somebody else":      {annotations: map[string]any{"borg.io/retain-until": "2026-03-09", "retain-until": "2026-03-09"}},
		"in the spec":           {spec: map[string]any{"retention": map[string]any{"until": "2026-03-09"}}, want: []Hint{{KeptUntil, "spec.retention.until", "2026-03-09"}}},
		"when it ends itself":   {annotations: map[string]any{"zorg.io/valid-until": "2026-03-09", "zorg.io/delete-after": "2026-03-09"}, spec: map[string]any{"expiresAt": "2026-03-09T00:00:00Z", "schedule": map[string]any{"startTime": "2026-03-09T00:00:00Z"}}},
		"a label":               {labels: map[string]any{"zorg.io/protected": "true"}, want: []Hint{{KeptFor, "label zorg.io/protected", "true"}}},
		"a label that is off":   {labels: map[string]any{"zorg.io/protected": "false", "zorg.io/hold": "none"}},
		"by law":                {annotations: map[string]any{"zorg.io/legal-hold": "case-7"}, want: []Hint{{KeptFor, "annotation zorg.io/legal-hold", "case-7"}}},
		"what it does":          {spec: map[string]any{"keepAlive": true, "keep": "7", "hold": "until the end", "lockMode": "strict", "protectedPaths": []any{"/"}, "keepLogsUntil": "2026-03-09"}},
		"who handles it":        {spec: map[string]any{"controllerName": "zorg.io/east"}, want: []Hint{{HandledByOther, "spec.controllerName", "zorg.io/east"}}},
		"a sentence":            {spec: map[string]any{"operator": "and", "handler": "index.handler", "controllerName": "run by the east team"}},
		"what uses it":          {status: map[string]any{"activeSessions": int64(4), "refCount": int64(2), "mounts": []any{"a"}}, want: []Hint{{UsedStill, "status.activeSessions", "4"}, {UsedStill, "status.mounts", "1"}, {UsedStill, "status.refCount", "2"}}},
		"nothing does any more": {status: map[string]any{"activeSessions": int64(0), "mounts": []any{}, "activeRevision": "r-1", "activeReplicas": int64(3), "activeGeneration": int64(3), "boundPort": int64(8080), "usedBytes": int64(8), "replicas": int64(3)}},
	} {
		obj := &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"annotations": c.annotations, "labels": c.labels}, "spec": c.spec, "status": c.status}}
		if got := HintsOf(obj, ours, now.Before); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
