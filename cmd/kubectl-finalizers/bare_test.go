package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/cli-runtime/pkg/genericiooptions"
)

// Only an object, or nothing but flags that why-stuck has, stands for why-stuck.
func TestBare(t *testing.T) {
	_, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
	why := []string{
		"ns/shop", "-A", "-n shop", "-nshop pvc/a", "-n shop pvc/a pvc/b", "--namespace shop --all-namespaces=false",
		"-o json ns/shop", "-Ao json", "-w ns/shop", "-f x.yaml", "--from dump -- ns/shop", "--context prod", "-v=6 ns/shop", "-v 6 -A",
		"ns/shop --hlep", // which is why-stuck's to refuse
	}
	for _, line := range why {
		args := strings.Fields(line)
		if diff := cmp.Diff(append([]string{"why-stuck"}, args...), bare(root, args)); diff != "" {
			t.Errorf("%s:\n%s", line, diff)
		}
	}
	other := []string{
		"", "trace ns/shop", "version", "pods", "pods a", "--help", "-h", "why-stuck -A", "-n shop trace pvc/a",
		"--bogus", "-Z", "-n shop --bogus", "__complete trace po", "help trace", "-A trace",
	}
	for _, line := range other {
		args := strings.Fields(line)
		if diff := cmp.Diff(args, bare(root, args)); diff != "" {
			t.Errorf("%s:\n%s", line, diff)
		}
	}
}
