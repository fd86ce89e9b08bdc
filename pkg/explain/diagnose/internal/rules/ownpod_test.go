package rules

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// A pod of its own holder is told only where none of that runs, and is as surely stuck as the holder is down.
func TestOwnPod(t *testing.T) {
	owners := []any{map[string]any{"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "mill", "uid": "u1", "controller": true}}
	of := func(name string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": name, "namespace": "mill-system", "ownerReferences": owners}}}
	}
	down := hearing.Wellbeing{Health: explain.NotReady}
	down.Verdict, down.Reason = explain.Stuck, explain.HolderNotReady
	for name, tt := range map[string]struct {
		health    explain.Health
		wellbeing hearing.Wellbeing
		state     trace.State
		workload  string
		want      explain.Verdict
	}{
		"nobody looked":      {"", hearing.Wellbeing{}, trace.Deleting, "Deployment/mill", explain.Undecided},
		"none is ready":      {explain.NotReady, down, trace.Deleting, "Deployment/mill", explain.Stuck},
		"another pod runs":   {explain.Running, hearing.Wellbeing{}, trace.Deleting, "Deployment/mill", ""},
		"it has still time":  {"", hearing.Wellbeing{}, trace.Grace, "Deployment/mill", ""},
		"of another name":    {"", hearing.Wellbeing{}, trace.Deleting, "Deployment/gear", ""},
		"named by anything":  {"", hearing.Wellbeing{}, trace.Deleting, "Deployment/*", ""},
		"named by its parts": {"", hearing.Wellbeing{}, trace.Deleting, "Deployment/m*", explain.Undecided},
	} {
		h := &hearing.Case{
			View: &sight.View{}, Kind: trace.Kind{Version: "v1", Kind: "Pod", Resource: "pods"}, Object: of("mill-0"), Finalizer: "zorg.io/mill", Wellbeing: tt.wellbeing,
			Node: &trace.Node{Ref: trace.Ref{Kind: "Pod", Namespace: "mill-system", Name: "mill-0"}, State: tt.state},
		}
		h.Holder, h.Health = explain.Holder{Name: "mill"}, tt.health
		h.Entry = catalogue.Entry{Controller: catalogue.Component{Namespaces: []string{"mill-*"}, Workloads: []string{tt.workload}}}
		f := OwnPod(t.Context(), h)
		if f.Verdict != tt.want || tt.want != "" && (f.Steps[0].Aim != explain.Mends || !strings.Contains(f.Message, "StatefulSet mill")) {
			t.Errorf("%s: %q %q %+v", name, f.Verdict, f.Message, f.Steps)
		}
	}
}
