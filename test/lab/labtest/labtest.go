//go:build unix

// Package labtest gives a test a control plane for as long as it runs.
package labtest

import (
	"os"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// Pool makes a pool of control planes, and ends it with the test.
func Pool(t *testing.T, size int) *lab.Pool {
	t.Helper()
	p := lab.NewPool(t.Context(), size, os.Stderr)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

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
