package kruise

import (
	"context"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Unannounced says of a live pod and a finalizer that is a lifecycle hook of OpenKruise why
// the program behind the hook may never act: OpenKruise tells it of a pod that it takes away
// itself, and not of one that goes along with its owner. It returns what to do instead, where
// there is something; openkruise/kruise pkg/controller/cloneset/sync/cloneset_scale.go,
// pkg/controller/statefulset/stateful_set_control.go.
func Unannounced(ctx context.Context, h *hearing.Case) (why string, instead []explain.Step) {
	if !h.Kind.IsPod() || h.Object == nil || h.Node.State != trace.Live || h.Object.GetLabels()["lifecycle.apps.kruise.io/state"] == "PreparingDelete" {
		return "", nil
	}
	of := metav1.GetControllerOf(h.Object)
	if of == nil || trace.GroupOf(of.APIVersion) != group {
		return "", nil
	}
	ref := trace.Ref{Group: group, Kind: of.Kind, Namespace: h.Node.Namespace, Name: of.Name}
	owner := h.View.Look(ctx, ref).Object
	if owner == nil || owner.GetUID() != of.UID {
		return "", nil
	}
	hooks := func(stage string) bool {
		return slices.Contains(handlersOf(owner.Object, stage), h.Finalizer)
	}
	if !slices.ContainsFunc([]string{"preNormal", "inPlaceUpdate", "preDelete"}, hooks) {
		return "", nil
	}
	called := h.View.NameOf(ref)
	why = "it is a lifecycle hook of " + called + ": the program behind the hook is told of a pod that OpenKruise takes away, and not of one that is deleted"
	if !hooks("preDelete") || of.Kind != "CloneSet" && of.Kind != "StatefulSet" {
		return why, nil
	}
	kind, _ := h.View.Kind(ref.Group, ref.Kind)
	return why, []explain.Step{explain.Act(explain.Stops, ref, "scale "+called+" to nothing first: OpenKruise then tells the program behind its hook of each pod, and waits for it",
		"kubectl", "scale", kind.Type()+"/"+strings.TrimSpace(ref.Name), "--replicas=0", "-n", ref.Namespace)}
}
