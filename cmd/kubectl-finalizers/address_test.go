package main

import (
	"slices"
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
	if err := root.PersistentFlags().Parse(strings.Fields("--context lab --kubeconfig /k --as jane --as-group x --as-group y --token secret --password p --server https://bob:pw@s -n shop")); err != nil {
		t.Fatal(err)
	}
	want := []string{"--kubeconfig", "/k", "--context", "lab", "--server", "https://s", "--as", "jane", "--as-group", "x", "--as-group", "y"}
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
		"kubectl delete cm/a -n config":       "kubectl delete cm/a -n config --context lab",
		"helm uninstall web":                  "helm uninstall web --kube-context lab",
	} {
		if got := strings.Join(addressed(strings.Fields(typed), flags), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := addressed(nil, flags); got != nil {
		t.Errorf("nothing to do became %q", got)
	}
}

// A command of this program has the name by which it was called, and the files
// that this run answered from where it takes them.
func TestReach(t *testing.T) {
	first := reach{address: []string{"--context", "lab"}}
	second := first
	second.as.whyStuck = true
	dump := reach{from: "d.json", catalogues: []string{"a", "b"}}
	for name, tt := range map[string]struct {
		reach reach
		words string
		want  string
	}{
		"why-stuck":             {first, "kubectl finalizers why-stuck cm/a", "kubectl finalizers why-stuck cm/a --context lab"},
		"second, why-stuck":     {second, "kubectl finalizers why-stuck cm/a", "kubectl why-stuck cm/a --context lab"},
		"second, everything":    {second, "kubectl finalizers why-stuck", "kubectl why-stuck --context lab"},
		"second, remove":        {second, "kubectl finalizers remove cm/a", "kubectl why-stuck remove cm/a --context lab"},
		"second, with operands": {second, "kubectl finalizers remove -- cm/a", "kubectl why-stuck remove --context lab -- cm/a"},
		"second, by that name":  {second, "kubectl finalizers trace why-stuck", "kubectl why-stuck trace why-stuck --context lab"},
		"second, nothing":       {second, "kubectl finalizers", "kubectl why-stuck --context lab"},
		"second, of kubectl":    {second, "kubectl get finalizers", "kubectl get finalizers --context lab"},
		"second, of others":     {second, "helm uninstall finalizers", "helm uninstall finalizers --kube-context lab"},
		"dump, trace":           {dump, "kubectl finalizers trace cm/a", "kubectl finalizers trace cm/a --from d.json --catalogue a --catalogue b"},
		"dump, preflight":       {dump, "kubectl finalizers preflight move", "kubectl finalizers preflight move --from d.json"},
		"dump, delete":          {dump, "kubectl finalizers preflight delete cm/a", "kubectl finalizers preflight delete cm/a --from d.json --catalogue a --catalogue b"},
		"dump, explain":         {dump, "kubectl finalizers explain x/y", "kubectl finalizers explain x/y --catalogue a --catalogue b"},
		"dump, of kubectl":      {dump, "kubectl get pods", "kubectl get pods"},
	} {
		t.Run(name, func(t *testing.T) {
			typed := strings.Fields(tt.words)
			if got := strings.Join(tt.reach.command(typed), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if strings.Join(typed, " ") != tt.words {
				t.Errorf("the words themselves became %q", typed)
			}
		})
	}
}

// What a command is given is what it takes.
func TestTakers(t *testing.T) {
	_, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
	for flag, takers := range map[string][]string{"from": fromTakers, "catalogue": catalogueTakers} {
		for _, cmd := range commands(root)[1:] {
			name := strings.Join(strings.Fields(cmd.CommandPath())[2:], " ")
			takes := slices.Contains(takers, name)
			if has := cmd.Flags().Lookup(flag) != nil; has != takes {
				t.Errorf("%s takes --%s: %t, and is given it: %t", name, flag, has, takes)
			}
		}
	}
}
