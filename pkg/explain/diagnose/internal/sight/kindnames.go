package sight

import (
	"strings"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// kindNames finds kinds by any of their names. Its zero value is ready.
type kindNames struct {
	once   sync.Once
	byName map[string][]trace.Kind
}

// Of returns the kinds with a name in lower case, in the order of discovery.
func (n *kindNames) Of(kinds []trace.Kind, name string) []trace.Kind {
	n.once.Do(func() {
		n.byName = map[string][]trace.Kind{}
		for i := range kinds {
			k := &kinds[i]
			names := []string{strings.ToLower(k.Kind)}
			for _, other := range []string{k.Resource, k.Singular} {
				if other != "" && other != names[0] && (len(names) < 2 || other != names[1]) {
					names = append(names, other)
				}
			}
			for _, name := range names {
				n.byName[name] = append(n.byName[name], *k)
			}
		}
	})
	return n.byName[name]
}
