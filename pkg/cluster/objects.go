package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	metadataObject = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json"
	metadataList   = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"
)

// Get implements trace.Reader. It reads what is true now, not what a cache
// remembers. Of a Secret or ConfigMap it asks for the metadata only, so that
// nothing but apiVersion, kind and metadata is in the answer.
func (c *Cluster) Get(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	obj, err := c.getObject(ctx, kind, namespace, name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", trace.Describe(kind, namespace, name), err)
	}
	return obj, nil
}

func (c *Cluster) getObject(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	segments, err := pathOfObject(kind, namespace, name)
	if err != nil {
		return nil, err
	}
	raw, err := c.ask(ctx, request{path: segments, accept: acceptOf(kind)})
	if err != nil {
		return nil, err
	}
	return decodeObject(kind, raw)
}

// Manifest reads one object with everything that the server stores of it, the
// data of a Secret included.
func (c *Cluster) Manifest(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	obj, err := c.manifest(ctx, kind, namespace, name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", trace.Describe(kind, namespace, name), err)
	}
	return obj, nil
}

func (c *Cluster) manifest(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	segments, err := pathOfObject(kind, namespace, name)
	if err != nil {
		return nil, err
	}
	raw, err := c.ask(ctx, request{path: segments, accept: anyJSON})
	if err != nil {
		return nil, err
	}
	return decodeWhole(kind, raw)
}

// acceptOf says how an object of the kind is wanted.
func acceptOf(kind trace.Kind) string {
	if private(kind) {
		return metadataObject
	}
	return anyJSON
}

// List implements trace.Reader. It reads what is true at the moment of its
// first page and, as Get does, only the metadata of Secrets and ConfigMaps. It
// visits no object twice, even where it has to begin anew.
func (c *Cluster) List(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	if err := c.listObjects(ctx, scope, visit); err != nil {
		return fmt.Errorf("listing %s: %w", trace.Describe(scope.Kind, scope.Namespace, ""), err)
	}
	return nil
}

func (c *Cluster) listObjects(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	segments, err := pathOf(scope.Kind, scope.Namespace, "")
	if err != nil {
		return err
	}
	l := listing{limit: pageSize, fields: scope.Fields, accept: anyJSON, consistent: true}
	if private(scope.Kind) {
		l.accept = metadataList
	}
	seen := map[types.UID]bool{}
	once := func(obj *unstructured.Unstructured) {
		uid := obj.GetUID()
		if uid != "" && seen[uid] {
			return
		}
		seen[uid] = true
		visit(obj)
	}
	return c.whileServed(ctx, scope.Kind, func() error {
		return l.each(func(page listing) (metav1.ListMeta, error) {
			return c.listPage(ctx, scope.Kind, segments, page, once)
		})
	})
}

func (c *Cluster) listPage(ctx context.Context, kind trace.Kind, segments []string, page listing, visit func(*unstructured.Unstructured)) (metav1.ListMeta, error) {
	ctx, cancel := bounded(ctx, c.timeout)
	defer cancel()
	resp, err := c.do(ctx, request{path: segments, query: page.query(), accept: page.accept})
	if err != nil {
		return metav1.ListMeta{}, err
	}
	defer done(resp)
	var raw json.RawMessage
	meta, err := answer.ReadList(resp.Body, func(d *json.Decoder) error {
		if err := d.Decode(&raw); err != nil {
			return err
		}
		obj, err := decodeObject(kind, raw)
		if err != nil {
			return err
		}
		visit(obj)
		return nil
	})
	return meta, causeOf(ctx, err)
}

// private reports whether objects of the kind hold data that is none of our
// business.
func private(kind trace.Kind) bool {
	return kind.Group == "" && (kind.Resource == "secrets" || kind.Resource == "configmaps")
}

// decodeObject makes an object of its JSON. Lists of built-in kinds leave out
// what kind their items are, and metadata is of a kind of its own.
func decodeObject(kind trace.Kind, raw []byte) (*unstructured.Unstructured, error) {
	obj, err := decodeWhole(kind, raw)
	if err == nil && private(kind) {
		obj.Object = redact.Bare(obj.Object)
	}
	return obj, err
}

func decodeWhole(kind trace.Kind, raw []byte) (*unstructured.Unstructured, error) {
	obj := &unstructured.Unstructured{}
	if err := utiljson.Unmarshal(raw, &obj.Object); err != nil {
		return nil, answer.Undecodable(err)
	}
	if obj.Object == nil {
		return nil, answer.Undecodable(errors.New("an object is null"))
	}
	if err := checkShape(obj); err != nil {
		return nil, answer.Undecodable(err)
	}
	apiVersion := kind.Version
	if kind.Group != "" {
		apiVersion = kind.Group + "/" + kind.Version
	}
	obj.SetAPIVersion(apiVersion)
	obj.SetKind(kind.Kind)
	return obj, nil
}

// checkShape makes sure that the metadata is there, without which the accessors
// of an unstructured object answer as if it were empty.
func checkShape(obj *unstructured.Unstructured) error {
	if _, ok := obj.Object["metadata"].(map[string]any); !ok {
		return errors.New("an object has no metadata")
	}
	if obj.GetName() == "" {
		return errors.New("an object has no name")
	}
	return nil
}
