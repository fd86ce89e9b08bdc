//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestKruise(t *testing.T) {
	system.Run(t, system.System{
		Module: "kruise",
		CRDs:   []system.Folder{{Module: "github.com/openkruise/kruise", Path: "config/crd/bases"}},
		Controllers: map[string]system.Controller{"kruise-manager": {
			Package: "github.com/openkruise/kruise",
			Args: []string{
				"--kubeconfig=$KUBECONFIG", "--enable-leader-election=false", "--logtostderr=true", "--v=4",
				"--metrics-addr=127.0.0.1:$PORT_METRICS", "--health-probe-addr=127.0.0.1:$PORT_HEALTH", "--enable-pprof=false",
			},
			Env: []string{
				"POD_NAMESPACE=kruise-system", "WEBHOOK_HOST=127.0.0.1", "WEBHOOK_PORT=$PORT_WEBHOOK",
				"WEBHOOK_CERT_DIR=$DIR/webhook", // empty: it makes its own
			},
			Ready:    "http://127.0.0.1:$PORT_HEALTH/readyz",
			Workload: "kruise-system/kruise-controller-manager",
		}},
	})
}
