// Command provider is a Cluster API infrastructure provider for tests: a
// LabCluster or LabMachine is an entry of the HTTP service at $EXTERNAL.
package main

import (
	"flag"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var groupVersion = schema.GroupVersion{Group: "infrastructure.cluster.x-k8s.io", Version: "v1"}

func main() {
	health := flag.String("health-addr", "", "where to answer whether it works")
	flag.Parse() // controller-runtime adds --kubeconfig
	if err := run(*health, os.Getenv("EXTERNAL")); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(health, url string) error {
	ctrl.SetLogger(zap.New(zap.UseDevMode(true)))
	config, err := ctrl.GetConfig()
	if err != nil {
		return fmt.Errorf("reading the kubeconfig: %w", err)
	}
	m, err := ctrl.NewManager(config, ctrl.Options{HealthProbeBindAddress: health, Metrics: server.Options{BindAddress: "0"}})
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	if err := m.AddReadyzCheck("ping", healthz.Ping); err != nil {
		return fmt.Errorf("offering health: %w", err)
	}
	for kind, finalizer := range map[string]string{
		"LabCluster": "labcluster.infrastructure.cluster.x-k8s.io",
		"LabMachine": "labmachine.infrastructure.cluster.x-k8s.io",
	} {
		object := &unstructured.Unstructured{}
		object.SetGroupVersionKind(groupVersion.WithKind(kind))
		r := &reconciler{client: m.GetClient(), kind: kind, finalizer: finalizer, url: url}
		if err := ctrl.NewControllerManagedBy(m).Named(kind).For(object).Complete(r); err != nil {
			return fmt.Errorf("starting the reconciler of %s: %w", kind, err)
		}
	}
	return m.Start(ctrl.SetupSignalHandler())
}
