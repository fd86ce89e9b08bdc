//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestClusterAPI(t *testing.T) {
	system.Run(t, system.System{
		Module: "cluster-api",
		CRDs: []system.Folder{
			{Module: "sigs.k8s.io/cluster-api", Path: "config/crd/bases"},
			{Module: "sigs.k8s.io/cluster-api", Path: "cmd/clusterctl/config/crd/bases"},
			{Path: "crds"},
		},
		Controllers: map[string]system.Controller{
			"manager": {
				Package: "sigs.k8s.io/cluster-api",
				Args: []string{
					"--kubeconfig=$KUBECONFIG", "--webhook-cert-dir=$DIR", "--webhook-port=$PORT_WEBHOOK",
					"--diagnostics-address=127.0.0.1:$PORT_METRICS", "--insecure-diagnostics", "--health-addr=127.0.0.1:$PORT_HEALTH",
					"--skip-crd-migration-phases=StorageVersionMigration,CleanupManagedFields", "--feature-gates=ClusterTopology=true",
				},
				Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
				Workload: "capi-system/capi-controller-manager",
			},
			"provider": {
				Package:  "./provider",
				Args:     []string{"--kubeconfig=$KUBECONFIG", "--health-addr=127.0.0.1:$PORT_HEALTH"},
				Env:      []string{"EXTERNAL=$EXTERNAL"},
				Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
				Workload: "lab-system/lab-controller-manager",
			},
		},
		Tools: map[string]string{"clusterctl": "sigs.k8s.io/cluster-api/cmd/clusterctl"},
	})
}
