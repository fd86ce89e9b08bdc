package install_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const world = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gears.example.com
  labels: {app.kubernetes.io/managed-by: Helm}
  annotations: {meta.helm.sh/release-name: gears, meta.helm.sh/release-namespace: shop, helm.sh/resource-policy: keep}
spec: {group: example.com, names: {kind: Gear, plural: gears}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: wheels.example.com}
spec: {group: example.com, names: {kind: Wheel, plural: wheels}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: gears
  namespace: shop
  labels: {app.kubernetes.io/managed-by: Helm}
  annotations: {meta.helm.sh/release-name: gears, meta.helm.sh/release-namespace: shop}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: gears-1
  namespace: shop
  labels: {app.kubernetes.io/managed-by: Helm}
  annotations: {meta.helm.sh/release-name: gears, meta.helm.sh/release-namespace: shop}
  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: gears, uid: u, controller: true}]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: elsewhere
  namespace: shop
  labels: {app.kubernetes.io/managed-by: Helm}
  annotations: {meta.helm.sh/release-name: gears, meta.helm.sh/release-namespace: other}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: by-hand
  namespace: shop
  annotations: {meta.helm.sh/release-name: gears, meta.helm.sh/release-namespace: shop}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.metrics.example.com}
spec: {group: metrics.example.com, version: v1, service: {name: metrics, namespace: shop}}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.apps}
spec: {group: apps, version: v1}
---
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {name: gears, namespace: operators}
spec: {name: gears}
status: {installedCSV: gears.v1}
---
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {name: others, namespace: operators}
spec: {name: others}
status: {installedCSV: others.v1}
---
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: gears.v1, namespace: operators}
spec: {customresourcedefinitions: {owned: [{name: wheels.example.com, kind: Wheel, version: v1}]}}
`

func finder(t *testing.T) *install.Finder {
	t.Helper()
	d, err := dump.Read(t.Context(), strings.NewReader(world))
	if err != nil {
		t.Fatal(err)
	}
	kinds, _, err := d.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &install.Finder{Reader: d, Kinds: kinds}
}

func shown(i *install.Installation) string {
	var lines []string
	for _, t := range i.Targets {
		lines = append(lines, trace.Describe(t.Kind, t.Namespace, t.Name))
	}
	for _, k := range i.Kept {
		lines = append(lines, "kept "+trace.Describe(k.Kind, k.Namespace, k.Name))
	}
	return strings.Join(lines, "\n")
}

// Of a release is what has the label and both annotations, and was not made by a
// controller.
func TestRelease(t *testing.T) {
	got, err := finder(t).Release(t.Context(), "shop", "gears")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("deployments.apps/gears in namespace shop\nkept customresourcedefinitions.apiextensions.k8s.io/gears.example.com", shown(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"helm", "uninstall", "gears", "-n", "shop"}}, got.Commands); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
	_, err = finder(t).Release(t.Context(), "shop", "wheels")
	missing, ok := errors.AsType[*install.NotFoundError](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	if diff := cmp.Diff([]string{"helm/gears -n other", "helm/gears -n shop"}, missing.There); diff != "" {
		t.Errorf("there (-want +got):\n%s", diff)
	}
}

// An API group is its definitions, or the APIServices that pass it on; what Kubernetes
// serves itself is none.
func TestGroup(t *testing.T) {
	for group, want := range map[string]string{
		"example.com":         "customresourcedefinitions.apiextensions.k8s.io/gears.example.com\ncustomresourcedefinitions.apiextensions.k8s.io/wheels.example.com",
		"metrics.example.com": "apiservices.apiregistration.k8s.io/v1.metrics.example.com",
	} {
		got, err := finder(t).Group(t.Context(), group)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, shown(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", group, diff)
		}
	}
	if _, err := finder(t).Group(t.Context(), "apps"); err == nil || !strings.Contains(err.Error(), "is a part of Kubernetes") {
		t.Errorf("apps: %v", err)
	}
	if _, err := finder(t).Group(t.Context(), "nobody.example.com"); err == nil || !strings.Contains(err.Error(), "nothing in the cluster belongs to the API group nobody.example.com") {
		t.Errorf("nobody: %v", err)
	}
}

// An operator of OLM is its Subscription and the version that it has installed, whichever
// of the two is named; OLM leaves its definitions.
func TestOperator(t *testing.T) {
	f := finder(t)
	want := "subscriptions.operators.coreos.com/gears in namespace operators\nclusterserviceversions.operators.coreos.com/gears.v1 in namespace operators\n" +
		"kept customresourcedefinitions.apiextensions.k8s.io/wheels.example.com"
	for kind, name := range map[string]string{"Subscription": "gears", "ClusterServiceVersion": "gears.v1"} {
		for _, k := range f.Kinds {
			if k.Kind != kind {
				continue
			}
			got, err := f.Object(t.Context(), trace.Target{Kind: k, Namespace: "operators", Name: name})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, shown(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", kind, diff)
			}
		}
	}
}

// Each type and namespace has a command of its own.
func TestDeletion(t *testing.T) {
	pods, nodes := trace.Kind{Kind: "Pod", Resource: "pods", Namespaced: true}, trace.Kind{Kind: "Node", Resource: "nodes"}
	commands, checks := install.Deletion([]trace.Target{{Kind: pods, Namespace: "a", Name: "x"}, {Kind: nodes, Name: "n"}, {Kind: pods, Namespace: "b", Name: "z"}, {Kind: pods, Namespace: "a", Name: "y"}})
	want := [][]string{{"kubectl", "delete", "nodes", "n"}, {"kubectl", "delete", "pods", "x", "y", "-n", "a"}, {"kubectl", "delete", "pods", "z", "-n", "b"}}
	if diff := cmp.Diff(want, commands); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := strings.Join(checks[1], " "); got != "kubectl get pods x y -n a --ignore-not-found" {
		t.Errorf("got %q", got)
	}
}
