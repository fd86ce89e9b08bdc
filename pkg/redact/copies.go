package redact

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// SecretCopies returns the keys of the annotations in which the data of a Secret
// is repeated: those in which a Secret stands with its data, written in JSON or
// YAML, packed or not, and of a Secret itself every copy of the whole object.
func SecretCopies(obj map[string]any) []string {
	kind, _ := obj["kind"].(string)
	meta, _ := obj["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	var keys []string
	for key, value := range annotations {
		text, _ := value.(string)
		if kind == "Secret" && copiesObject(key) || holdsSecret(text, 0) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// WithoutAnnotations returns an object without some of its annotations. The object
// itself stays as it is.
func WithoutAnnotations(obj map[string]any, keys []string) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	if len(keys) == 0 || len(annotations) == 0 {
		return obj
	}
	obj, meta, annotations = maps.Clone(obj), maps.Clone(meta), maps.Clone(annotations)
	maps.DeleteFunc(annotations, func(key string, _ any) bool { return slices.Contains(keys, key) })
	meta["annotations"] = annotations
	obj["metadata"] = meta
	return obj
}

// holdsSecret reports whether a text is, or has somewhere in it, a Secret with
// data. What is too long or too deep to be read is taken for one.
func holdsSecret(text string, depth int) bool {
	text = strings.TrimSpace(text)
	if len(text) < len(`{"kind":"Secret"}`) {
		return false
	}
	if !strings.Contains(text, "Secret") {
		unpacked, ok := "", false
		if encoded.FindString(text) == text {
			unpacked, ok = decode(text)
		}
		return ok && (depth >= mostLayers || holdsSecret(unpacked, depth+1))
	}
	return slices.ContainsFunc(strings.Split(text, "\n---"), func(part string) bool {
		value, ok := parsed(part)
		return ok && secretIn(value, depth)
	}) || len(text) > mostDocument || secretInWords(text)
}

// How a Secret looks in the midst of other words, where nothing reads it as a whole.
var (
	secretKind = regex.New(`\bkind\\*"?\s*[:=]\s*\\*"?Secret\b`)
	secretData = regex.New(`\b(?:data|stringData)\\*"?\s*[:=]`)
)

// secretInWords is for a text that is more than one document, or none.
func secretInWords(text string) bool {
	_, whole := parsed(text)
	return !whole && secretKind.MatchString(text) && secretData.MatchString(text)
}

func secretIn(value any, depth int) bool {
	switch v := value.(type) {
	case map[string]any:
		data, _ := v["data"].(map[string]any)
		plain, _ := v["stringData"].(map[string]any)
		if v["kind"] == "Secret" && len(data)+len(plain) > 0 {
			return true
		}
		for _, inner := range v {
			if secretIn(inner, depth) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(inner any) bool { return secretIn(inner, depth) })
	case string:
		return depth < mostLayers && holdsSecret(v, depth+1)
	}
	return false
}
