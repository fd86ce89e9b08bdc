//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestCertManager(t *testing.T) {
	system.Run(t, system.System{
		Module: "cert-manager",
		CRDs:   []system.Folder{{Module: "github.com/cert-manager/cert-manager", Path: "deploy/crds"}},
		Controllers: map[string]system.Controller{"cert-manager": {
			Package:  "./controller",
			Args:     []string{"--kubeconfig=$KUBECONFIG", "--health=127.0.0.1:$PORT_HEALTH"},
			Ready:    "http://127.0.0.1:$PORT_HEALTH/",
			Workload: "cert-manager/cert-manager",
		}},
	})
}
