package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
)

// What is pasted acts on the cluster that was asked about, and never shows what
// a person keeps secret.
func TestAddress(t *testing.T) {
	streams, _, _, _ := genericiooptions.NewTestIOStreams()
	a, root := newApp(around(streams))
	if err := root.PersistentFlags().Parse(strings.Fields("--context lab --kubeconfig /k --as jane --as-group x --as-group y --token secret --password p --server https://bob:pw@s -n shop")); err != nil {
		t.Fatal(err)
	}
	want := []string{"--kubeconfig", "/k", "--context", "lab", "--server", "https://s", "--as", "jane", "--as-group", "x", "--as-group", "y"}
	if diff := cmp.Diff(want, pasted.Address(a.flags)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What a command is given is what it takes.
func TestTakers(t *testing.T) {
	_, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
	for flag, takers := range map[string][]string{"from": pasted.FromTakers, "catalogue": pasted.CatalogueTakers} {
		for _, cmd := range commands(root)[1:] {
			name := strings.Join(strings.Fields(cmd.CommandPath())[2:], " ")
			takes := slices.Contains(takers, name)
			if has := cmd.Flags().Lookup(flag) != nil; has != takes {
				t.Errorf("%s takes --%s: %t, and is given it: %t", name, flag, has, takes)
			}
		}
	}
}
