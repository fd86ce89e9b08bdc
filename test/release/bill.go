package release

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// bill is a bill of materials in the form of CycloneDX 1.6.
type bill struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licenses   []license  `json:"licenses,omitempty"`
	Purl       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type license struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// billOf lists what a binary is made of, by what the Go linker wrote into it.
// The binary itself is told by its own checksum; a module by that of go.sum,
// which is one over a list of files and hence no hash in the format's sense.
func billOf(binary, version string) ([]byte, error) {
	content, err := os.ReadFile(binary)
	if err != nil {
		return nil, fmt.Errorf("reading the binary: %w", err)
	}
	info, err := buildinfo.Read(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("reading what the binary is made of: %w", err)
	}
	sum := sha256.Sum256(content)
	self := newComponent("application", info.Main.Path, version)
	self.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	apache := license{}
	apache.License.ID = "Apache-2.0"
	self.Licenses = []license{apache}
	for _, s := range info.Settings {
		if s.Key == "GOOS" || s.Key == "GOARCH" {
			self.Properties = append(self.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	b := bill{Format: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: metadata{self}}
	b.Components = append(b.Components, newComponent("library", "stdlib", strings.TrimPrefix(info.GoVersion, "go")))
	for _, module := range info.Deps {
		b.Components = append(b.Components, componentOf(module))
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("writing the bill of materials: %w", err)
	}
	return append(text, '\n'), nil
}

func componentOf(module *debug.Module) component {
	if module.Replace != nil {
		module = module.Replace
	}
	c := newComponent("library", module.Path, module.Version)
	if module.Sum != "" {
		c.Properties = []property{{"go:sum", module.Sum}}
	}
	return c
}

// newComponent names a Go module. Package URLs have its path in lower case.
func newComponent(kind, path, version string) component {
	purl := "pkg:golang/" + strings.ToLower(path) + "@" + strings.ReplaceAll(version, "+", "%2B")
	return component{Type: kind, Ref: purl, Name: path, Version: version, Purl: purl}
}
