package catalogue

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tends reports whether holders of one of the finalizers may delete something for an object
// of the kind, so that it has to be read to tell.
func (c *Catalogue) Tends(kind trace.Kind, finalizers []string) bool {
	return slices.ContainsFunc(c.Rules(kind).edges, func(e *edgeRule) bool {
		return e.Deletes != nil && slices.ContainsFunc(finalizers, func(f string) bool { return slices.Contains(e.Deletes.Finalizers, f) })
	})
}

// Tended says what the holders of the object's finalizers delete before they take these
// off.
func (c *Catalogue) Tended(kind trace.Kind, obj *unstructured.Unstructured) []explain.Tending {
	var out []explain.Tending
	for _, e := range c.Rules(kind).edges {
		if e.Deletes == nil || !e.applies(obj.Object) || e.deletes != nil && !e.deletes.EvalBool(obj.Object) {
			continue
		}
		t := explain.Tending{Rule: e.Name, Finalizers: e.Deletes.Finalizers, Kinds: e.Deletes.Kinds}
		t.Awaits = e.awaits != nil && e.awaits.EvalBool(obj.Object)
		if e.cascade != nil {
			t.Cascade = e.cascade.EvalString(obj.Object)
		}
		out = append(out, t)
	}
	return out
}
