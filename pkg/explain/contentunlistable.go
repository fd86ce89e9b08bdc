package explain

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// contentUnlistable judges a namespace that may hold objects of a kind that the
// server cannot list, mostly because its conversion webhook does not answer.
func contentUnlistable(ctx context.Context, h *hearing, c *content) bool {
	var names []string
	for _, u := range c.failedAs(trace.Unavailable) {
		name := strings.Fields(u.problem.What)[0]
		names = append(names, name)
		h.fact("list of "+u.problem.What, u.problem.Message)
		ref := trace.Ref{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition", Name: u.kind.Resource + "." + u.kind.Group}
		s := h.look(ctx, ref)
		if s.gone() {
			h.blockFact(name + " cannot be listed")
			continue
		}
		h.block(ctx, ref, h.conversionNow(ctx, s.obj))
		h.next("read how the kind is converted between its versions", append(append([]string{"kubectl", "get"}, h.typed(ref)...), "-o", "jsonpath={.spec.conversion}")...)
	}
	h.weighClaims(c)
	return h.decide(Stuck, ContentUnlistable, "the server cannot list "+namedFew(names)+", so what there is of it here cannot be deleted")
}

// conversionNow says who converts the objects of a kind.
func (w *world) conversionNow(ctx context.Context, crd *unstructured.Unstructured) string {
	if crd == nil {
		return "could not be read"
	}
	hook, _, _ := unstructured.NestedMap(crd.Object, "spec", "conversion", "webhook", "clientConfig")
	if url, _, _ := unstructured.NestedString(hook, "url"); url != "" {
		return "its conversion webhook is " + url
	}
	namespace, _, _ := unstructured.NestedString(hook, "service", "namespace")
	name, _, _ := unstructured.NestedString(hook, "service", "name")
	if name == "" {
		return "its objects cannot be listed"
	}
	return "its conversion webhook: " + w.backendNow(ctx, trace.Ref{Kind: "Service", Namespace: namespace, Name: name})
}
