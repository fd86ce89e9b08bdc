package explain

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// deadGroups are the API groups, with their versions, that the server does not
// reach. While one is left the namespace controller does not know all kinds and
// lets go of no namespace at all.
func (w *world) deadGroups() []string {
	var groups []string
	for _, p := range w.broken {
		if name, ok := strings.CutPrefix(p.What, "API group "); ok && p.Reason == trace.Unavailable && strings.Contains(name, "/") {
			groups = append(groups, name)
		}
	}
	return groups
}

// discoveryFails judges a namespace that waits for API groups.
func discoveryFails(ctx context.Context, h *hearing, c *content) bool {
	groups := h.deadGroups()
	var names []string
	for _, name := range groups {
		group, version, _ := strings.Cut(name, "/")
		ref := trace.Ref{Group: "apiregistration.k8s.io", Kind: "APIService", Name: version + "." + group}
		what := h.apiServiceNow(ctx, ref)
		h.block(ctx, ref, what)
		names = append(names, name+" ("+what+")")
		if len(names) == 1 {
			h.next("read what the API server says of it", append(append([]string{"kubectl", "get"}, h.typed(ref)...), "-o", "yaml")...)
		}
	}
	h.weighClaims(c)
	h.next("mend what serves it; where it was uninstalled for good, its APIService is a leftover and can go",
		"kubectl", "get", "apiservices.apiregistration.k8s.io")
	h.warn("deleting an APIService that is only down for now makes every namespace go without what that API stores in it")
	return h.decide(Stuck, DiscoveryFails, "no namespace can go while "+number(len(groups), "API group does", "API groups do")+" not answer: "+namedFew(names))
}

// apiServiceNow says in a few words what is the matter with an APIService.
func (w *world) apiServiceNow(ctx context.Context, ref trace.Ref) string {
	s := w.look(ctx, ref)
	switch {
	case s.gone():
		return "no APIService of that name"
	case s.obj == nil:
		return "its APIService could not be read"
	}
	text := "Available is not set"
	if c := conditionOf(s.obj, "Available"); c.status != "" {
		text = "Available=" + c.status + " " + c.reason
	}
	namespace, _, _ := unstructured.NestedString(s.obj.Object, "spec", "service", "namespace")
	name, _, _ := unstructured.NestedString(s.obj.Object, "spec", "service", "name")
	if name == "" {
		return text
	}
	return text + ", " + w.backendNow(ctx, trace.Ref{Kind: "Service", Namespace: namespace, Name: name})
}

// backendNow says whether something is behind a Service.
func (w *world) backendNow(ctx context.Context, service trace.Ref) string {
	name := "service " + service.Namespace + "/" + service.Name
	switch s := w.look(ctx, service); {
	case s.gone():
		return name + " does not exist"
	case s.obj == nil:
		return name + " could not be read"
	}
	slices := w.list(ctx, "discovery.k8s.io", "EndpointSlice", service.Namespace)
	ready := 0
	for _, slice := range slices.objects {
		if slice.GetLabels()["kubernetes.io/service-name"] == service.Name {
			ready += readyEndpoints(slice)
		}
	}
	switch {
	case ready > 0:
		return name + " has " + number(ready, "ready endpoint", "ready endpoints")
	case !slices.complete:
		return "the endpoints of " + name + " could not be read"
	}
	return name + " has no ready endpoint"
}

// readyEndpoints counts them. An endpoint that does not say is ready.
func readyEndpoints(slice *unstructured.Unstructured) int {
	points, _, _ := unstructured.NestedSlice(slice.Object, "endpoints")
	count := 0
	for _, p := range points {
		fields, _ := p.(map[string]any)
		if ready, told, _ := unstructured.NestedBool(fields, "conditions", "ready"); ready || !told {
			count++
		}
	}
	return count
}
