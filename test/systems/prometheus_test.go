//go:build unix && systems

package systems_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/systems/system"
)

func TestPrometheus(t *testing.T) {
	system.Run(t, system.System{
		Module: "prometheus",
		Controllers: map[string]system.Controller{
			"serve": {
				Plugin: true,
				Args:   []string{"serve", "--listen=127.0.0.1:$PORT_SERVE", "--kubeconfig=$KUBECONFIG"},
				Ready:  "http://127.0.0.1:$PORT_SERVE/readyz",
			},
			"prometheus": {
				Package: "github.com/prometheus/prometheus/cmd/prometheus",
				Args:    []string{"--web.listen-address=127.0.0.1:$PORT_PROMETHEUS", "--storage.tsdb.path=$DIR/data"},
				Ready:   "http://127.0.0.1:$PORT_PROMETHEUS/-/ready",
			},
		},
		Tags:  "remove_all_sd", // of all ways to find what to scrape, a list is enough
		Tools: map[string]string{"promtool": "github.com/prometheus/prometheus/cmd/promtool"},
	})
}
