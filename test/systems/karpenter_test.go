//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestKarpenter(t *testing.T) {
	system.Run(t, system.System{
		Module: "karpenter",
		CRDs: []system.Folder{
			{Module: "sigs.k8s.io/karpenter", Path: "pkg/apis/crds"},
			{Module: "sigs.k8s.io/karpenter", Path: "kwok/apis/crds"},
		},
		Controllers: map[string]system.Controller{"karpenter": {
			Package:  "sigs.k8s.io/karpenter/kwok",
			Args:     []string{"--metrics-port=$PORT_METRICS", "--health-probe-port=$PORT_HEALTH", "--disable-leader-election", "--log-level=debug"},
			Env:      []string{"SYSTEM_NAMESPACE=kube-system", "KUBERNETES_MIN_VERSION=1.25.0"},
			Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
			Workload: "kube-system/karpenter",
		}},
	})
}
