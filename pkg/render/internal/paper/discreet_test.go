package paper

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDiscreet judges commands by what they print.
func TestDiscreet(t *testing.T) {
	for command, want := range map[string]string{
		"kubectl get secrets/demo-kubeconfig -n shop -o go-template={{.data.value}}": "demo-kubeconfig",
		"kubectl get secret/s -o yaml":                           "s.yaml",
		"kubectl -n shop get secret s -o yaml":                   "s.yaml",
		"kubectl --new flag get secret s -o yaml":                "s.yaml",
		"kubectl --new flag config view --raw":                   "kubeconfig",
		"kubectl --context a config view --raw":                  "kubeconfig",
		"kubectl get --raw /api/v1/namespaces/shop/secrets/s":    "s",
		"kubectl get --raw=/api/v1/secrets?limit=1":              "secrets",
		"kubectl get --raw /api/v1/namespaces/shop/pods/s":       "",
		"kubectl finalizers explain get secrets -o yaml":         "",
		"kubectl get -n shop secret s -o=json --context prod":    "s.json",
		"kubectl get --context prod secrets -A -ojson":           "secrets.json",
		"kubectl get configmaps,Secrets.v1. -o jsonpath={.data}": "secrets",
		"kubectl get secrets/s -o custom-columns=A:.data":        "s",
		"kubectl get secrets/s --template {{.data}}":             "s",
		"kubectl config view --raw":                              "kubeconfig",
		"kubectl config view --raw -ojson":                       "kubeconfig",
		"kubectl config view --raw -ojsonpath={.users}":          "kubeconfig",
		"kubectl config view --raw --template={{.}}":             "kubeconfig",
		"kubectl config view --raw=false -ojson":                 "",
		"kubectl get -oyaml --raw /api/v1/namespaces/a/secrets":  "secrets",
		"clusterctl get kubeconfig demo":                         "kubeconfig",
		"kubectl get secrets/s":                                  "",
		"kubectl get secrets -o wide":                            "",
		"kubectl get secrets/s -o name":                          "",
		"kubectl describe secrets/s":                             "",
		"kubectl config view":                                    "",
		"kubectl config get-contexts":                            "",
		"kubectl get externalsecrets/s -o yaml":                  "",
		"kubectl get secrets.vault.example.com/s -o yaml":        "",
		"kubectl get pods/secret -o yaml":                        "",
		"kubectl get pods -n secret -o yaml":                     "",
		"kubectl finalizers why-stuck secrets/s -o yaml":         "",
		"kubectl delete secrets/s -o name":                       "",
	} {
		words := strings.Fields(command)
		got := CommandOf(words).Words
		switch {
		case want == "" && strings.Join(got, " ") != command:
			t.Errorf("%s: becomes %q", command, got)
		case want != "" && (len(got) != len(words)+4 || got[3] != want):
			t.Errorf("%s: becomes %q, want the file %s", command, got, want)
		}
	}
}

// TestDiscreetRuns has every shell run such a command, with a kubectl that prints
// a secret.
func TestDiscreetRuns(t *testing.T) {
	const secret = "s3cr3t"
	for _, shell := range shells {
		t.Run(shell.name, func(t *testing.T) {
			installed(t, shell.program)
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "kubectl"), []byte("#!/bin/sh\necho "+secret+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			line := CommandSpan([]string{"kubectl", "get", "secrets/it", "-o", "jsonpath={.data['a b']}"}).Text
			run := func() (string, error) {
				cmd := exec.Command(shell.program, shell.args...)
				cmd.Dir, cmd.Env, cmd.Stdin = dir, []string{"PATH=" + dir + ":/usr/bin:/bin", "HOME=" + dir}, strings.NewReader("umask 022\n"+line+"\n")
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			out, err := run()
			if err != nil || out != "" {
				t.Fatalf("prints %q: %v", out, err)
			}
			file := filepath.Join(dir, "it")
			text, err := os.ReadFile(file)
			if err != nil || string(text) != secret+"\n" {
				t.Fatalf("the file holds %q: %v", text, err)
			}
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("its mode is %v: %v", info.Mode(), err)
			}
			// The near miss: a file that is there already is nobody's to overwrite.
			if err := os.WriteFile(file, []byte("mine"), 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := run(); err == nil || strings.Contains(out, secret) {
				t.Errorf("with a file of that name: %q, %v", out, err)
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != "mine" {
				t.Errorf("the file that was there holds %q: %v", text, err)
			}
		})
	}
}
