package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// CreateEvent stores a core/v1 Event in a namespace. The error wraps the
// server's APIStatus where it gave one.
func (c *Cluster) CreateEvent(ctx context.Context, namespace string, event *unstructured.Unstructured) error {
	if err := c.createEvent(ctx, namespace, event); err != nil {
		return fmt.Errorf("writing an event in namespace %s: %w", namespace, err)
	}
	return nil
}

func (c *Cluster) createEvent(ctx context.Context, namespace string, event *unstructured.Unstructured) error {
	if namespace == "" || event == nil || event.Object == nil {
		return errors.New("an event needs a namespace and content")
	}
	kind := trace.Kind{Version: "v1", Kind: "Event", Resource: "events", Namespaced: true}
	segments, err := pathOf(kind, namespace, "")
	if err != nil {
		return err
	}
	return c.order(ctx, http.MethodPost, segments, writeQuery(false), event.Object)
}
