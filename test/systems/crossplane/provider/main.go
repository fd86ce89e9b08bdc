// Command provider is a Crossplane provider for tests, on crossplane-runtime's
// own reconcilers: a LabBucket is an entry of the HTTP service at $EXTERNAL.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/crossplane/crossplane-runtime/v2/pkg/event"
	"github.com/crossplane/crossplane-runtime/v2/pkg/logging"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/providerconfig"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	health := flag.String("health-probe-bind-address", "", "where to answer whether it works")
	flag.Parse() // controller-runtime adds --kubeconfig
	if err := run(*health, os.Getenv("EXTERNAL")); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(health, url string) error {
	ctrl.SetLogger(zap.New(zap.UseDevMode(true)))
	known := runtime.NewScheme()
	if err := scheme.AddToScheme(known); err != nil {
		return fmt.Errorf("registering types: %w", err)
	}
	addToScheme(known)
	addNamespaced(known)
	config, err := ctrl.GetConfig()
	if err != nil {
		return fmt.Errorf("reading the kubeconfig: %w", err)
	}
	m, err := ctrl.NewManager(config, ctrl.Options{Scheme: known, HealthProbeBindAddress: health, Metrics: server.Options{BindAddress: "0"}})
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	if err := m.AddReadyzCheck("ping", healthz.Ping); err != nil {
		return fmt.Errorf("offering health: %w", err)
	}
	if err := addBuckets(m, groupVersion.WithKind("LabBucket"), &LabBucket{}, connector{client: m.GetClient(), url: url}); err != nil {
		return err
	}
	if err := addBuckets(m, namespacedVersion.WithKind("LabDisk"), &Disk{}, namespacedConnector{client: m.GetClient(), url: url}); err != nil {
		return err
	}
	if err := addConfigs(m); err != nil {
		return err
	}
	return m.Start(ctrl.SetupSignalHandler())
}

// addBuckets runs the managed reconciler. Polls and timeouts are short, so that
// tests are.
func addBuckets(m ctrl.Manager, kind schema.GroupVersionKind, bucket client.Object, external managed.ExternalConnector) error {
	name := managed.ControllerName(kind.GroupKind().String())
	r := managed.NewReconciler(m, resource.ManagedKind(kind),
		managed.WithExternalConnector(external),
		managed.WithManagementPolicies(),
		managed.WithPollInterval(2*time.Second),
		managed.WithCreationGracePeriod(time.Second),
		managed.WithTimeout(5*time.Second),
		managed.WithLogger(logging.NewLogrLogger(ctrl.Log.WithName(name))),
		managed.WithRecorder(event.NewAPIRecorder(m.GetEventRecorderFor(name))))
	if err := ctrl.NewControllerManagedBy(m).Named(name).For(bucket).Complete(r); err != nil {
		return fmt.Errorf("starting the reconciler of resources: %w", err)
	}
	return nil
}

func addConfigs(m ctrl.Manager) error {
	kind := groupVersion.WithKind("ProviderConfig")
	name := providerconfig.ControllerName(kind.GroupKind().String())
	r := providerconfig.NewReconciler(m, resource.ProviderConfigKinds{
		Config:    kind,
		Usage:     groupVersion.WithKind("ProviderConfigUsage"),
		UsageList: groupVersion.WithKind("ProviderConfigUsageList"),
	},
		providerconfig.WithLogger(logging.NewLogrLogger(ctrl.Log.WithName(name))),
		providerconfig.WithRecorder(event.NewAPIRecorder(m.GetEventRecorderFor(name))))
	err := ctrl.NewControllerManagedBy(m).Named(name).For(&ProviderConfig{}).
		Watches(&ProviderConfigUsage{}, &resource.EnqueueRequestForProviderConfig{}).Complete(r)
	if err != nil {
		return fmt.Errorf("starting the reconciler of configurations: %w", err)
	}
	return nil
}
