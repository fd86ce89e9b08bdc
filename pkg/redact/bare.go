package redact

import (
	"maps"
	"strings"
)

// Bare returns of a Secret or ConfigMap what a Reader may show: neither
// its data nor the copy of it that kubectl apply keeps in an annotation.
func Bare(obj map[string]any) map[string]any {
	bare := map[string]any{}
	for _, key := range []string{"apiVersion", "kind", "type", "immutable", "metadata"} {
		if value, ok := obj[key]; ok {
			bare[key] = value
		}
	}
	meta, _ := bare["metadata"].(map[string]any)
	if annotations, ok := meta["annotations"].(map[string]any); ok {
		meta, annotations = maps.Clone(meta), maps.Clone(annotations)
		maps.DeleteFunc(annotations, func(key string, _ any) bool { return copiesObject(key) })
		meta["annotations"] = annotations
		bare["metadata"] = meta
	}
	return bare
}

// copiesObject reports whether an annotation holds a copy of the whole object,
// which some tools keep to compare with later.
func copiesObject(key string) bool {
	switch key {
	case "kapp.k14s.io/original", "objectset.rio.cattle.io/applied", "kubectl.kubernetes.io/original-object":
		return true
	}
	_, name, _ := strings.Cut(key, "/")
	return strings.HasPrefix(name, "last-applied")
}
