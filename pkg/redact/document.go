package redact

import (
	"bytes"
	"encoding/json"
	"strings"

	"sigs.k8s.io/yaml"
)

// mostDocument bounds the texts that are read as documents, in bytes. Longer ones
// are gone through as any other.
const mostDocument = 1 << 20

// document returns what may be shown of a text that is a document of JSON or
// YAML. One in which there is nothing to hide stays as it is; one in which there
// is becomes JSON.
func (r *Redactor) document(s string) (string, bool) {
	value, ok := parsed(s)
	if !ok {
		return "", false
	}
	before, err := Encode(value)
	if err != nil {
		return "", false
	}
	after, err := Encode(r.value(value, plain, plain))
	switch {
	case err != nil:
		return Mark, true
	case bytes.Equal(before, after):
		return s, true
	}
	return string(after), true
}

func parsed(s string) (value any, ok bool) {
	if len(s) > mostDocument {
		return nil, false
	}
	trimmed := strings.TrimSpace(s)
	if trimmed == "" {
		return nil, false
	}
	if trimmed[0] == '{' || trimmed[0] == '[' {
		d := json.NewDecoder(strings.NewReader(trimmed))
		d.UseNumber()
		if d.Decode(&value) == nil && !d.More() {
			return value, true
		}
		return nil, false
	}
	// Of one line of YAML, and of several documents, the pairs tell as much.
	if !strings.Contains(trimmed, "\n") || !strings.Contains(trimmed, ":") || strings.Contains(trimmed, "\n---") {
		return nil, false
	}
	if yaml.Unmarshal([]byte(s), &value) != nil {
		return nil, false
	}
	switch value.(type) {
	case map[string]any, []any:
		return value, true
	}
	return nil, false
}
