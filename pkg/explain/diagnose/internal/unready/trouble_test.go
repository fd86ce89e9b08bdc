package unready

import (
	"strings"
	"testing"

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
