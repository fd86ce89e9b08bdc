//go:build unix && krew

package release_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/release"
)

// descriptor names a part of an image.
type descriptor struct {
	Digest   string
	Platform struct{ OS, Architecture string }
}

// TestImage reads the image as a container engine does: from index.json down to the
// program, each part by its digest; and runs it.
func TestImage(t *testing.T) {
	out := t.TempDir()
	o := release.Options{Source: source, Out: out, Version: "v1.2.3", Date: time.Unix(1700000000, 0), Progress: io.Discard, Platforms: []release.Platform{here}}
	if here.OS != "linux" {
		o.Platforms = release.ImagePlatforms
	}
	file, err := release.Image(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := contents(t, bytes.NewReader(first))
	var index struct{ Manifests []descriptor }
	decode(t, parts["index.json"], &index)
	decode(t, blob(t, parts, index.Manifests[0].Digest), &index)
	if len(index.Manifests) != len(o.Platforms) {
		t.Fatalf("%d manifests", len(index.Manifests))
	}
	var manifest struct {
		Config descriptor
		Layers []descriptor
	}
	decode(t, blob(t, parts, index.Manifests[0].Digest), &manifest)
	var config struct {
		OS, Architecture string
		Config           struct {
			User            string
			Entrypoint, Cmd []string
		}
		RootFS struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	decode(t, blob(t, parts, manifest.Config.Digest), &config)
	if config.OS != "linux" || config.Config.User != "65532:65532" || len(manifest.Layers) != 1 {
		t.Errorf("the image is %+v with %d layers", config, len(manifest.Layers))
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(blob(t, parts, manifest.Layers[0].Digest)))
	if err != nil {
		t.Fatal(err)
	}
	layer, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	if got := digest(layer); got != config.RootFS.DiffIDs[0] {
		t.Errorf("the layer is %s, the image says %s", got, config.RootFS.DiffIDs[0])
	}
	files := contents(t, bytes.NewReader(layer))
	program := strings.TrimPrefix(config.Config.Entrypoint[0], "/")
	if len(files) != 1 || files[program] == nil {
		t.Fatalf("%d files, of which %s is %v", len(files), program, files[program] != nil)
	}
	if here.OS == "linux" {
		path := filepath.Join(out, program)
		if err := os.WriteFile(path, files[program], 0o700); err != nil {
			t.Fatal(err)
		}
		said, err := exec.CommandContext(t.Context(), path, "version", "--client").CombinedOutput()
		if err != nil || !strings.Contains(string(said), "v1.2.3") {
			t.Errorf("%v: %s", err, said)
		}
	}
	again, err := release.Image(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := os.ReadFile(again); err != nil || !bytes.Equal(first, second) {
		t.Errorf("built twice, it differs: %v", err)
	}
}

func contents(t *testing.T, from io.Reader) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for r := tar.NewReader(from); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[header.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func blob(t *testing.T, parts map[string][]byte, name string) []byte {
	t.Helper()
	content := parts["blobs/"+strings.Replace(name, ":", "/", 1)]
	if got := digest(content); got != name {
		t.Fatalf("what should be %s is %s", name, got)
	}
	return content
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
