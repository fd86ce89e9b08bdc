package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Finalize replaces the spec.finalizers of a namespace, which no other request
// can change, by those of obj; with dryRun the server only tries it out. It
// returns what the namespace is then. obj must be the namespace as it was read,
// with UID and resourceVersion, so that a change in between is a conflict. The
// error wraps the server's APIStatus where it gave one.
func (c *Cluster) Finalize(ctx context.Context, name string, obj *unstructured.Unstructured, dryRun bool) (*unstructured.Unstructured, error) {
	doing := "finalizing"
	if dryRun {
		doing = "trying out to finalize"
	}
	now, err := c.finalize(ctx, name, obj, dryRun)
	if err != nil {
		return nil, fmt.Errorf("%s namespaces/%s: %w", doing, name, err)
	}
	return now, nil
}

func (c *Cluster) finalize(ctx context.Context, name string, obj *unstructured.Unstructured, dryRun bool) (*unstructured.Unstructured, error) {
	kind := trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces"}
	switch {
	case obj == nil || obj.GetName() != name:
		return nil, errors.New("the object is not that namespace")
	case obj.GetUID() == "" || obj.GetResourceVersion() == "":
		return nil, errors.New("without UID and resourceVersion it might overwrite what others have changed")
	}
	segments, err := pathOfPart(kind, "", name, "finalize")
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(obj.Object)
	if err != nil {
		return nil, err
	}
	raw, err := c.ask(ctx, request{
		method: http.MethodPut, path: segments, query: writeQuery(dryRun),
		accept: anyJSON, body: body, media: anyJSON,
	})
	if err != nil {
		return nil, err
	}
	return decodeObject(kind, raw)
}
