package manifest

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func started(image string, args ...any) map[string]any {
	containers := []any{map[string]any{"name": "manager", "image": image, "args": args}}
	return map[string]any{"spec": map[string]any{"template": map[string]any{"spec": map[string]any{"containers": containers}}}}
}

func TestGate(t *testing.T) {
	tests := map[string]struct {
		workload map[string]any
		want     string
	}{
		"on":                  {started("m:v1", "--feature-gates=A=true,Fast=true"), "on"},
		"two words":           {started("m:v1", "--feature-gates", "Fast=true"), "on"},
		"off":                 {started("m:v1", "--feature-gates=AllAlpha=true, Fast=false"), "off"},
		"not named":           {started("m:v1", "--feature-gates=FastLane=true"), ""},
		"no flag":             {started("m:v1", "--v=4"), ""},
		"from a variable":     {started("m:v1", "--feature-gates=$(GATES)"), "unknown"},
		"taken out":           {started("m:v1", "<redacted>", "<redacted>"), "unknown"},
		"its value taken out": {started("m:v1", "--feature-gates=<redacted>"), "unknown"},
		"not read":            {map[string]any{}, "unknown"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := GateOf(tt.workload, "Fast"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReleaseOfWorkload(t *testing.T) {
	for image, want := range map[string]string{
		"openkruise/kruise-manager:v1.7.0":              "v1.7.0",
		"host:5000/openkruise/kruise-manager:1.8.2-rc1": "1.8.2-rc1",
		"openkruise/kruise-manager:v1.7.0@sha256:0123":  "v1.7.0",
		"openkruise/kruise-manager:latest":              "",
		"openkruise/kruise-manager":                     "",
		"openkruise/kruise-manager@sha256:0123":         "",
	} {
		if got := ReleaseIn(started(image)); got != want {
			t.Errorf("%s: got %q, want %q", image, got, want)
		}
	}
}

// What runs beside the program has releases of its own.
func TestReleaseBesideOthers(t *testing.T) {
	for want, images := range map[string][]any{
		"v1.9.1": {"quay.io/brancz/kube-rbac-proxy:v0.18.0", "openkruise/kruise-manager:v1.9.1"},
		"v1.7.0": {"mirror/a:v1.7.0", "mirror/b:v1.7.0"},
		"":       {"quay.io/brancz/kube-rbac-proxy:v0.18.0", "mirror/operator:v1.9.1"},
	} {
		if got := ReleaseIn(running("kruise-controller-manager", images...)); got != want {
			t.Errorf("%s: got %q, want %q", images, got, want)
		}
	}
	// the proxy's is not that of a program whose own image tells none
	for _, image := range []string{"openkruise/kruise-manager:latest", "mirror/operator@sha256:0123"} {
		if got := ReleaseIn(running("kruise-controller-manager", "quay.io/brancz/kube-rbac-proxy:v0.18.0", image)); got != "" {
			t.Errorf("%s: got %q, want none", image, got)
		}
	}
}

func running(workload string, images ...any) map[string]any {
	var containers []any
	for _, image := range images {
		containers = append(containers, map[string]any{"image": image})
	}
	return map[string]any{
		"metadata": map[string]any{"name": workload},
		"spec":     map[string]any{"template": map[string]any{"spec": map[string]any{"containers": containers}}},
	}
}

func TestSetAt(t *testing.T) {
	entry := func(at string, fields map[string]any) any {
		return map[string]any{"manager": "m", "operation": "Update", "time": at, "fieldsV1": fields}
	}
	one := map[string]any{"f:metadata": map[string]any{
		"f:labels":     map[string]any{"f:example.com/a": map[string]any{}},
		"f:finalizers": map[string]any{`v:"example.com/f"`: map[string]any{}},
	}}
	two := map[string]any{"f:metadata": map[string]any{"f:finalizers": map[string]any{`v:"example.com/f"`: map[string]any{}}}}
	obj := &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"managedFields": []any{
		entry("2026-03-01T10:00:00Z", one), entry("2026-03-01T11:00:00Z", two),
	}}}}
	for path, want := range map[string]string{
		"metadata.labels[example.com/a]":     "2026-03-01T10:00:00Z",
		"metadata.finalizers[example.com/f]": "2026-03-01T11:00:00Z",
		"metadata.finalizers[example.com/a]": "",
		"metadata.labels[example.com/f]":     "",
		"spec.replicas":                      "",
	} {
		got := ""
		if at := SetAt(obj, path); !at.IsZero() {
			got = at.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestBefore(t *testing.T) {
	for _, tt := range []struct {
		one, other string
		want       bool
	}{
		{"v0.1.0", "v0.2.0", true},
		{"0.1.0", "v0.2.0-rc.1", true},
		{"v0.2.0-rc.1", "v0.2.0", true},
		{"v0.2.0", "v0.2.0", false},
		{"v0.10.0", "v0.9.4", false},
		{"", "v0.2.0", false},
		{"v0.1.0", "", false},
		{"dev", "v0.2.0", false},
	} {
		if got := Before(tt.one, tt.other); got != tt.want {
			t.Errorf("%q before %q: %v", tt.one, tt.other, got)
		}
	}
}
