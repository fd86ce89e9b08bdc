package manifest

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestSettings(t *testing.T) {
	ref := func(field, name, key string) map[string]any {
		return map[string]any{field: map[string]any{"name": name, "key": key}}
	}
	workload := &unstructured.Unstructured{Object: map[string]any{"kind": "Deployment", "spec": map[string]any{"template": map[string]any{"spec": map[string]any{
		"containers": []any{map[string]any{
			"env": []any{
				map[string]any{"name": "GEAR_HOST", "valueFrom": ref("configMapKeyRef", "gear-env", "host")},
				map[string]any{"name": "GEAR_KEY", "valueFrom": ref("secretKeyRef", "gear-login", "key")},
				map[string]any{"name": "GEAR_SIZE", "value": "3"},
			},
			"envFrom": []any{map[string]any{"configMapRef": map[string]any{"name": "gear-all"}}},
		}},
		"volumes": []any{map[string]any{"configMap": map[string]any{"name": "gear-files"}}, map[string]any{"emptyDir": map[string]any{}}},
	}}}}}
	want := []Setting{
		{Kind: "ConfigMap", Name: "gear-env", Key: "host", Variable: "GEAR_HOST", AtStart: true},
		{Kind: "Secret", Name: "gear-login", Key: "key", Variable: "GEAR_KEY", AtStart: true},
		{Kind: "ConfigMap", Name: "gear-all", AtStart: true},
		{Kind: "ConfigMap", Name: "gear-files"},
	}
	if got := SettingsOf(workload); !slices.Equal(got, want) {
		t.Errorf("SettingsOf() = %+v, want %+v", got, want)
	}
	for words, want := range map[string]string{
		"GEAR_HOST is not set": "gear-env", "bad line in gear-files": "gear-files",
		"GEAR_SIZE is not set": "", "no gear": "",
	} {
		if got, _ := SettingNamed(workload, func(s Setting) bool { return strings.Contains(words, s.Name) }, func(word string) bool { return strings.Contains(words, word) }); got.Name != want {
			t.Errorf("SettingNamed(%q) = %q, want %q", words, got.Name, want)
		}
	}
}

func TestHolds(t *testing.T) {
	spec := map[string]any{"store": map[string]any{"logins": []any{map[string]any{"name": "gear-login"}, "shop/gear-key"}}, "size": int64(3)}
	for text, want := range map[string]bool{"gear-login": true, "gear-key": true, "gear": false, "login": false, "name": false} {
		if got := Holds(spec, text); got != want {
			t.Errorf("Holds(%q) = %t, want %t", text, got, want)
		}
	}
}
