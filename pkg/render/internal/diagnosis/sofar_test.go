package diagnosis

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestSoFar(t *testing.T) {
	object := func(finalizers ...string) explain.Object {
		var o explain.Object
		o.Kind, o.Name, o.Resource = "ConfigMap", "a", "configmaps"
		for _, name := range finalizers {
			o.Finalizers = append(o.Finalizers, trace.Finalizer{Name: name})
		}
		return o
	}
	asked := object("example.com/hold")
	asked.Holds = []explain.Hold{{Finalizer: "example.com/hold"}}
	for name, c := range map[string]struct {
		object explain.Object
		last   string
	}{
		"before anybody was asked who holds it": {object("example.com/hold"), "  held by example.com/hold"},
		"when nobody was found":                 {asked, "  held by example.com/hold (holder not known)"},
		"without finalizers":                    {object(), "  no finalizer holds it"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := SoFar([]explain.Object{c.object}, trace.Clock{})
			if len(lines) != 2 || !strings.HasPrefix(lines[0], "so far: configmap/a") || lines[1] != c.last {
				t.Errorf("%q", lines)
			}
		})
	}
}
