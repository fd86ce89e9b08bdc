package copied

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

func TestAdviceFor(t *testing.T) {
	for want, of := range map[string]spoken.Of{
		"'kubectl get endpoints web -n shop -o yaml ": {APIVersion: "v1", Kind: "Endpoints", Namespace: "shop", Name: "web"},
		"'kubectl get policies.acme.io a -o yaml ":    {APIVersion: "acme.io/v1", Kind: "Policy", Name: "a"},
	} {
		if got := adviceFor(of); !strings.HasPrefix(got, want) {
			t.Errorf("%+v: %s", of, got)
		}
	}
}
