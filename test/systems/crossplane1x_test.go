//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

// Crossplane 1.15 listens on ports 8080 and 8081, which it takes no flags for.
func TestCrossplane1x(t *testing.T) {
	system.Run(t, system.System{
		Module: "crossplane-1.x",
		CRDs: []system.Folder{
			{Module: "github.com/crossplane/crossplane", Path: "cluster/crds"},
			{Path: "../crossplane/crds"},
		},
		Controllers: map[string]system.Controller{
			"crossplane": {
				Package: "github.com/crossplane/crossplane/cmd/crossplane",
				Args: []string{
					"core", "start", "--namespace=crossplane-system", "--cache-dir=$DIR",
					"--tls-server-certs-dir=$DIR", "--tls-client-certs-dir=$DIR",
				},
				Env:      []string{"WEBHOOK_ENABLED=false"},
				Ready:    "http://127.0.0.1:8081/readyz",
				Workload: "crossplane-system/crossplane",
			},
			"provider-lab": {
				Package:  "./provider",
				Module:   "crossplane",
				Args:     []string{"--kubeconfig=$KUBECONFIG", "--health-probe-bind-address=127.0.0.1:$PORT_HEALTH"},
				Env:      []string{"EXTERNAL=$EXTERNAL"},
				Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
				Workload: "crossplane-system/provider-lab-0123456789ab",
			},
		},
	})
}
