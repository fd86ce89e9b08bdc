package remove

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// terminating is the cause for which a server refuses new objects in a namespace
// that is being deleted.
const terminating metav1.CauseType = "NamespaceTerminating"

// emit leaves an event on the object, for those who look there. A person who
// may not write events leaves none: the log has it.
func (t *turn) emit(ctx context.Context) {
	a := t.Action
	namespace := a.Object.Namespace
	if namespace == "" {
		namespace = "default"
	}
	at := t.Now().UTC().Format(time.RFC3339)
	apiVersion := a.Kind.Version
	if a.Kind.Group != "" {
		apiVersion = a.Kind.Group + "/" + a.Kind.Version
	}
	message := "finalizer " + a.Hold.Finalizer + " was taken off by hand"
	if t.Origin.User != "" {
		message += " by " + t.Origin.User
	}
	event := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1",
		"kind":       "Event",
		"metadata":   map[string]any{"generateName": "finalizer-removed-", "namespace": namespace},
		"involvedObject": map[string]any{
			"apiVersion": apiVersion, "kind": a.Kind.Kind, "name": a.Object.Name,
			"namespace": a.Object.Namespace, "uid": a.Object.UID,
		},
		"reason": "FinalizerRemoved", "message": message, "type": "Warning",
		"source":         map[string]any{"component": "kubectl-finalizers"},
		"firstTimestamp": at, "lastTimestamp": at, "count": int64(1),
	}}
	err := t.Writer.CreateEvent(ctx, namespace, event)
	switch {
	case err == nil, apierrors.HasStatusCause(err, terminating), apierrors.IsNotFound(err):
		// A namespace that goes takes no new objects, and nobody will look there.
	case apierrors.IsForbidden(err):
		t.Message += "; no event was left, you may not write them"
	default:
		t.Message += "; no event was left: " + refusal(err)
	}
}
