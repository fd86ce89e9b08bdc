// Package jsonschema validates documents against the JSON Schemas of docs/schema,
// for tests. It is no validator for the schemas of others.
package jsonschema

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Validator compares documents with a schema. It knows the keywords that ours
// use, and refuses any other, so that none is silently without effect. Numbers in
// the schema and in documents are json.Number.
type Validator struct {
	// Root is the whole schema, for what it refers to.
	Root map[string]any
	// Problems are what was found, each with the path to it.
	Problems []string
}

func (v *Validator) failf(path, format string, args ...any) {
	v.Problems = append(v.Problems, path+": "+fmt.Sprintf(format, args...))
}

// Check compares a value with a part of the schema. The path is what problems are
// told with; that of a document is "$".
func (v *Validator) Check(path string, schema map[string]any, value any) {
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		v.keyword(path, keyword, schema, value)
	}
}

func (v *Validator) items(path string, schema map[string]any, value any) {
	list, _ := value.([]any)
	for i, item := range list {
		v.Check(fmt.Sprintf("%s[%d]", path, i), schema, item)
	}
}

func (v *Validator) keyword(path, keyword string, schema map[string]any, value any) {
	arg := schema[keyword]
	switch keyword {
	case "$schema", "$id", "$defs", "title", "description":
	case "$ref":
		v.ref(path, arg.(string), value)
	case "type":
		if got := typeOf(value); got != arg && (arg != "number" || got != "integer") {
			v.failf(path, "is %s, not %v", got, arg)
		}
	case "const":
		if !reflect.DeepEqual(arg, value) {
			v.failf(path, "is %v, not %v", value, arg)
		}
	case "enum":
		if !slices.ContainsFunc(arg.([]any), func(a any) bool { return reflect.DeepEqual(a, value) }) {
			v.failf(path, "is %v, not one of %v", value, arg)
		}
	case "properties", "additionalProperties", "required":
		if object, ok := value.(map[string]any); ok {
			v.object(path, keyword, schema, object)
		}
	case "items":
		v.items(path, arg.(map[string]any), value)
	case "pattern", "format", "minLength":
		if s, ok := value.(string); ok {
			v.text(path, keyword, arg, s)
		}
	case "minimum":
		if n, ok := value.(json.Number); ok && number(n) < number(arg.(json.Number)) {
			v.failf(path, "is %v, less than %v", n, arg)
		}
	case "oneOf":
		v.oneOf(path, arg.([]any), value)
	default:
		v.failf(path, "the schema uses %q, which this validator does not know", keyword)
	}
}

// oneOf tells, where no part fits, what is wrong by the one that fits best.
func (v *Validator) oneOf(path string, parts []any, value any) {
	fitting := 0
	var nearest []string
	for _, part := range parts {
		trial := Validator{Root: v.Root}
		trial.Check(path, part.(map[string]any), value)
		switch {
		case len(trial.Problems) == 0:
			fitting++
		case nearest == nil || len(trial.Problems) < len(nearest):
			nearest = trial.Problems
		}
	}
	if fitting == 0 {
		v.Problems = append(v.Problems, nearest...)
	}
	if fitting != 1 {
		v.failf(path, "fits %d of %d forms", fitting, len(parts))
	}
}

func (v *Validator) ref(path, to string, value any) {
	target, known := v.Root["$defs"].(map[string]any)[strings.TrimPrefix(to, "#/$defs/")].(map[string]any)
	if !known {
		v.failf(path, "the schema refers to %s, which it does not have", to)
		return
	}
	v.Check(path, target, value)
}

func (v *Validator) object(path, keyword string, schema, value map[string]any) {
	known, _ := schema["properties"].(map[string]any)
	switch keyword {
	case "properties":
		for name, sub := range known {
			if field, present := value[name]; present {
				v.Check(path+"."+name, sub.(map[string]any), field)
			}
		}
	case "additionalProperties":
		if schema[keyword] != false {
			v.failf(path, "the schema allows additional properties")
		}
		for name := range value {
			if _, ok := known[name]; !ok {
				v.failf(path, "has %q, which the schema does not know", name)
			}
		}
	case "required":
		for _, name := range schema[keyword].([]any) {
			if _, present := value[name.(string)]; !present {
				v.failf(path, "lacks %q", name)
			}
		}
	}
}

func (v *Validator) text(path, keyword string, arg any, s string) {
	switch keyword {
	case "pattern":
		if !regexp.MustCompile(arg.(string)).MatchString(s) {
			v.failf(path, "%q does not match %v", s, arg)
		}
	case "format":
		if arg != "date-time" {
			v.failf(path, "the schema uses the format %v, which this validator does not know", arg)
		} else if _, err := time.Parse(time.RFC3339, s); err != nil {
			v.failf(path, "%v", err)
		}
	case "minLength":
		if float64(utf8.RuneCountInString(s)) < number(arg.(json.Number)) {
			v.failf(path, "%q is shorter than %v", s, arg)
		}
	}
}

func number(n json.Number) float64 {
	f, err := n.Float64()
	if err != nil {
		return 0
	}
	return f
}

func typeOf(value any) string {
	switch x := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if _, err := x.Int64(); err == nil {
			return "integer"
		}
		return "number"
	default:
		return "object"
	}
}
