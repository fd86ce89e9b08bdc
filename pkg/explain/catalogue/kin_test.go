package catalogue

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestKin names whose an unknown finalizer is where its domain is that of the kind, and that kind is one
// component's.
func TestKin(t *testing.T) {
	c := load(t)
	for name, tt := range map[string]struct {
		kind, finalizer, component string
		lost                       bool
	}{
		"an older name":        {"Elasticsearch.elasticsearch.k8s.elastic.co", "observer.k8s.elastic.co/old", "elastic operator", false},
		"with a loss":          {"RayCluster.ray.io", "ray.io/old-cleanup", "kuberay", true},
		"in all of a domain":   {"Queue.sqs.services.k8s.aws", "old.services.k8s.aws/queue", "aws ack controller", true},
		"known":                {"RayCluster.ray.io", "ray.io/gcs-ft-redis-cleanup-finalizer", "", false},
		"misspelt":             {"RayCluster.ray.io", "ray.io/gcs-ft-redis-cleanup-finalizre", "", false},
		"of another domain":    {"RayCluster.ray.io", "acme.io/old-cleanup", "", false},
		"on nobody's kind":     {"Gear.acme.io", "acme.io/old-cleanup", "", false},
		"of several":           {"Application.argoproj.io", "argoproj.io/old", "argo cd", false},
		"a kind of Kubernetes": {"Ingress.networking.k8s.io", "networking.k8s.io/old", "", false},
		"no domain":            {"RayCluster.ray.io", "cleanup", "", false},
	} {
		short, group, _ := strings.Cut(tt.kind, ".")
		e, ok := c.Kin(trace.Kind{Group: group, Version: "v1", Kind: short, Resource: strings.ToLower(short) + "s"}, tt.finalizer)
		if ok != (tt.component != "") || e.Component != tt.component || (e.Loss != "") != tt.lost || e.WaitsFor != "" || len(e.Causes) > 0 || e.Source != "" {
			t.Errorf("%s: %q, %q", name, e.Component, e.Loss)
		}
	}
}
