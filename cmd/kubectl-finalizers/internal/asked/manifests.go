package asked

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Named is an object that a manifest names. Nothing else of the manifest is
// used: what counts is the object in the cluster.
type Named struct {
	Kind      schema.GroupVersionKind
	Namespace string // empty where the manifest leaves it to the context
	Name      string
}

// Manifests returns the objects that files, folders, URLs or standard input
// name, as -f means them everywhere in kubectl.
func Manifests(opts resource.FilenameOptions) ([]Named, error) {
	infos, err := resource.NewLocalBuilder().Unstructured().ContinueOnError().
		FilenameParam(false, &opts).Flatten().Do().Infos()
	if err != nil {
		return nil, fmt.Errorf("reading the manifests: %w", err)
	}
	objects := make([]Named, 0, len(infos))
	for _, info := range infos {
		n := Named{Kind: info.Object.GetObjectKind().GroupVersionKind(), Namespace: info.Namespace, Name: info.Name}
		if n.Name == "" {
			return nil, fmt.Errorf("reading %s: a %s without a name", info.Source, n.Kind.Kind)
		}
		objects = append(objects, n)
	}
	return objects, nil
}

// Target is the object in the cluster, in the version that the server prefers: that of the
// manifest may be one that is no longer served. The namespace is for an object that names
// none.
func (n Named) Target(s *source.Source, namespace string) (trace.Target, error) {
	kind, err := s.Types.Lookup(n.Kind.Kind + "." + n.Kind.Group)
	if err != nil || kind.Group != n.Kind.Group {
		kind, err = s.Types.Lookup(n.Kind.Kind + "." + n.Kind.Version + "." + n.Kind.Group)
	}
	t := trace.Target{Kind: kind, Name: n.Name}
	if kind.Namespaced {
		t.Namespace = cmp.Or(n.Namespace, namespace)
	}
	return t, err
}
