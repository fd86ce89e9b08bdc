package copyist

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestShownElsewhere(t *testing.T) {
	for text, want := range map[string]bool{
		`Error from server (NotFound): namespaces "shop" not found`: false,
		"$ kubectl get ns shop":                  false,
		"$ kubectl --context old get ns shop":    true,
		"$ kubectl get ns shop --kubeconfig=old": true,
		"shop   Active   20d":                    true,
		"namespace/shop   Active   20d":          true,
		"shop-old   Active   20d":                false,
	} {
		h := &hearing.Case{View: &sight.View{Logs: sight.Logs{Aside: explain.Aside{{Text: text}}}}, Node: &trace.Node{Ref: trace.Ref{Namespace: "shop"}}}
		if got := shownElsewhere(h); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
