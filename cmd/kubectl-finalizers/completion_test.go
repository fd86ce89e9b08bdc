package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// silent is an address that accepts connections and never answers.
func silent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// place is a folder with a program in it.
func place(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// installed runs completion install as the program with a PATH of one folder.
func installed(t *testing.T, program, path string, args ...string) (code exit.Code, out, errOut string) {
	t.Helper()
	streams, _, o, e := genericiooptions.NewTestIOStreams()
	s := around(streams)
	s.program = program
	s.env = func(name string) string { return map[string]string{"PATH": path}[name] }
	code = run(t.Context(), append([]string{"completion", "install"}, args...), s)
	return code, o.String(), e.String()
}

func TestCompletionInstall(t *testing.T) {
	for program, link := range map[string]string{
		"kubectl-finalizers": "kubectl_complete-finalizers",
		"kubectl-why_stuck":  "kubectl_complete-why_stuck",
	} {
		t.Run(program, func(t *testing.T) {
			plugin := place(t, program)
			dir := filepath.Dir(plugin)
			path := filepath.Join(dir, link)
			for range 2 { // the second time renews it
				code, out, errOut := installed(t, plugin, dir)
				if code != exit.OK || errOut != "" || !strings.HasPrefix(out, "linked "+path+" to "+program+"\n") {
					t.Fatalf("%d\n%s%s", code, out, errOut)
				}
				if target, err := os.Readlink(path); err != nil || target != program {
					t.Fatalf("it leads to %q, %v", target, err)
				}
			}
			if code, out, _ := installed(t, plugin, dir, "--uninstall"); code != exit.OK || out != "removed "+path+"\n" {
				t.Errorf("removing: %d %s", code, out)
			}
			if _, err := os.Lstat(path); !os.IsNotExist(err) {
				t.Errorf("it is still there: %v", err)
			}
			if code, out, _ := installed(t, plugin, dir, "--uninstall"); code != exit.OK || out != path+" is not there; nothing to do\n" {
				t.Errorf("removing again: %d %s", code, out)
			}
		})
	}
}

// In another folder the link leads to where the PATH has the plugin, and not to
// where that leads: a package manager replaces the latter.
func TestCompletionInstallElsewhere(t *testing.T) {
	store, bin, other := place(t, "kubectl-finalizers"), t.TempDir(), t.TempDir()
	plugin := filepath.Join(bin, "kubectl-finalizers")
	if err := os.Symlink(store, plugin); err != nil {
		t.Fatal(err)
	}
	code, _, errOut := installed(t, plugin, bin, "--dir", other)
	if code != exit.OK || errOut != "warning: "+other+" is not on your PATH, so kubectl does not find it there\n" {
		t.Errorf("%d %s", code, errOut)
	}
	if target, err := os.Readlink(filepath.Join(other, "kubectl_complete-finalizers")); err != nil || target != plugin {
		t.Errorf("it leads to %q, %v", target, err)
	}
}

// What is not ours stays.
func TestCompletionInstallRefuses(t *testing.T) {
	plugin := place(t, "kubectl-finalizers")
	dir := filepath.Dir(plugin)
	path := filepath.Join(dir, "kubectl_complete-finalizers")
	for name, put := range map[string]func() error{
		"file": func() error { return os.WriteFile(path, []byte("mine"), 0o600) },
		"link": func() error { return os.Symlink("/bin/other", path) },
	} {
		for _, args := range [][]string{nil, {"--uninstall"}} {
			t.Run(name+strings.Join(args, ""), func(t *testing.T) {
				if err := put(); err != nil {
					t.Fatal(err)
				}
				code, out, errOut := installed(t, plugin, dir, args...)
				if code != exit.Failed || out != "" || !strings.Contains(errOut, "is no link to kubectl-finalizers") {
					t.Errorf("%d %s%s", code, out, errOut)
				}
				if err := os.Remove(path); err != nil {
					t.Errorf("it is gone: %v", err)
				}
			})
		}
	}
	if code, _, errOut := installed(t, plugin, dir, "--dir", filepath.Join(dir, "none")); code != exit.Failed || !strings.Contains(errOut, "hint: use --dir with a folder on your PATH") {
		t.Errorf("a folder that is not there: %d %s", code, errOut)
	}
	if code, _, errOut := installed(t, filepath.Join(dir, "none"), dir); code != exit.Failed || !strings.Contains(errOut, "looking for the plugin") {
		t.Errorf("a program that is not there: %d %s", code, errOut)
	}
}
