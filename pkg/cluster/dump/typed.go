package dump

import (
	"encoding/json"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// typeIn is the kind and the apiVersion of a type as people name it to kubectl:
// pvc, volumes.longhorn.io, vmi/a. Of a kind that is not built in the kind is spelled as
// its plural tells.
func typeIn(name string) (apiVersion, kind string) {
	name, _, _ = strings.Cut(strings.ToLower(name), "/")
	if k, known := builtinNamed(name); known {
		return schema.GroupVersion{Group: k.Group, Version: k.Version}.String(), k.Kind
	}
	resource, group, _ := strings.Cut(name, ".")
	if resource == "" || resource == "all" {
		return "", ""
	}
	if k, known := builtinNamed(resource); known && k.Group == group {
		return schema.GroupVersion{Group: k.Group, Version: k.Version}.String(), k.Kind
	}
	version := trace.Unstated
	if group != "" {
		version = group + "/" + trace.Unstated
	}
	return version, kindOfPlural(resource)
}

// typeOfLink is the same of an object's own path, metadata.selfLink as servers of before
// release 1.20 gave it.
func typeOfLink(link string) (apiVersion, kind string) {
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
	for _, k := range builtinKinds {
		if k.Resource == parts[0] && k.Group == gv.Group {
			return apiVersion, k.Kind
		}
	}
	return apiVersion, kindOfPlural(parts[0])
}

// kindOfPlural spells a kind as its plural tells.
func kindOfPlural(plural string) string {
	singular := plural
	switch {
	case strings.HasSuffix(plural, "ies") && len(plural) > 4:
		singular = strings.TrimSuffix(plural, "ies") + "y"
	case strings.HasSuffix(plural, "sses"), strings.HasSuffix(plural, "xes"), strings.HasSuffix(plural, "ches"), strings.HasSuffix(plural, "shes"):
		singular = strings.TrimSuffix(plural, "es")
	case strings.HasSuffix(plural, "s") && !strings.HasSuffix(plural, "ss"):
		singular = strings.TrimSuffix(plural, "s")
	}
	return strings.ToUpper(singular[:1]) + singular[1:]
}

// typedAs gives a document its kind by the command that printed it, where it states none.
func (d *document) typedAs(typed string) {
	if typed == "" || d.listed || d.text("kind") != "" || !d.named() {
		return
	}
	apiVersion, kind := typeIn(typed)
	if kind == "" {
		return
	}
	put := func(key, value string) {
		if text, err := json.Marshal(value); err == nil {
			d.fields = append(d.fields, docField{[]byte(`"` + key + `"`), text})
			d.size += len(key) + len(text)
		}
	}
	if d.text("apiVersion") == "" {
		put("apiVersion", apiVersion)
	}
	put("kind", kind)
}
