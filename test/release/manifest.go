package release

import (
	"errors"
	"fmt"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"
)

// Render renders a manifest's template as krew-release-bot does, whose language
// it is written in, and returns the plugin's name with it. The bot downloads
// what a URL leads to for its checksum; here sum tells it.
func Render(text, version string, sum func(url string) (string, error)) (plugin, manifest string, err error) {
	tag := struct{ TagName string }{version}
	expand := func(text string, funcs template.FuncMap) (string, error) {
		t, err := template.New("").Funcs(funcs).Parse(text)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		err = t.Execute(&b, tag)
		return b.String(), err
	}
	manifest, err = expand(text, template.FuncMap{
		"addURIAndSha": func(url, _ string) (string, error) {
			url, err := expand(url, nil)
			if err != nil {
				return "", err
			}
			sum, err := sum(url)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("uri: %s\n    sha256: %s", url, sum), nil
		},
	})
	if err != nil {
		return "", "", fmt.Errorf("expanding the template: %w", err)
	}
	var head struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	if err := yaml.Unmarshal([]byte(manifest), &head); err != nil {
		return "", "", fmt.Errorf("reading the manifest: %w", err)
	}
	if head.Metadata.Name == "" {
		return "", "", errors.New("the manifest names no plugin")
	}
	return head.Metadata.Name, manifest, nil
}
