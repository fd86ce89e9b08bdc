package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestKinds(t *testing.T) {
	want := trace.Kind{
		Version: "v1", Kind: "Pod", Resource: "pods", Singular: "pod", ShortNames: []string{"po"}, Categories: []string{"all"},
		Namespaced: true, Listable: true,
	}
	if diff := cmp.Diff(want, Kind(schema.GroupKind{Kind: "Pod"})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for gk, k := range All() {
		if k.Version == "" || k.Resource == "" || k.Kind != gk.Kind || k.Resource != strings.ToLower(k.Resource) {
			t.Errorf("%v: %+v", gk, k)
		}
	}
}

func TestTypeIn(t *testing.T) {
	for name, want := range map[string][2]string{
		"pvc":                         {"v1", "PersistentVolumeClaim"},
		"deploy/web":                  {"apps/v1", "Deployment"},
		"ingresses.networking.k8s.io": {"networking.k8s.io/v1", "Ingress"},
		"volumes.longhorn.io":         {"longhorn.io/" + trace.Unstated, "Volume"},
		"policies.example.com":        {"example.com/" + trace.Unstated, "Policy"},
		"all":                         {"", ""},
		"":                            {"", ""},
		"s":                           {trace.Unstated, "S"},
		"ñame":                        {trace.Unstated, "Ñame"},
	} {
		if apiVersion, kind := TypeIn(name); apiVersion != want[0] || kind != want[1] {
			t.Errorf("%q: %s %s, not %s", name, apiVersion, kind, want)
		}
	}
}
