//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestSnapshotter(t *testing.T) {
	const client = "github.com/kubernetes-csi/external-snapshotter/client/v8"
	system.Run(t, system.System{
		Module: "snapshotter",
		CRDs: []system.Folder{ // files: beside them lies one that is no object
			{Module: client, Path: "config/crd/snapshot.storage.k8s.io_volumesnapshotclasses.yaml"},
			{Module: client, Path: "config/crd/snapshot.storage.k8s.io_volumesnapshotcontents.yaml"},
			{Module: client, Path: "config/crd/snapshot.storage.k8s.io_volumesnapshots.yaml"},
		},
		Controllers: map[string]system.Controller{"snapshot-controller": {
			Package:  "github.com/kubernetes-csi/external-snapshotter/v8/cmd/snapshot-controller",
			Args:     []string{"--kubeconfig=$KUBECONFIG", "--leader-election=false", "--http-endpoint=127.0.0.1:$PORT_HEALTH", "--v=5"},
			Ready:    "http://127.0.0.1:$PORT_HEALTH/metrics",
			Workload: "kube-system/snapshot-controller",
		}},
	})
}
