package catalogue

import (
	"fmt"
	"strings"
)

// frameworkMade recognises the names that operator frameworks make, or whose
// scaffolding they suggest. They lead to a kind, and a kind to who installed it.
func frameworkMade(finalizer string) (Clue, bool) {
	host := domain(finalizer)
	_, path, slash := strings.Cut(finalizer, "/")
	labels := strings.Split(host, ".")
	first, rest, _ := strings.Cut(host, ".")
	switch {
	case host == "":
		return Clue{}, false
	case labels[0] == "finalizers" || labels[0] == "finalizer":
		return built(fmt.Sprintf("%s.<group> is what early operator scaffolding suggested: the rest would be an API group", labels[0]), "*."+rest), true
	case !slash && len(labels) >= 3:
		return built("a name without a slash that ends in a domain is often <kind or plural>.<group>, as in Cluster API and in what knative.dev/pkg generates", first+"."+rest), true
	case path == "finalizer" && len(labels) >= 3:
		return built("<plural>.<group>/finalizer is what the Java Operator SDK makes, and <group>/finalizer what kubebuilder and the Operator SDK suggest", first+"."+rest, "*."+host), true
	case path == "finalizer" || path == "finalizers":
		return built("<group>/"+path+" is what kubebuilder and the Operator SDK suggest", "*."+host), true
	}
	return Clue{}, false
}

// built says to which resources a name would belong.
func built(how string, resources ...string) Clue {
	return Clue{
		Form: FormFrameworkMade,
		Text: fmt.Sprintf("%s; if so it belongs to the controller of %s, and the labels and annotations of such a CustomResourceDefinition tell who installed it",
			how, strings.Join(resources, " or ")),
		Names: resources,
	}
}
