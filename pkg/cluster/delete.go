package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// deleteOptions are the body of a delete. A propagationPolicy is left out: the
// server then does with the dependents what the kind does by default.
type deleteOptions struct {
	APIVersion    string        `json:"apiVersion"`
	Kind          string        `json:"kind"`
	Preconditions preconditions `json:"preconditions"`
	DryRun        []string      `json:"dryRun,omitempty"`
}

type preconditions struct {
	UID             string `json:"uid"`
	ResourceVersion string `json:"resourceVersion,omitempty"`
}

// Delete asks the server to delete an object if it still has the UID and, where
// one is given, the resourceVersion; with dryRun, whether it would. That the
// server accepts does not mean that the object is gone. The error wraps the
// server's APIStatus, which is a conflict where a precondition does not hold.
func (c *Cluster) Delete(ctx context.Context, kind trace.Kind, namespace, name, uid, resourceVersion string, dryRun bool) error {
	doing := "deleting"
	if dryRun {
		doing = "trying out the deletion of"
	}
	if err := c.deleteObject(ctx, kind, namespace, name, preconditions{uid, resourceVersion}, dryRun); err != nil {
		return fmt.Errorf("%s %s: %w", doing, trace.Describe(kind, namespace, name), err)
	}
	return nil
}

func (c *Cluster) deleteObject(ctx context.Context, kind trace.Kind, namespace, name string, only preconditions, dryRun bool) error {
	if only.UID == "" {
		return errors.New("without a UID it might be another object of that name")
	}
	segments, err := pathOfObject(kind, namespace, name)
	if err != nil {
		return err
	}
	options := deleteOptions{APIVersion: "v1", Kind: "DeleteOptions", Preconditions: only}
	if dryRun {
		options.DryRun = []string{"All"}
	}
	return c.order(ctx, http.MethodDelete, segments, nil, options)
}
