//go:build unix

package release_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/release"
)

func TestRender(t *testing.T) {
	none := func(string) (string, error) { return "", os.ErrNotExist }
	for name, text := range map[string]string{
		"no such archive": `metadata: {name: {{addURIAndSha "x/{{ .TagName }}" .TagName }}`,
		"unknown word":    `metadata: {name: {{ .Version }}}`,
		"no name":         `metadata: {}`,
		"no manifest":     `a: b: c`,
	} {
		if _, _, err := release.Render(text, "v1.0.0", none); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	const template = "metadata: {name: p}\na:\n  - b: c\n    {{addURIAndSha \"http://x/{{ .TagName }}/y\" .TagName }}\n"
	plugin, text, err := release.Render(template, "v1.0.0", func(url string) (string, error) { return "sum of " + url, nil })
	const want = "metadata: {name: p}\na:\n  - b: c\n    uri: http://x/v1.0.0/y\n    sha256: sum of http://x/v1.0.0/y\n"
	if err != nil || plugin != "p" || text != want {
		t.Errorf("%q, %q, %v", plugin, text, err)
	}
}

func TestVersions(t *testing.T) {
	for version, want := range map[string]bool{
		"v1.2.3": true, "v0.0.0-g10bf6f4-dirty": true, "v1.2.3-rc.1": true,
		"": false, "1.2.3": false, "v1.2": false, "10bf6f4": false, "v1.2.3+a": false, "v1.2.3\n": false, "v01.2.3": false,
	} {
		o := release.Options{Source: t.TempDir(), Out: t.TempDir(), Version: version, Platforms: release.Platforms[:1], Progress: io.Discard}
		err := release.Make(t.Context(), o)
		if refused := err != nil && strings.Contains(err.Error(), "is none of a release"); refused == want {
			t.Errorf("%q: %v", version, err)
		}
	}
}

func TestParse(t *testing.T) {
	if all, err := release.Parse(""); err != nil || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
	got, err := release.Parse("windows/arm64,linux/amd64")
	if diff := cmp.Diff([]release.Platform{{OS: "windows", Arch: "arm64"}, {OS: "linux", Arch: "amd64"}}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if _, err := release.Parse("linux/386"); err == nil {
		t.Error("a platform that is none of ours is taken")
	}
}
