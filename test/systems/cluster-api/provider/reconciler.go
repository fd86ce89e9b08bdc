package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// reconciler keeps one kind and the external service in step, as the contract
// of Cluster API has it: finalizer first, nothing for what is paused, and
// status.initialization.provisioned once it exists.
type reconciler struct {
	client    client.Client
	kind      string
	finalizer string
	url       string
}

// again is when to look at what nothing will announce.
var again = ctrl.Result{RequeueAfter: time.Second}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(groupVersion.WithKind(r.kind))
	if err := r.client.Get(ctx, request.NamespacedName, object); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	owned, paused, err := r.cluster(ctx, object)
	if err != nil || !owned || paused {
		return again, err
	}
	if !object.GetDeletionTimestamp().IsZero() {
		return ctrl.Result{}, r.remove(ctx, object)
	}
	if controllerutil.AddFinalizer(object, r.finalizer) {
		if err := r.client.Update(ctx, object); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, r.provide(ctx, object)
}

// cluster says whether the object belongs to a Cluster yet, and whether that or
// the object itself is paused. A Cluster that is gone pauses nothing.
func (r *reconciler) cluster(ctx context.Context, object client.Object) (owned, paused bool, err error) {
	if _, ok := object.GetAnnotations()["cluster.x-k8s.io/paused"]; ok {
		return true, true, nil
	}
	name, ok := object.GetLabels()["cluster.x-k8s.io/cluster-name"]
	if !ok {
		return false, false, nil
	}
	c := &unstructured.Unstructured{}
	c.SetGroupVersionKind(schema.GroupVersionKind{Group: "cluster.x-k8s.io", Version: "v1beta2", Kind: "Cluster"})
	if err := r.client.Get(ctx, types.NamespacedName{Namespace: object.GetNamespace(), Name: name}, c); err != nil {
		return true, false, client.IgnoreNotFound(err)
	}
	paused, _, err = unstructured.NestedBool(c.Object, "spec", "paused")
	return true, paused, err
}

func (r *reconciler) provide(ctx context.Context, object *unstructured.Unstructured) error {
	if err := r.call(ctx, http.MethodPut, object.GetName()); err != nil {
		return err
	}
	patch := client.MergeFrom(object.DeepCopy())
	spec := map[string]any{"providerID": "lab://" + object.GetName()}
	if r.kind == "LabCluster" {
		spec = map[string]any{"controlPlaneEndpoint": map[string]any{"host": "10.0.0.9", "port": int64(6443)}}
	}
	for field, value := range spec {
		if err := unstructured.SetNestedField(object.Object, value, "spec", field); err != nil {
			return err
		}
	}
	if err := r.client.Patch(ctx, object, patch); err != nil {
		return err
	}
	patch = client.MergeFrom(object.DeepCopy())
	if err := unstructured.SetNestedField(object.Object, true, "status", "initialization", "provisioned"); err != nil {
		return err
	}
	return r.client.Status().Patch(ctx, object, patch)
}

func (r *reconciler) remove(ctx context.Context, object client.Object) error {
	if !controllerutil.ContainsFinalizer(object, r.finalizer) {
		return nil
	}
	if err := r.call(ctx, http.MethodDelete, object.GetName()); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(object, r.finalizer)
	if err := r.client.Update(ctx, object); err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	return nil
}

// call asks the external service. What is not there need not be deleted.
func (r *reconciler) call(ctx context.Context, method, name string) error {
	request, err := http.NewRequestWithContext(ctx, method, r.url+"/"+name, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode == http.StatusNotFound && method == http.MethodDelete:
		return nil
	case response.StatusCode >= http.StatusBadRequest:
		return fmt.Errorf("%s %s: %w", method, name, errors.New(strings.TrimSpace(string(text))))
	}
	return nil
}
