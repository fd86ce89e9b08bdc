// Package redact makes copies of objects without what must not leave the cluster.
// It reads nothing and writes nothing.
package redact

import (
	"encoding/json"
	"maps"
	"regexp"
	"strings"
)

// redacted stands in for a value that is not shown.
const redacted = "<redacted>"

// Redactor makes copies of objects without what must not leave the cluster. It
// changes none and remembers the names of fields only, so that it is not safe
// for concurrent use. Its zero value works.
//
// It goes by the names of fields, so that it cannot find a secret under a
// harmless name. It would rather hide too much: nothing that it hides is needed
// to explain a deletion.
type Redactor struct {
	fields map[string]redactField
}

// redactField is what the name of a field says of its value.
type redactField int

const (
	redactPlain     redactField = iota
	redactSecret                // the value is a credential
	redactAll                   // all values below are hidden: variables, arguments
	redactCommand               // all but the first are: a program and its arguments
	redactContainer             // data and stringData of something
)

// Object returns what may be shown of an object, which stays as it is.
func (r *Redactor) Object(obj map[string]any) map[string]any {
	apiVersion, _ := obj["apiVersion"].(string)
	kind, _ := obj["kind"].(string)
	switch {
	case apiVersion == "v1" && (kind == "Secret" || kind == "ConfigMap"):
		bare := Bare(obj)
		if meta, ok := bare["metadata"].(map[string]any); ok {
			bare["metadata"] = r.bareMetadata(meta)
		}
		return bare
	case strings.HasPrefix(apiVersion, "apiextensions.k8s.io/") && kind == "CustomResourceDefinition":
		obj = withoutSchemas(obj)
	}
	return r.members(obj, redactPlain)
}

// leaderAnnotation is where the leader election of old keeps its record.
const leaderAnnotation = "control-plane.alpha.kubernetes.io/leader"

// bareMetadata returns the metadata of a Secret or ConfigMap. Its annotations
// may repeat its data in ways that nobody can list, so that only short plain
// ones are shown.
func (r *Redactor) bareMetadata(meta map[string]any) map[string]any {
	out := r.metadata(meta, redactPlain)
	annotations, _ := out["annotations"].(map[string]any)
	for key, value := range annotations {
		s, _ := value.(string)
		if key != leaderAnnotation && (len(s) > 256 || strings.ContainsAny(s, "{[\n")) {
			annotations[key] = redacted
		}
	}
	return out
}

// withoutSchemas leaves the schemas out of a CustomResourceDefinition: they
// make up most of a cluster's definitions and say nothing about a deletion.
func withoutSchemas(obj map[string]any) map[string]any {
	spec, ok := obj["spec"].(map[string]any)
	if !ok {
		return obj
	}
	spec = maps.Clone(spec)
	delete(spec, "validation")
	if versions, ok := spec["versions"].([]any); ok {
		bare := make([]any, len(versions))
		for i, v := range versions {
			bare[i] = v
			if version, ok := v.(map[string]any); ok {
				version = maps.Clone(version)
				delete(version, "schema")
				bare[i] = version
			}
		}
		spec["versions"] = bare
	}
	obj = maps.Clone(obj)
	obj["spec"] = spec
	return obj
}

// members returns what may be shown of a map. within is what the field above
// says of it.
func (r *Redactor) members(m map[string]any, within redactField) map[string]any {
	out := make(map[string]any, len(m))
	kind, _ := m["kind"].(string)
	holdsData := kind == "Secret" || kind == "ConfigMap"
	for key, value := range m {
		if key == "metadata" {
			if meta, ok := value.(map[string]any); ok {
				out[key] = r.metadata(meta, within)
				continue
			}
		}
		field := r.field(key)
		switch {
		case field == redactContainer && (holdsData || within == redactSecret || key != "data"):
			field = redactAll
		case within == redactSecret && statesValue(key):
			field = redactAll
		case key == "content" && m["path"] != nil:
			field = redactAll
		case (key == "value" || key == "defaultValue") && r.namesSecret(m):
			field = redactAll
		}
		out[key] = r.value(value, field, within)
	}
	return out
}

// namesSecret reports whether a map is a pair of a name and a value in which
// the name tells that the value is a credential.
func (r *Redactor) namesSecret(m map[string]any) bool {
	for _, key := range []string{"name", "key"} {
		if name, ok := m[key].(string); ok && r.field(name) == redactSecret {
			return true
		}
	}
	return false
}

// statesValue reports whether a field below one that speaks of a credential is
// likely to be that credential, and not to say where it lies.
func statesValue(key string) bool {
	switch strings.ToLower(key) {
	case "value", "plain", "plaintext", "inline", "raw", "content", "contents", "string", "literal", "text":
		return true
	}
	return false
}

// value returns what may be shown of the value of a field.
func (r *Redactor) value(value any, field, within redactField) any {
	below := field
	if field == redactPlain || field == redactContainer {
		below = within
	}
	switch v := value.(type) {
	case map[string]any:
		if field == redactAll {
			return r.variables(v, false)
		}
		return r.members(v, below)
	case []any:
		return r.list(v, field, within)
	case string:
		if v == "" || field == redactPlain || field == redactContainer {
			return redactText(v)
		}
		if field == redactCommand && !strings.ContainsAny(v, " \t\n") {
			return redactText(v)
		}
		if redactHarmless.MatchString(v) {
			return v
		}
		return redacted
	case bool, nil:
		return v
	}
	if field == redactSecret || field == redactAll {
		return redacted
	}
	return value
}

func (r *Redactor) list(list []any, field, within redactField) []any {
	out := make([]any, len(list))
	for i, item := range list {
		as := field
		if field == redactCommand && i > 0 {
			as = redactAll
		}
		if variable, ok := item.(map[string]any); ok && as == redactAll {
			out[i] = r.variables(variable, true)
			continue
		}
		out[i] = r.value(item, as, within)
	}
	return out
}

// variables returns what may be shown of a map of variables or, as an item of a
// list, of one of them: the names, and where values come from.
func (r *Redactor) variables(m map[string]any, item bool) map[string]any {
	out := make(map[string]any, len(m))
	for key, value := range m {
		switch {
		case item && key == "name":
			out[key] = value
		case key == "valueFrom":
			out[key] = r.value(value, redactPlain, redactPlain)
		default:
			out[key] = r.value(value, redactAll, redactAll)
		}
	}
	return out
}

// metadata returns what may be shown of an object's or a template's metadata.
func (r *Redactor) metadata(meta map[string]any, within redactField) map[string]any {
	out := make(map[string]any, len(meta))
	for key, value := range meta {
		switch v := value.(type) {
		case map[string]any:
			switch key {
			case "labels":
				out[key] = v
				continue
			case "annotations":
				out[key] = r.annotations(v)
				continue
			}
		case []any:
			if key == "managedFields" {
				out[key] = redactManaged(v)
				continue
			}
		}
		out[key] = r.value(value, r.field(key), within)
	}
	return out
}

func (r *Redactor) annotations(annotations map[string]any) map[string]any {
	out := make(map[string]any, len(annotations))
	for key, value := range annotations {
		s, ok := value.(string)
		_, name, found := strings.Cut(key, "/")
		if !found {
			name = key
		}
		switch {
		case copiesObject(key):
		case !ok:
			out[key] = r.value(value, redactAll, redactPlain)
		case s != "" && r.field(name) != redactPlain:
			out[key] = redacted
		default:
			out[key] = r.embedded(s)
		}
	}
	return out
}

// embedded returns what may be shown of a text that may be JSON. Other texts,
// and JSON in which there is nothing to hide, stay as they are.
func (r *Redactor) embedded(s string) string {
	var value any
	if trimmed := strings.TrimSpace(s); trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' || json.Unmarshal([]byte(s), &value) != nil {
		return redactText(s)
	}
	before, err := Encode(value)
	if err != nil {
		return redacted
	}
	after, err := Encode(r.value(value, redactPlain, redactPlain))
	switch {
	case err != nil:
		return redacted
	case string(before) == string(after):
		return s
	}
	return string(after)
}

// redactManaged keeps who changed the object, and when, and which part of the
// metadata is theirs.
func redactManaged(entries []any) []any {
	out := make([]any, 0, len(entries))
	for _, e := range entries {
		entry, ok := e.(map[string]any)
		if !ok {
			continue
		}
		kept := map[string]any{}
		for _, key := range []string{"manager", "operation", "subresource", "time"} {
			if value, ok := entry[key]; ok {
				kept[key] = value
			}
		}
		fields, _ := entry["fieldsV1"].(map[string]any)
		if meta, ok := fields["f:metadata"]; ok {
			kept["fieldsV1"] = map[string]any{"f:metadata": meta}
		}
		out = append(out, kept)
	}
	return out
}

// redactHarmless is an argument that can hold nothing but names and switches, and
// often tells why a controller does what it does.
var redactHarmless = regexp.MustCompile(`^--?feature-gates=\w+=(true|false)(,\w+=(true|false))*$`)
