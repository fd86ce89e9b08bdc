// Package redact makes copies of objects without what must not leave the cluster.
// It reads nothing and writes nothing.
package redact

import (
	"maps"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Redactor makes copies of objects without what must not leave the cluster. It
// changes none. It remembers the names of fields, and counts what it takes out, so
// that it is not safe for concurrent use. Its zero value works.
//
// It knows a credential by the name of its field or variable, by its form, by what
// stands before it in a text, or by looking drawn at random beside a word that
// speaks of one. It would rather hide too much, but for what explains a deletion:
// names, references, UIDs, digests, conditions and finalizers.
type Redactor struct {
	names map[string]meaning
	// kind and path are where it is in an object.
	kind string
	path []string
	// layers is how often what it looks at was encoded.
	layers int
	taken  map[place]int
}

// Object returns what may be shown of an object, which stays as it is.
func (r *Redactor) Object(obj map[string]any) map[string]any {
	apiVersion, _ := obj["apiVersion"].(string)
	kind, _ := obj["kind"].(string)
	r.kind, r.path = kind, nil
	switch {
	case apiVersion == "v1" && (kind == "Secret" || kind == "ConfigMap"):
		r.countBare(obj)
		bare := Bare(obj)
		if meta, ok := bare["metadata"].(map[string]any); ok {
			r.below(".metadata", func() { bare["metadata"] = r.bareMetadata(meta) })
		}
		return bare
	case strings.HasPrefix(apiVersion, "apiextensions.k8s.io/") && kind == "CustomResourceDefinition":
		obj = withoutSchemas(obj)
	}
	return r.members(obj, plain)
}

// countBare counts what Bare leaves out.
func (r *Redactor) countBare(obj map[string]any) {
	for _, field := range []string{"data", "stringData", "binaryData"} {
		values, _ := obj[field].(map[string]any)
		r.below("."+field, func() {
			for range values {
				r.take(Contents)
			}
		})
	}
	meta, _ := obj["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	for key := range annotations {
		if copiesObject(key) {
			r.below(".metadata.annotations"+step(key), func() { r.take(Copy) })
		}
	}
}

// leaderAnnotation is where the leader election of old keeps its record.
const leaderAnnotation = "control-plane.alpha.kubernetes.io/leader"

// bareMetadata returns the metadata of a Secret or ConfigMap. Its annotations
// may repeat its data in ways that nobody can list, so that only short plain
// ones are shown.
func (r *Redactor) bareMetadata(meta map[string]any) map[string]any {
	out := r.metadata(meta, plain)
	annotations, _ := out["annotations"].(map[string]any)
	for key, value := range annotations {
		s, _ := value.(string)
		if key != leaderAnnotation && s != Mark && (len(s) > 256 || strings.ContainsAny(s, "{[\n")) {
			r.below(".annotations"+step(key), func() { r.take(Copy) })
			annotations[key] = Mark
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
func (r *Redactor) members(m map[string]any, within meaning) map[string]any {
	out := make(map[string]any, len(m))
	kind, _ := m["kind"].(string)
	holdsData := kind == "Secret" || kind == "ConfigMap"
	for key, value := range m {
		meta, isMap := value.(map[string]any)
		as := r.meaning(key)
		switch {
		case as == container && (holdsData || within == secret || key != "data"):
			as = variables
		case within == secret && statesValue(key):
			as = variables
		case key == "content" && m["path"] != nil:
			as = variables
		case (statesValue(key) || key == "defaultValue") && r.namesSecret(m):
			as = secret
		case as == plain && within == plain && speaksOfKey(key) && isDrawn(value):
			as = secret
		}
		r.below(step(key), func() {
			if key == "metadata" && isMap {
				out[key] = r.metadata(meta, within)
				return
			}
			out[r.key(key, out)] = r.value(value, as, within)
		})
	}
	return out
}

// key is what may be shown of the name of a field, which may be a credential where
// a map holds data.
func (r *Redactor) key(key string, out map[string]any) string {
	if len(key) < leastRandom {
		return key
	}
	shown := r.shaped(key)
	for shown != key && out[shown] != nil {
		shown += "'"
	}
	return shown
}

func isDrawn(value any) bool {
	s, ok := value.(string)
	return ok && drawn(s)
}

// namesSecret reports whether a map is a pair of a name and a value in which
// the name tells that the value is a credential.
func (r *Redactor) namesSecret(m map[string]any) bool {
	for _, key := range []string{"name", "key", "Name", "Key", "header", "variable", "parameter", "property", "option", "setting", "field"} {
		if name, ok := m[key].(string); ok && (r.meaning(name) == secret || strings.EqualFold(name, "authorization")) {
			return true
		}
	}
	return false
}

// value returns what may be shown of the value of a field.
func (r *Redactor) value(value any, as, within meaning) any {
	below := as
	if as == plain || as == container {
		below = within
	}
	switch v := value.(type) {
	case map[string]any:
		if as == variables {
			return r.settings(v, false)
		}
		return r.members(v, below)
	case []any:
		return r.list(v, as, within)
	case string:
		switch {
		case as == plain && within == secret && drawn(v):
			return r.hide(Random, v)
		case as == plain, as == container, as == command && !strings.ContainsAny(v, " \t\n"):
			return r.text(v)
		case strings.HasPrefix(v, "-") && features.MatchString(v):
			return v
		case as == secret && harmless(v):
			return v
		case as == secret:
			return r.hide(Named, v)
		}
		return r.hide(Argument, v)
	case bool, nil:
		return v
	}
	if as == secret {
		return r.hide(Named, value)
	}
	if as == variables {
		return r.hide(Argument, value)
	}
	return value
}

// hide counts a value and returns what stands in for it. What is empty or hidden
// already stays.
func (r *Redactor) hide(family Family, value any) any {
	if value == Mark || value == "" {
		return value
	}
	r.take(family)
	return Mark
}

func (r *Redactor) list(list []any, as, within meaning) []any {
	out := make([]any, len(list))
	for i, item := range list {
		itemAs := as
		if as == command && i > 0 {
			itemAs = variables
		}
		if s, ok := item.(string); ok && itemAs == variables && tellsScope(flagBefore(list, i), s) {
			out[i] = s
			continue
		}
		r.below("[]", func() {
			if variable, ok := item.(map[string]any); ok && itemAs == variables {
				out[i] = r.settings(variable, true)
				return
			}
			out[i] = r.value(item, itemAs, within)
		})
	}
	return out
}

// flagBefore is the argument before one of a list.
func flagBefore(list []any, at int) string {
	if at == 0 {
		return ""
	}
	flag, _ := list[at-1].(string)
	return flag
}

// settings returns what may be shown of a map of variables or, as an item of a
// list, of one of them: the names, and where values come from.
func (r *Redactor) settings(m map[string]any, item bool) map[string]any {
	out := make(map[string]any, len(m))
	for key, value := range m {
		r.below(step(key), func() {
			switch {
			case item && (key == "name" || key == "value" && tellsScopeOf(m)):
				out[key] = value
			case key == "valueFrom":
				out[key] = r.value(value, plain, plain)
			default:
				out[r.key(key, out)] = r.value(value, variables, variables)
			}
		})
	}
	return out
}

// tellsScopeOf reports whether a variable says on which objects a controller acts.
func tellsScopeOf(variable map[string]any) bool {
	name, _ := variable["name"].(string)
	value, _ := variable["value"].(string)
	return !strings.HasPrefix(name, "-") && tellsScope(name, value)
}

// identity are the fields of metadata by which objects are told apart and traced.
var identity = map[string]bool{
	"name": true, "generateName": true, "namespace": true, "uid": true, "resourceVersion": true, "selfLink": true, "finalizers": true,
	"ownerReferences": true, "creationTimestamp": true, "deletionTimestamp": true,
}

// metadata returns what may be shown of an object's or a template's metadata.
func (r *Redactor) metadata(meta map[string]any, within meaning) map[string]any {
	out := make(map[string]any, len(meta))
	for key, value := range meta {
		inner, _ := value.(map[string]any)
		list, _ := value.([]any)
		r.below(step(key), func() {
			switch {
			case identity[key]:
				out[key] = value
			case key == "labels" && inner != nil, key == "annotations" && inner != nil:
				out[key] = r.annotations(inner)
			case key == "managedFields" && list != nil:
				out[key] = r.managed(list)
			default:
				out[key] = r.value(value, r.meaning(key), within)
			}
		})
	}
	return out
}

// annotations returns what may be shown of annotations, or labels.
func (r *Redactor) annotations(annotations map[string]any) map[string]any {
	out := make(map[string]any, len(annotations))
	for key, value := range annotations {
		_, name, found := strings.Cut(key, "/")
		if !found {
			name = key
		}
		r.below(step(key), func() {
			as := r.meaning(name)
			switch s, ok := value.(string); {
			case copiesObject(key):
				r.take(Copy)
			case !ok:
				out[key] = r.value(value, variables, plain)
			case as == secret, as == plain && speaksOfKey(name) && drawn(s):
				out[r.key(key, out)] = r.value(s, secret, plain)
			case as == variables, as == command:
				out[r.key(key, out)] = r.value(s, variables, plain)
			default:
				out[r.key(key, out)] = r.text(s)
			}
		})
	}
	return out
}

// managed keeps who changed what of the object, and when: names of fields, and the
// members of sets, which stand in them as names.
func (r *Redactor) managed(entries []any) []any {
	bare := r.kind == "Secret" || r.kind == "ConfigMap"
	out := make([]any, 0, len(entries))
	for _, e := range entries {
		entry, ok := e.(map[string]any)
		if !ok {
			continue
		}
		kept := map[string]any{}
		for key, value := range entry {
			fields, isTree := value.(map[string]any)
			switch {
			case key != "fieldsV1" || !isTree:
				kept[key] = value
			case !bare:
				kept[key] = r.keys(fields, false)
			case fields["f:metadata"] != nil:
				kept[key] = map[string]any{"f:metadata": fields["f:metadata"]}
			}
		}
		out = append(out, kept)
	}
	return out
}

// keys returns what may be shown of a tree that consists of names alone. Below the
// name of a credential the members of a set are hidden.
func (r *Redactor) keys(tree map[string]any, within bool) map[string]any {
	out := make(map[string]any, len(tree))
	for key, value := range tree {
		shown := r.key(key, out)
		if member, is := strings.CutPrefix(key, "v:"); is && member != `"`+Mark+`"` && (within || r.text(member) != member) {
			r.take(Named)
			shown = `v:"` + Mark + `"`
		}
		if inner, ok := value.(map[string]any); ok {
			field, _ := strings.CutPrefix(key, "f:")
			as := r.meaning(field)
			value = r.keys(inner, within || as == secret || as == variables)
		}
		out[shown] = value
	}
	return out
}

var (
	// features is an argument that can hold nothing but names and switches, and
	// often tells why a controller does what it does.
	features = regex.New(`^(--?feature-gates=)?(\w+=(true|false)(,\w+=(true|false))*|\$\(\w+\)|<redacted>)$`)
	// scope is an argument that says on what a controller acts: the name of the flag
	// and, if it is one word with it, names of namespaces or the value of a label.
	scope      = regex.New(`^--?(watch-filter|watch-namespaces?|namespaces?)(=[a-z0-9*][a-z0-9.,*-]{0,62})?$`)
	scopeValue = regex.New(`^[a-z0-9*][a-z0-9.,*-]{0,62}$`)
	scopeFlag  = regex.New(`^--?(watch-filter|watch-namespaces?|namespaces?|feature-gates)$`)
)

// tellsScope reports whether an argument, or the value of the variable of that
// name, says on which objects a controller acts, and nothing else.
func tellsScope(flag, value string) bool {
	switch {
	case scopeFlag.MatchString(value), scope.MatchString(value):
		return !drawn(value[strings.IndexByte(value, '=')+1:])
	case flag == "--feature-gates" || flag == "-feature-gates":
		return features.MatchString(value)
	}
	return (scopeFlag.MatchString(flag) || flag == "WATCH_NAMESPACE" || flag == "WATCH_NAMESPACES") && scopeValue.MatchString(value) && !drawn(value)
}
