package builtin

import (
	"strings"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TypeIn is the kind and the apiVersion of a type as people name it to kubectl:
// pvc, volumes.longhorn.io, vmi/a. Of a kind that is not built in the kind is spelled as
// its plural tells.
func TypeIn(name string) (apiVersion, kind string) {
	name, _, _ = strings.Cut(strings.ToLower(name), "/")
	if k, known := Named(name); known {
		return schema.GroupVersion{Group: k.Group, Version: k.Version}.String(), k.Kind
	}
	resource, group, _ := strings.Cut(name, ".")
	if resource == "" || resource == "all" {
		return "", ""
	}
	if k, known := Named(resource); known && k.Group == group {
		return schema.GroupVersion{Group: k.Group, Version: k.Version}.String(), k.Kind
	}
	version := trace.Unstated
	if group != "" {
		version = group + "/" + trace.Unstated
	}
	return version, kindOfPlural(resource)
}

// TypeOfLink is the same of an object's own path, metadata.selfLink as servers of before
// release 1.20 gave it.
func TypeOfLink(link string) (apiVersion, kind string) {
	parts := strings.Split(strings.Trim(link, "/"), "/")
	switch {
	case len(parts) > 2 && parts[0] == "api":
		apiVersion, parts = parts[1], parts[2:]
	case len(parts) > 3 && parts[0] == "apis":
		apiVersion, parts = parts[1]+"/"+parts[2], parts[3:]
	default:
		return "", ""
	}
	if len(parts) > 2 && parts[0] == "namespaces" {
		parts = parts[2:]
	}
	gv := schema.FromAPIVersionAndKind(apiVersion, "").GroupVersion()
	for _, k := range kinds {
		if k.Resource == parts[0] && k.Group == gv.Group {
			return apiVersion, k.Kind
		}
	}
	return apiVersion, kindOfPlural(parts[0])
}

// kindOfPlural spells a kind as its plural tells.
func kindOfPlural(plural string) string {
	singular := phrase.SingularOf(plural)
	_, first := utf8.DecodeRuneInString(singular)
	return strings.ToUpper(singular[:first]) + singular[first:]
}
