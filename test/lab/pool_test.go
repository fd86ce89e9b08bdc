//go:build unix

package lab_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// left is what a test may leave behind: a kind of its own with an object whose
// finalizer nobody takes off and that nobody can read, an API group whose server is
// gone, a policy that refuses, a namespace that does not go.
const left = `
{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: left}, webhooks: [
  {name: left.example.com, clientConfig: {url: "https://127.0.0.1:1/"}, rules: [{apiGroups: ["*"], apiVersions: ["*"], operations: [DELETE], resources: ["*/*"]}], sideEffects: None, admissionReviewVersions: [v1]}]}
---
{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: v1.left.example.com},
  spec: {group: left.example.com, version: v1, groupPriorityMinimum: 1000, versionPriority: 10, insecureSkipTLSVerify: true, service: {name: nowhere, namespace: default}}}
---
{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: left.example.com}}
---
{apiVersion: v1, kind: Pod, metadata: {name: left, namespace: left, finalizers: [example.com/left]}, spec: {containers: [{name: c, image: i}]}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {left: behind}}}
`

const leftWebhook = `{"spec":{"conversion":{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],"clientConfig":{"url":"https://127.0.0.1:1/"}}},` +
	`"versions":[{"name":"v2","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}},{"name":"v1","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}`

// The next borrower finds nothing of what the one before has left, and can make the
// same things again.
func TestPool(t *testing.T) {
	pool := lab.NewPool(t.Context(), 1, os.Stderr)
	t.Cleanup(func() { must(t, pool.Close()) })
	file := filepath.Join(t.TempDir(), "crd.yaml")
	must(t, os.WriteFile(file, []byte(crd), 0o600))
	var dirs []string
	for round := range 3 {
		l, err := pool.Borrow()
		must(t, err)
		dirs = append(dirs, l.Dir)
		for question, want := range map[string]string{
			"get crd,csidrivers,validatingwebhookconfigurations -o name":    "",
			"get apiservice v1.left.example.com --ignore-not-found -o name": "",
			"get pods -A -o name":    "",
			"get namespaces -o name": "namespace/default\nnamespace/kube-node-lease\nnamespace/kube-public\nnamespace/kube-system\n",
			"get namespace default -o jsonpath={.metadata.labels.left}": "",
		} {
			out, err := l.Run(t.Context(), strings.Fields(question)...)
			must(t, err)
			if out != want {
				t.Errorf("round %d: %s: got %q, want %q", round, question, out, want)
			}
		}
		must(t, l.Namespace(t.Context(), "left"))
		must(t, l.InstallCRDs(t.Context(), file))
		must(t, l.Apply(t.Context(), `{apiVersion: lab.example.com/v1, kind: Toy, metadata: {name: left, namespace: left, finalizers: [example.com/left]}}`))
		must(t, l.Apply(t.Context(), left))
		_, err = l.Run(t.Context(), "patch", "crd", "toys.lab.example.com", "--type=merge", "--patch", leftWebhook)
		must(t, err)
		_, err = l.Run(t.Context(), "delete", "namespace", "left", "--wait=false")
		if err != nil && !strings.Contains(err.Error(), "left.example.com") {
			t.Error(err)
		}
		pool.Return(l, false)
	}
	if dirs[0] != dirs[1] || dirs[1] != dirs[2] {
		t.Errorf("the control plane was replaced: %v", dirs)
	}
}

// What was disturbed is not lent again.
func TestPoolDisturbed(t *testing.T) {
	pool := lab.NewPool(t.Context(), 1, os.Stderr)
	t.Cleanup(func() { must(t, pool.Close()) })
	l, err := pool.Borrow()
	must(t, err)
	must(t, l.StopAPIServer())
	pool.Return(l, true)
	again, err := pool.Borrow()
	must(t, err)
	defer pool.Return(again, false)
	if again.Dir == l.Dir {
		t.Error("it is lent again")
	}
	if _, err := again.Run(t.Context(), "get", "namespaces"); err != nil {
		t.Error(fmt.Errorf("the next one: %w", err))
	}
}
