package release

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/version"
)

// A server may call itself what it likes.
func TestVersionIsEscaped(t *testing.T) {
	var b strings.Builder
	if err := (Versions{Server: &version.Info{GitVersion: "v1\x1b[2J\nno"}}).Print(&b, "text"); err != nil {
		t.Fatal(err)
	}
	if want := "Server Version: v1\\x1b[2J no\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("got %q", b.String())
	}
}
