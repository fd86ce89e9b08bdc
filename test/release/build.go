package release

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// Platform is an operating system and a processor, in Go's names.
type Platform struct{ OS, Arch string }

// Platforms are those that a release is for.
var Platforms = []Platform{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

func (p Platform) String() string { return p.OS + "/" + p.Arch }

// Binary is the name of the plugin's file.
func (p Platform) Binary() string {
	if p.OS == "windows" {
		return "kubectl-finalizers.exe"
	}
	return "kubectl-finalizers"
}

// Archive is the name of the platform's archive.
func (p Platform) Archive(version string) string {
	if p.OS == "windows" {
		return p.stem(version) + ".zip"
	}
	return p.stem(version) + ".tar.gz"
}

// Bill is the name of the platform's bill of materials.
func (p Platform) Bill(version string) string { return p.stem(version) + ".cdx.json" }

func (p Platform) stem(version string) string {
	return "kubectl-finalizers_" + version + "_" + p.OS + "_" + p.Arch
}

// build links the plugin. Everything by which this machine could show in the
// binary is set: its folders, its git, its environment.
func build(ctx context.Context, source, version string, p Platform, binary string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly",
		"-ldflags", "-s -w -X main.stamp="+version, "-o", binary, "./cmd/kubectl-finalizers")
	cmd.Dir = source
	cmd.Env = append(os.Environ(),
		"CGO_ENABLED=0", "GOOS="+p.OS, "GOARCH="+p.Arch, "GOAMD64=v1", "GOARM64=v8.0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off", "GOFIPS140=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the plugin: %w: %s", err, out)
	}
	return nil
}
