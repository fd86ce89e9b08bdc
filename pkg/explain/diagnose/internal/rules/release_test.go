package rules

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

func TestReleaseOf(t *testing.T) {
	for image, want := range map[string]string{
		"registry.k8s.io/kro/kro:v0.9.4":                "v0.9.4",
		"localhost:5000/kro:0.2.0-rc.1":                 "0.2.0-rc.1",
		"ghcr.io/kro/controller:v0.1.0@sha256:00112233": "v0.1.0",
		"ghcr.io/kro/controller@sha256:00112233":        "",
		"localhost:5000/kro":                            "",
		"kro:latest":                                    "",
		"kro:1":                                         "",
		"":                                              "",
	} {
		if got := manifest.ReleaseOf(image); got != want {
			t.Errorf("%q: got %q, want %q", image, got, want)
		}
	}
}

// A program is told from what runs beside it by its name or that of its image.
func TestProgramsIn(t *testing.T) {
	container := func(name, image string) any { return map[string]any{"name": name, "image": image} }
	for name, tt := range map[string]struct {
		containers []any
		want       string
	}{
		"alone, whatever its name": {[]any{container("manager", "x/y:v1.0.0")}, "x/y:v1.0.0"},
		"by the container":         {[]any{container("kro", "x/y:v1.0.0"), container("proxy", "x/proxy:v8.0.0")}, "x/y:v1.0.0"},
		"by the image":             {[]any{container("manager", "x/kro:v1.0.0"), container("proxy", "x/proxy:v8.0.0")}, "x/kro:v1.0.0"},
		"by neither":               {[]any{container("manager", "x/y:v1.0.0"), container("proxy", "x/proxy:v8.0.0")}, ""},
		"nothing":                  {nil, ""},
	} {
		if got := strings.Join(programsIn(tt.containers, "kro"), " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}
