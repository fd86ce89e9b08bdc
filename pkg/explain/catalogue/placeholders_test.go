package catalogue

import "testing"

// TestFillFields puts in what is a plain name, and nothing that could be read as anything
// else where it is pasted.
func TestFillFields(t *testing.T) {
	object := map[string]any{
		"metadata": map[string]any{"labels": map[string]any{"example.org/zone": "west-1"}},
		"spec":     map[string]any{"replicas": int64(3), "flag": "--all", "shell": "a; b", "empty": "", "map": map[string]any{"a": "b"}},
		"status":   map[string]any{"nodeName": "ip-10-0-0-1.ec2.internal"},
	}
	for text, want := range map[string]string{
		"nodes/{status.nodeName}":                    "nodes/ip-10-0-0-1.ec2.internal",
		"zone={metadata.labels[example.org/zone]}":   "zone=west-1",
		"{spec.replicas} of {status.nodeName}":       "3 of ip-10-0-0-1.ec2.internal",
		"{object}":                                   "{object}",
		"{{.data.value|base64decode}}":               "{{.data.value|base64decode}}",
		"jsonpath={.status.nodeName}":                "jsonpath={.status.nodeName}",
		`{"metadata":{"finalizers":null}}`:           `{"metadata":{"finalizers":null}}`,
		"{status.phase}":                             "",
		"{spec.flag}":                                "",
		"{spec.shell}":                               "",
		"{spec.empty}":                               "",
		"{spec.map}":                                 "",
		"{status.nodeName} {metadata.labels[other]}": "",
	} {
		got, known := FillFields(text, object)
		if known != (want != "") || known && got != want {
			t.Errorf("%s: got %q, %t; want %q", text, got, known, want)
		}
	}
}
