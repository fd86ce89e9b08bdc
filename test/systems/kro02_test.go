//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestKro02(t *testing.T) {
	system.Run(t, system.System{
		Module: "kro-0.2",
		CRDs: []system.Folder{
			{Module: "github.com/kro-run/kro", Path: "helm/crds"},
			{Module: "github.com/awslabs/kro", Path: "helm/crds"},
		},
		Controllers: map[string]system.Controller{
			"kro":     oldKro("github.com/kro-run/kro/cmd/controller"),
			"kro-0.1": oldKro("github.com/awslabs/kro/cmd/controller"),
		},
	})
}

func oldKro(program string) system.Controller {
	return system.Controller{
		Package: program,
		Args: []string{
			"--kubeconfig=$KUBECONFIG", "--allow-crd-deletion=false", "--metrics-bind-address=127.0.0.1:$PORT_METRICS",
			"--health-probe-bind-address=127.0.0.1:$PORT_HEALTH", "--log-level=1",
		},
		Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
		Workload: "kro-system/kro",
	}
}
