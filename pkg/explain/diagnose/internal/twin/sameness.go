package twin

import (
	"context"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// sameness is what tells whether two objects of one name in two clusters stand
// for the same thing. With neither text nothing tells.
type sameness struct {
	proof string // why they do
	other string // why they do not
}

// sameAs compares the object with that of its name in the other cluster.
func sameAs(ctx context.Context, h *hearing.Case, there *unstructured.Unstructured) sameness {
	if h.Object == nil {
		return sameness{}
	}
	s := compareOutside("", h.Object, there)
	if s == (sameness{}) {
		s = sameCluster(ctx, h, there)
	}
	return s
}

// outside are where objects name what they stand for in a way that no other
// thing has too. A name that a person chose, such as that of a bucket, is not
// enough.
var outside = []struct {
	label string
	of    func(obj *unstructured.Unstructured) string
}{
	{"endpoint", endpointOf},
	{"provider id", func(obj *unstructured.Unstructured) string { return manifest.Str(obj, "spec", "providerID") }},
	{"resource id", func(obj *unstructured.Unstructured) string { return manifest.Str(obj, "status", "atProvider", "arn") }},
	{"resource id", func(obj *unstructured.Unstructured) string {
		return manifest.Str(obj, "status", "ackResourceMetadata", "arn")
	}},
}

// compareOutside compares what both objects say they stand for. One difference
// outweighs all that is equal. The cluster is the name of the Cluster that speaks
// for a part, empty where the objects speak for themselves.
func compareOutside(cluster string, here, there *unstructured.Unstructured) sameness {
	var s sameness
	for _, o := range outside {
		what := "its " + o.label
		if cluster != "" {
			what = "the " + o.label + " of its Cluster " + cluster
		}
		switch a, b := o.of(here), o.of(there); {
		case a == "" || b == "":
		case a != b:
			return sameness{other: what + " is " + b + ", and here it is " + a}
		default:
			s.proof = what + " is " + a + ", as here"
		}
	}
	return s
}

func endpointOf(obj *unstructured.Unstructured) string {
	host := manifest.Str(obj, "spec", "controlPlaneEndpoint", "host")
	port, _, _ := unstructured.NestedInt64(obj.Object, "spec", "controlPlaneEndpoint", "port")
	if host == "" || port == 0 {
		return host
	}
	return host + ":" + strconv.FormatInt(port, 10)
}

// sameCluster compares the Clusters to which two objects belong, for parts that
// do not tell themselves what they stand for.
func sameCluster(ctx context.Context, h *hearing.Case, there *unstructured.Unstructured) sameness {
	name := clusterNameOf(h.Object)
	if name == "" || name != clusterNameOf(there) {
		return sameness{}
	}
	at := trace.Ref{Group: manifest.ClusterGroup, Kind: "Cluster", Namespace: h.Node.Namespace, Name: name}
	here := h.View.Look(ctx, at).Object
	kind, served, err := kindElsewhere(ctx, h, at.Group, at.Kind)
	if here == nil || !served || err != nil {
		return sameness{} // the part was read there: this is no more than a proof that is missing
	}
	owner, err := h.View.Also.Reader.Get(ctx, kind, at.Namespace, at.Name)
	if err != nil || owner.GetDeletionTimestamp() != nil {
		return sameness{}
	}
	return compareOutside(name, here, owner)
}

func clusterNameOf(obj *unstructured.Unstructured) string {
	if name := manifest.Str(obj, "spec", "clusterName"); name != "" {
		return name
	}
	return obj.GetLabels()[manifest.ClusterNameLabel]
}
