package unready

import (
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The last words of a container are told without the password in them.
func TestWorstRedacted(t *testing.T) {
	pod := &unstructured.Unstructured{Object: map[string]any{
		"metadata": map[string]any{"name": "a-1", "namespace": "shop"},
		"status": map[string]any{"containerStatuses": []any{map[string]any{
			"name": "manager", "restartCount": int64(7),
			"state":     map[string]any{"waiting": map[string]any{"reason": "CrashLoopBackOff"}},
			"lastState": map[string]any{"terminated": map[string]any{"exitCode": int64(1), "message": "cannot reach postgres://root:hunter2@db:5432/x"}},
		}}},
	}}
	worst := Worst(t.Context(), &sight.View{}, []*unstructured.Unstructured{pod}, trace.Ref{Group: "apps", Kind: "Deployment", Namespace: "shop", Name: "a"})
	if worst == nil || !strings.Contains(worst.What, "cannot reach") || strings.Contains(worst.What+worst.Mend.Text, "hunter2") {
		t.Errorf("%+v", worst)
	}
}

// A Warning is passed over that is of an earlier pod, old, or of what the pod has got over.
func TestPassed(t *testing.T) {
	made := time.Date(2026, 3, 1, 11, 0, 0, 0, time.UTC)
	now := made.Add(time.Hour)
	pod := func(node string, runs bool) *unstructured.Unstructured {
		state := map[string]any{"waiting": map[string]any{"reason": "ContainerCreating"}}
		if runs {
			state = map[string]any{"running": map[string]any{}}
		}
		obj := map[string]any{
			"metadata": map[string]any{"name": "a-1", "namespace": "shop", "creationTimestamp": made.Format(time.RFC3339)},
			"spec":     map[string]any{"nodeName": node},
			"status":   map[string]any{"containerStatuses": []any{map[string]any{"name": "c", "state": state}}},
		}
		return &unstructured.Unstructured{Object: obj}
	}
	w := &sight.View{Clock: trace.Clock{At: now}}
	for name, tt := range map[string]struct {
		pod    *unstructured.Unstructured
		reason string
		last   time.Time
		passed bool
	}{
		"a probe that fails":         {pod("n1", true), "Unhealthy", now.Add(-time.Minute), false},
		"one that failed":            {pod("n1", true), "Unhealthy", now.Add(-30 * time.Minute), true},
		"of an earlier pod":          {pod("", false), "FailedScheduling", made.Add(-time.Minute), true},
		"it is not placed":           {pod("", false), "FailedScheduling", now.Add(-time.Minute), false},
		"it was placed":              {pod("n1", false), "FailedScheduling", now.Add(-time.Minute), true},
		"a volume is not mounted":    {pod("n1", false), "FailedMount", now.Add(-time.Minute), false},
		"what it mounts, it runs by": {pod("n1", true), "FailedMount", now.Add(-time.Minute), true},
	} {
		if got := passed(w, tt.pod, &sight.Event{Reason: tt.reason, Last: tt.last}); got != tt.passed {
			t.Errorf("%s: %t", name, got)
		}
	}
}
