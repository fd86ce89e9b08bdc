package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Delete asks the server to delete an object if it still has the UID and, where
// one is given, the resourceVersion; with dryRun, whether it would. That the
// server accepts does not mean that the object is gone. The error wraps the
// server's APIStatus, which is a conflict where a precondition does not hold.
func (c *Cluster) Delete(ctx context.Context, kind trace.Kind, namespace, name, uid, resourceVersion string, dryRun bool) error {
	doing := "deleting"
	if dryRun {
		doing = "trying out the deletion of"
	}
	if err := c.deleteObject(ctx, kind, namespace, name, uid, resourceVersion, dryRun); err != nil {
		return fmt.Errorf("%s %s: %w", doing, trace.Describe(kind, namespace, name), err)
	}
	return nil
}

func (c *Cluster) deleteObject(ctx context.Context, kind trace.Kind, namespace, name, uid, resourceVersion string, dryRun bool) error {
	if uid == "" {
		return errors.New("without a UID it might be another object of that name")
	}
	segments, err := pathOfObject(kind, namespace, name)
	if err != nil {
		return err
	}
	// Without a propagationPolicy the server does with the dependents what the kind
	// does by default.
	options := metav1.DeleteOptions{
		TypeMeta:      metav1.TypeMeta{APIVersion: "v1", Kind: "DeleteOptions"},
		Preconditions: &metav1.Preconditions{UID: (*types.UID)(&uid)},
	}
	if resourceVersion != "" {
		options.Preconditions.ResourceVersion = &resourceVersion
	}
	if dryRun {
		options.DryRun = []string{metav1.DryRunAll}
	}
	return c.order(ctx, http.MethodDelete, segments, nil, options)
}
