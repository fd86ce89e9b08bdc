//go:build unix

// Package labtest gives a test a control plane for as long as it runs.
package labtest

import (
	"os"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// Start starts a control plane, and ends it with the test.
func Start(t *testing.T) *lab.Lab {
	t.Helper()
	l, err := lab.Start(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}
