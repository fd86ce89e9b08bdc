//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestCrossplane(t *testing.T) {
	system.Run(t, system.System{
		Module: "crossplane",
		CRDs: []system.Folder{
			{Module: "github.com/crossplane/crossplane/v2", Path: "cluster/crds"},
			{Path: "crds"},
		},
		Controllers: map[string]system.Controller{
			"crossplane": {
				Package: "github.com/crossplane/crossplane/v2/cmd/crossplane",
				Args: []string{
					"core", "start", "--namespace=crossplane-system", "--webhook-port=$PORT_WEBHOOK", "--metrics-port=$PORT_METRICS",
					"--health-probe-port=$PORT_HEALTH", "--tls-server-certs-dir=$DIR", "--tls-client-certs-dir=$DIR",
					"--xpkg-cache-dir=$DIR", "--xfn-cache-dir=$DIR",
				},
				Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
				Workload: "crossplane-system/crossplane",
			},
			"provider-lab": {
				Package:  "./provider",
				Args:     []string{"--kubeconfig=$KUBECONFIG", "--health-probe-bind-address=127.0.0.1:$PORT_HEALTH"},
				Env:      []string{"EXTERNAL=$EXTERNAL"},
				Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
				Workload: "crossplane-system/provider-lab-0123456789ab",
			},
		},
	})
}
