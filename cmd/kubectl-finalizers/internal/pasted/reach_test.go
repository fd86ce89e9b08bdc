package pasted

import (
	"strings"
	"testing"
)

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
	first := Reach{Address: []string{"--context", "lab"}}
	second := first
	second.As.WhyStuck = true
	dump := Reach{From: "d.json", Catalogues: []string{"a", "b"}}
	for name, tt := range map[string]struct {
		reach Reach
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
			if got := strings.Join(tt.reach.Command(typed), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if strings.Join(typed, " ") != tt.words {
				t.Errorf("the words themselves became %q", typed)
			}
		})
	}
}
