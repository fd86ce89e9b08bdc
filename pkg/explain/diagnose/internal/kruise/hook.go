package kruise

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// A lifecycle hook of OpenKruise is served by a program that is not of OpenKruise: it
// puts finalizers on a pod, or takes them off. Nothing but these tells which one it is.

// Program returns the finalizers behind which the program is that the check waits for, and
// whether it waits for one.
func (q *Question) Program() (finalizers []string, waits bool) {
	switch q.Check.ID {
	case "kruise:preparing-delete":
		return q.hookFinalizers("preDelete", true), true
	case "kruise:waits-for-hook":
		return q.hookFinalizers("preNormal", false), true
	}
	return nil, false
}

// hookWaits are the checks by which OpenKruise has told that program to act.
var hookWaits = []string{"kruise:hook", "kruise:hook-owner-gone-announced", "kruise:preparing-delete", "kruise:waits-for-hook"}

// programPatience is how long one waits for a program of which nothing tells that it
// runs before that is said.
const programPatience = 5 * time.Minute

// hookFinalizers are those that the pod's owner names for the hook, and that the pod
// has or has not.
func (q *Question) hookFinalizers(hook string, present bool) []string {
	return slices.DeleteFunc(q.finalizersOf(hook), func(f string) bool {
		return f == "" || slices.Contains(q.Case.Object.GetFinalizers(), f) != present
	})
}

// finalizersOf are those that the pod's owner names for the hook.
func (q *Question) finalizersOf(hook string) []string { return handlersOf(q.OtherObject, hook) }

// handlersOf are the finalizers that a workload names for a hook.
func handlersOf(workload map[string]any, hook string) []string {
	named, _, _ := unstructured.NestedStringSlice(workload, "spec", "lifecycle", hook, "finalizersHandler")
	return named
}

// Silent reports whether the program has had its time, and nothing tells that it runs: then it
// is not said that it is waited for.
func (q *Question) Silent() bool {
	if q.Case.Health == explain.Running || !slices.Contains(hookWaits, q.Check.ID) {
		return false
	}
	told := manifest.FirstTime(q.Case.Object.GetAnnotations()[stateAt])
	return !told.IsZero() && !q.Case.View.Clock.Within(told, programPatience)
}
