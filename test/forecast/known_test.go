//go:build unix

package forecast_test

import (
	"fmt"
	"strings"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// known is what is known of the holders of a world.
func (w *world) known() (*catalogue.Catalogue, error) {
	var text strings.Builder
	text.WriteString("project: Forecast\ncomponents:\n")
	component := func(name, namespace string) {
		fmt.Fprintf(&text, "- {name: %s, namespaces: [%s], workloads: [Deployment/%s]}\n", name, namespace, name)
	}
	component("keeper-alive", "keepers")
	component("keeper-dead", "keepers")
	for i := range w.Things {
		if w.Things[i].Kind == holder {
			component(w.called(i), w.ref(i).Namespace)
		}
	}
	text.WriteString("finalizers:\n")
	entry := func(pattern, name string) {
		fmt.Fprintf(&text, "- {pattern: %s, component: %s, risk: low, confidence: high, loss: A line in a book, source: test}\n", pattern, name)
	}
	entry(alive, "keeper-alive")
	entry(dead, "keeper-dead")
	for i := range w.Things {
		if w.Things[i].Kind == holder {
			entry(w.mark(fmt.Sprint(ownMark, i)), w.called(i))
		}
	}
	return catalogue.Load(fstest.MapFS{"forecast.yaml": {Data: []byte(text.String())}})
}
