//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestKro(t *testing.T) {
	system.Run(t, system.System{
		Module: "kro",
		CRDs:   []system.Folder{{Module: "github.com/kubernetes-sigs/kro", Path: "helm/crds"}},
		Controllers: map[string]system.Controller{"kro": {
			Package: "github.com/kubernetes-sigs/kro/cmd/controller",
			Args: []string{
				"--kubeconfig=$KUBECONFIG", "--metrics-bind-address=127.0.0.1:$PORT_METRICS",
				"--health-probe-bind-address=127.0.0.1:$PORT_HEALTH",
			},
			Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
			Workload: "kro-system/kro",
		}},
	})
}
