package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"
)

// named is an object that a manifest names. Nothing else of the manifest is
// used: what counts is the object in the cluster.
type named struct {
	kind      schema.GroupVersionKind
	namespace string // empty where the manifest leaves it to the context
	name      string
}

// readManifests returns the objects that files, folders, URLs or standard input
// name, as -f means them everywhere in kubectl.
func readManifests(opts resource.FilenameOptions) ([]named, error) {
	infos, err := resource.NewLocalBuilder().Unstructured().ContinueOnError().
		FilenameParam(false, &opts).Flatten().Do().Infos()
	if err != nil {
		return nil, fmt.Errorf("reading the manifests: %w", err)
	}
	objects := make([]named, 0, len(infos))
	for _, info := range infos {
		n := named{kind: info.Object.GetObjectKind().GroupVersionKind(), namespace: info.Namespace, name: info.Name}
		if n.name == "" {
			return nil, fmt.Errorf("reading %s: a %s without a name", info.Source, n.kind.Kind)
		}
		objects = append(objects, n)
	}
	return objects, nil
}
