package redact

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestSecretCopies(t *testing.T) {
	const whole = `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"aGlkZGVu"}}`
	for name, test := range map[string]struct {
		kind, key, text string
		want            bool
	}{
		"JSON":                       {"Ox", "a.example.com/b", whole, true},
		"stringData":                 {"Ox", "a", `{"kind":"Secret","stringData":{"p":"hidden"}}`, true},
		"in a list":                  {"Ox", "a", `{"kind":"List","items":[` + whole + `]}`, true},
		"JSON in JSON":               {"Ox", "a", asJSON(anyMap{"applied": whole}), true},
		"YAML":                       {"Ox", "a", "kind: Secret\ndata:\n  p: aGlkZGVu\n", true},
		"documents of YAML":          {"Ox", "a", "kind: ConfigMap\ndata: {a: b}\n---\nkind: Secret\ndata:\n  p: aGlkZGVu\n", true},
		"base64":                     {"Ox", "a", base64.StdEncoding.EncodeToString([]byte(whole)), true},
		"packed":                     {"Ox", "objectset.rio.cattle.io/applied", packed(whole), true},
		"a Secret's last applied":    {"Secret", "kubectl.kubernetes.io/last-applied-configuration", "?", true},
		"a Secret's original":        {"Secret", "kapp.k14s.io/original", "{}", true},
		"a Secret's objectset":       {"Secret", "objectset.rio.cattle.io/applied", "H4sI", true},
		"a Secret without data":      {"Ox", "a", `{"kind":"Secret","metadata":{"name":"s"}}`, false},
		"a reference":                {"Ox", "a", `{"ref":{"kind":"Secret","name":"s"},"data":{"a":"b"}}`, false},
		"a ConfigMap's last applied": {"ConfigMap", "kubectl.kubernetes.io/last-applied-configuration", `{"kind":"ConfigMap","data":{"a":"b"}}`, false},
		"JSON in a sentence":         {"Ox", "a", "applied " + whole + " at noon", true},
		"escaped in a sentence":      {"Ox", "a", "applied " + asJSON(whole) + " at noon", true},
		"two in a row":               {"Ox", "a", `{"kind":"ConfigMap"}` + whole, true},
		"a sentence of its kind":     {"Ox", "a", "{it} waits for kind: Secret s", false},
		"a sentence":                 {"Ox", "a", "waits for the Secret s", false},
		"packed, something else":     {"Ox", "objectset.rio.cattle.io/applied", packed(`{"kind":"ConfigMap","data":{"a":"b"}}`), false},
	} {
		t.Run(name, func(t *testing.T) {
			obj := object(test.kind, anyMap{"metadata": anyMap{"name": "o", "annotations": anyMap{test.key: test.text, "kept": "kept"}}})
			before := asJSON(obj)
			var want []string
			if test.want {
				want = []string{test.key}
			}
			keys := SecretCopies(obj)
			if diff := cmp.Diff(want, keys); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			annotations := WithoutAnnotations(obj, keys)["metadata"].(anyMap)["annotations"].(anyMap)
			if _, there := annotations[test.key]; there == test.want || annotations["kept"] != "kept" {
				t.Errorf("left: %v", annotations)
			}
			if after := asJSON(obj); after != before {
				t.Errorf("the object was changed: %s", after)
			}
		})
	}
}
