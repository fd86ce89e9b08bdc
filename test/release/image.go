package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ImagePlatforms are those that the image is for.
var ImagePlatforms = []Platform{{"linux", "amd64"}, {"linux", "arm64"}}

// ImageArchive is the name of the image's file.
func ImageArchive(version string) string { return "kubectl-finalizers_" + version + "_oci.tar" }

// nobody is who the image runs as.
const nobody = "65532:65532"

// The media types of the parts of an image.
const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// blob names a part of an image by what is in it.
type blob struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *blobPlatform     `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type blobPlatform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

// layout is an image as files of an archive.
type layout struct{ files []entry }

// add puts a part in, once, and names it.
func (l *layout) add(mediaType string, content []byte) blob {
	sum := sha256.Sum256(content)
	name := "blobs/sha256/" + hex.EncodeToString(sum[:])
	if !slices.ContainsFunc(l.files, func(e entry) bool { return e.name == name }) {
		l.files = append(l.files, entry{name: name, mode: 0o644, content: content})
	}
	return blob{MediaType: mediaType, Digest: "sha256:" + hex.EncodeToString(sum[:]), Size: len(content)}
}

func (l *layout) addJSON(mediaType string, value any) (blob, error) {
	content, err := json.Marshal(value)
	if err != nil {
		return blob{}, fmt.Errorf("writing a part of the image: %w", err)
	}
	return l.add(mediaType, content), nil
}

// Image builds an OCI image of the plugin for a cluster, with no program in it but this
// one, and returns its file. It is the same bytes wherever it is built.
func Image(ctx context.Context, o Options) (string, error) {
	if !isVersion.MatchString(o.Version) {
		return "", fmt.Errorf("the version %q is none of a release: it is like v1.2.3 or v1.2.3-rc.1", o.Version)
	}
	platforms := o.Platforms
	if len(platforms) == 0 {
		platforms = ImagePlatforms
	}
	var l layout
	var manifests []blob
	for _, p := range platforms {
		if p.OS != "linux" {
			return "", fmt.Errorf("there is no image for %s", p)
		}
		fmt.Fprintf(o.Progress, "building the image for %s\n", p)
		manifest, err := l.platform(ctx, &o, p)
		if err != nil {
			return "", fmt.Errorf("the image for %s: %w", p, err)
		}
		manifests = append(manifests, manifest)
	}
	index, err := l.addJSON(indexType, map[string]any{"schemaVersion": 2, "mediaType": indexType, "manifests": manifests})
	if err != nil {
		return "", err
	}
	index.Annotations = map[string]string{
		"org.opencontainers.image.ref.name": o.Version,
		"io.containerd.image.name":          "localhost/kubectl-finalizers:" + o.Version,
	}
	entrance, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": indexType, "manifests": []blob{index}})
	if err != nil {
		return "", fmt.Errorf("writing the index of the image: %w", err)
	}
	l.files = append(l.files,
		entry{name: "index.json", mode: 0o644, content: entrance},
		entry{name: "oci-layout", mode: 0o644, content: []byte(`{"imageLayoutVersion":"1.0.0"}`)})
	slices.SortFunc(l.files, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	packed, err := plainTar(o.Date.UTC(), l.files)
	if err != nil {
		return "", fmt.Errorf("packing the image: %w", err)
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return "", fmt.Errorf("making the folder of the image: %w", err)
	}
	file := filepath.Join(o.Out, ImageArchive(o.Version))
	if err := os.WriteFile(file, packed, 0o644); err != nil {
		return "", fmt.Errorf("storing the image: %w", err)
	}
	return file, nil
}

// platform adds the image of one platform and names its manifest.
func (l *layout) platform(ctx context.Context, o *Options, p Platform) (blob, error) {
	scratch, err := os.MkdirTemp("", "kubectl-finalizers-image-")
	if err != nil {
		return blob{}, fmt.Errorf("making a folder to build in: %w", err)
	}
	defer os.RemoveAll(scratch)
	binary := filepath.Join(scratch, p.Binary())
	if err := build(ctx, o.Source, o.Version, p, binary); err != nil {
		return blob{}, err
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		return blob{}, fmt.Errorf("reading the binary: %w", err)
	}
	plain, err := plainTar(o.Date.UTC(), []entry{{name: p.Binary(), mode: 0o755, content: program}})
	if err != nil {
		return blob{}, fmt.Errorf("packing the layer: %w", err)
	}
	packed, err := zipped(plain)
	if err != nil {
		return blob{}, fmt.Errorf("packing the layer: %w", err)
	}
	diff := sha256.Sum256(plain)
	created := o.Date.UTC().Format(time.RFC3339)
	config, err := l.addJSON(configType, map[string]any{
		"created": created, "architecture": p.Arch, "os": p.OS,
		"config": map[string]any{
			"User": nobody, "Entrypoint": []string{"/" + p.Binary()}, "Cmd": []string{"serve", "--listen=:8080"},
			"ExposedPorts": map[string]any{"8080/tcp": struct{}{}},
			"Labels":       map[string]string{"org.opencontainers.image.version": o.Version, "org.opencontainers.image.title": "kubectl-finalizers"},
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + hex.EncodeToString(diff[:])}},
		"history": []map[string]string{{"created": created, "created_by": "kubectl-finalizers " + o.Version}},
	})
	if err != nil {
		return blob{}, err
	}
	manifest, err := l.addJSON(manifestType, map[string]any{
		"schemaVersion": 2, "mediaType": manifestType, "config": config, "layers": []blob{l.add(layerType, packed)},
	})
	manifest.Platform = &blobPlatform{Architecture: p.Arch, OS: p.OS}
	return manifest, err
}
