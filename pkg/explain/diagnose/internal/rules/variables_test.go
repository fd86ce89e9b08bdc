package rules

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// TestVariablesAreDeclared finds nothing set that no expression could read.
func TestVariablesAreDeclared(t *testing.T) {
	declared := catalogue.Unset()
	s := newSituation(&catalogue.Check{CheckSpec: &catalogue.CheckSpec{}}, &hearing.Case{View: &sight.View{}, Object: &unstructured.Unstructured{}})
	for name := range s.variables {
		if _, known := declared[name]; !known && name != "object" {
			t.Errorf("no expression knows %s", name)
		}
	}
}
