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

// TryDelete asks the server whether it would delete an object that still has the UID,
// and what becomes of its dependents by the policy. Nothing is deleted.
func (c *Cluster) TryDelete(ctx context.Context, kind trace.Kind, namespace, name, uid string, policy metav1.DeletionPropagation) error {
	if err := c.deleteWith(ctx, kind, namespace, name, uid, metav1.DeleteOptions{PropagationPolicy: &policy, DryRun: []string{metav1.DryRunAll}}); err != nil {
		return fmt.Errorf("trying out the deletion of %s: %w", trace.Describe(kind, namespace, name), err)
	}
	return nil
}

func (c *Cluster) deleteObject(ctx context.Context, kind trace.Kind, namespace, name, uid, resourceVersion string, dryRun bool) error {
	// Without a propagationPolicy the server does with the dependents what the kind
	// does by default.
	var options metav1.DeleteOptions
	if resourceVersion != "" {
		options.Preconditions = &metav1.Preconditions{ResourceVersion: &resourceVersion}
	}
	if dryRun {
		options.DryRun = []string{metav1.DryRunAll}
	}
	return c.deleteWith(ctx, kind, namespace, name, uid, options)
}

// deleteWith sends the options for the object that has the UID.
func (c *Cluster) deleteWith(ctx context.Context, kind trace.Kind, namespace, name, uid string, options metav1.DeleteOptions) error {
	if uid == "" {
		return errors.New("without a UID it might be another object of that name")
	}
	segments, err := pathOfObject(kind, namespace, name)
	if err != nil {
		return err
	}
	options.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "DeleteOptions"}
	if options.Preconditions == nil {
		options.Preconditions = &metav1.Preconditions{}
	}
	options.Preconditions.UID = (*types.UID)(&uid)
	return c.order(ctx, http.MethodDelete, segments, nil, options)
}
