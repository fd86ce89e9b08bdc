package manifest

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Setting is from where a workload takes a setting: a ConfigMap or a Secret in its namespace.
type Setting struct {
	Kind, Name string
	Key        string // empty where it takes all of them
	Variable   string // that is set by the key, empty where all of them are, or files
	// AtStart says that the workload reads it when it starts, and not again.
	AtStart bool
}

// SettingsOf are from where a workload takes its settings, by its variables and its volumes.
func SettingsOf(workload *unstructured.Unstructured) (out []Setting) {
	for _, c := range ContainersOf(workload) {
		for _, entry := range entriesOf(c, "env") {
			variable, _ := entry["name"].(string)
			for kind, field := range map[string]string{"ConfigMap": "configMapKeyRef", "Secret": "secretKeyRef"} {
				name, _, _ := unstructured.NestedString(entry, "valueFrom", field, "name")
				key, _, _ := unstructured.NestedString(entry, "valueFrom", field, "key")
				out = append(out, Setting{Kind: kind, Name: name, Key: key, Variable: variable, AtStart: true})
			}
		}
		for _, entry := range entriesOf(c, "envFrom") {
			for kind, field := range map[string]string{"ConfigMap": "configMapRef", "Secret": "secretRef"} {
				name, _, _ := unstructured.NestedString(entry, field, "name")
				out = append(out, Setting{Kind: kind, Name: name, AtStart: true})
			}
		}
	}
	for _, volume := range MapsAt(workload, podsAt(workload, "volumes")...) {
		name, _, _ := unstructured.NestedString(volume, "configMap", "name")
		secret, _, _ := unstructured.NestedString(volume, "secret", "secretName")
		out = append(out, Setting{Kind: "ConfigMap", Name: name}, Setting{Kind: "Secret", Name: secret})
	}
	return slices.DeleteFunc(out, func(s Setting) bool { return s.Name == "" })
}

// SettingOf is from where a workload takes a variable, where that is a key of something else.
func SettingOf(workload *unstructured.Unstructured, variable string) (s Setting, found bool) {
	for _, s := range SettingsOf(workload) {
		if s.Variable == variable {
			return s, true
		}
	}
	return s, false
}

// SettingNamed is the one of which words name the variable, or what it is from.
func SettingNamed(workload *unstructured.Unstructured, from func(Setting) bool, by func(variable string) bool) (s Setting, found bool) {
	for _, s := range SettingsOf(workload) {
		if strings.Contains(s.Variable, "_") && by(s.Variable) || strings.Contains(s.Name, "-") && from(s) {
			return s, true
		}
	}
	return s, false
}

// Holds reports whether a value is a text, or holds it anywhere.
func Holds(value any, text string) bool {
	switch v := value.(type) {
	case string:
		return v == text || strings.HasSuffix(v, "/"+text)
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return Holds(e, text) })
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), func(e any) bool { return Holds(e, text) })
	}
	return false
}

// entriesOf are the objects of a list of a container.
func entriesOf(container map[string]any, field string) (out []map[string]any) {
	list, _ := container[field].([]any)
	for _, e := range list {
		if entry, is := e.(map[string]any); is {
			out = append(out, entry)
		}
	}
	return out
}
