package main

import (
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// How long to watch is a matter of minutes; more is said before a server is asked.
func TestObserveUsage(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	for observe, want := range map[string]string{
		"1000h": "--observe=1000h0m0s is more than an hour\nhint: kubectl finalizers watch",
		"1h1s":  "--observe=1h0m1s is more than an hour",
		"-1s":   "--observe=-1s is less than 0",
		"x":     `invalid argument "x" for "--observe"`,
	} {
		streams, _, out, errOut := genericiooptions.NewTestIOStreams()
		code := run(t.Context(), []string{"why-stuck", "pod/a", "--observe=" + observe}, around(streams))
		if code != exit.Misused || out.Len() > 0 || !strings.Contains(errOut.String(), want) {
			t.Errorf("%s: got %d, %q, %q; want %d and %q", observe, code, out, errOut, exit.Misused, want)
		}
	}
	// The longest that is taken: what is wrong then is that there is no cluster.
	streams, _, _, errOut := genericiooptions.NewTestIOStreams()
	if code := run(t.Context(), []string{"why-stuck", "pod/a", "--observe=1h"}, around(streams)); code == exit.Misused {
		t.Errorf("1h is refused: %q", errOut)
	}
}
