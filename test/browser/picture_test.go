//go:build unix

package browser

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

var update = flag.Bool("update", false, "take the pictures of the documents anew")

// The part of a report that the documents show.
const (
	pictureWidth  = 1000
	pictureHeight = 830
)

// TestPicture holds that the documents show a report as it is made today. No two releases
// of a browser draw alike, so that a picture says itself of which report it is.
func TestPicture(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), labtest.Plugin(t), "why-stuck", "bucket.foreground.example.org/b1", "-n", "script-foreground", "--from", "crossplane-foreground.json", "-o", "html")
	cmd.Dir = "../demo"
	report, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code != 3 {
		t.Fatalf("it ends with %d: %v", code, err)
	}
	sum := sha256.Sum256(report)
	source := "sha256:" + hex.EncodeToString(sum[:])
	for _, scheme := range []string{"light", "dark"} {
		file := filepath.Join("..", "..", "docs", "pictures", "report-"+scheme+".png")
		if *update {
			page := filepath.Join(t.TempDir(), "report.html")
			if err := os.WriteFile(page, report, 0o644); err != nil {
				t.Fatal(err)
			}
			take(t, "file://"+page, scheme, file)
			mark(t, file, source)
		}
		picture, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(picture, []byte(source)) {
			t.Errorf("%s is of another report: go test ./test/browser -run TestPicture -update, and look at it", file)
		}
	}
}

func take(t *testing.T, address, scheme, file string) {
	t.Helper()
	p := Start(t).Open(t, address)
	p.Looks(t, scheme, false)
	p.Do(t, "Emulation.setDeviceMetricsOverride", map[string]any{"width": pictureWidth, "height": pictureHeight, "deviceScaleFactor": 1, "mobile": false}, nil)
	var shot struct{ Data string }
	p.Do(t, "Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	p.write(t, shot.Data, file)
}

// mark puts a text into a picture, behind its header.
func mark(t *testing.T, file, text string) {
	t.Helper()
	const header = 8 + 4 + 4 + 13 + 4 // the signature, and the first chunk
	picture, err := os.ReadFile(file)
	if err != nil || len(picture) < header {
		t.Fatalf("%d bytes: %v", len(picture), err)
	}
	body := append([]byte("tEXtSource\x00"), text...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	chunk = append(chunk, body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body))
	marked := append(append(append([]byte{}, picture[:header]...), chunk...), picture[header:]...)
	if err := os.WriteFile(file, marked, 0o644); err != nil {
		t.Fatal(err)
	}
}
