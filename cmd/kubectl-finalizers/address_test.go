package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/cli-runtime/pkg/genericiooptions"
)

// What is pasted acts on the cluster that was asked about, and never shows what
// a person keeps secret.
func TestAddress(t *testing.T) {
	streams, _, _, _ := genericiooptions.NewTestIOStreams()
	a, root := newApp(around(streams))
	if err := root.PersistentFlags().Parse(strings.Fields("--context lab --kubeconfig /k --as jane --as-group x --as-group y --token secret --password p -n shop")); err != nil {
		t.Fatal(err)
	}
	want := []string{"--kubeconfig", "/k", "--context", "lab", "--as", "jane", "--as-group", "x", "--as-group", "y"}
	if diff := cmp.Diff(want, a.address()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAddressed(t *testing.T) {
	flags := []string{"--context", "lab"}
	for typed, want := range map[string]string{
		"kubectl get pods -n shop":            "kubectl get pods -n shop --context lab",
		"kubectl exec web-0 -n shop -- sh -c": "kubectl exec web-0 -n shop --context lab -- sh -c",
		"kubectl finalizers remove cm/a":      "kubectl finalizers remove cm/a --context lab",
		"kubectl config get-contexts":         "kubectl config get-contexts",
		"helm uninstall web":                  "helm uninstall web",
	} {
		if got := strings.Join(addressed(strings.Fields(typed), flags), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := addressed(nil, flags); got != nil {
		t.Errorf("nothing to do became %q", got)
	}
}
