package rules

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// A lifecycle hook of OpenKruise is served by a program that is not of OpenKruise: it
// puts finalizers on a pod, or takes them off. Nothing but these tells which one it is.

// hookPrograms are the checks that wait for that program to do so, with the
// finalizers.
var hookPrograms = map[string]func(*situation) []string{
	"kruise:preparing-delete": func(s *situation) []string { return s.hookFinalizers("preDelete", true) },
	"kruise:waits-for-hook":   func(s *situation) []string { return s.hookFinalizers("preNormal", false) },
}

// hookWaits are the checks by which OpenKruise has told that program to act.
var hookWaits = []string{"kruise:hook", "kruise:hook-owner-gone-announced", "kruise:preparing-delete", "kruise:waits-for-hook"}

// programPatience is how long one waits for a program of which nothing tells that it
// runs before that is said.
const programPatience = 5 * time.Minute

// hookFinalizers are those that the pod's owner names for the hook, and that the pod
// has or has not.
func (s *situation) hookFinalizers(hook string, present bool) []string {
	return slices.DeleteFunc(s.finalizersOf(hook), func(f string) bool {
		return f == "" || slices.Contains(s.h.Object.GetFinalizers(), f) != present
	})
}

// finalizersOf are those that the pod's owner names for the hook.
func (s *situation) finalizersOf(hook string) []string {
	owner, _ := s.variables["other"].(map[string]any)
	named, _, _ := unstructured.NestedStringSlice(owner, "spec", "lifecycle", hook, "finalizersHandler")
	return named
}

// doubtHook takes it back that the program is waited for where it has had its time, and
// nothing tells that it runs.
func (s *situation) doubtHook(verdict explain.Verdict, message string) (explain.Verdict, string) {
	if verdict != explain.Waiting || s.h.Health == explain.Running || !slices.Contains(hookWaits, s.ID) {
		return verdict, message
	}
	told := manifest.FirstTime(s.h.Object.GetAnnotations()[kruiseStateAt])
	if told.IsZero() || s.h.View.Clock.Within(told, programPatience) {
		return verdict, message
	}
	s.f.Join(holder.AskForWorkloads())
	return explain.Undecided, message + "; nothing tells whether that program runs"
}
