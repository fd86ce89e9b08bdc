//go:build unix

package demo_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

var capture = flag.Bool("capture", false, "renew the bundled snapshot from a real control plane")

// snapshotFile holds the cluster that make demo shows.
const snapshotFile = "stuck.json"

// TestDemo runs what make demo runs, and reads the answers. With -capture it
// first produces the stuck deletions on a real control plane and stores a
// snapshot of them.
func TestDemo(t *testing.T) {
	plugin := filepath.Join(t.TempDir(), "kubectl-finalizers")
	build := exec.Command("go", "build", "-o", plugin, "github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the plugin: %v\n%s", err, out)
	}
	if *capture {
		captureSnapshot(t, plugin)
	}
	for target, wants := range map[string][]string{
		"trace namespace/shop":                       {"namespace/shop  deleting", "! says NamespaceContentRemaining=False", "kubernetes (namespace controller)", "pod/orders-0", "example.io/drain-traffic (holder not known)", "kubernetes.io/pvc-protection (pvc protection)"},
		"trace database/orders --namespace=data":     {"database.cloud.example.com/orders  deleting", "! says Ready=True", "foregroundDeletion (garbage collector)", "instance.cloud.example.com/orders-primary  deleting", "AccessDenied"},
		"why-stuck namespace/shop":                   {"pods go first, and 1 is left: orders-0", "Status lies: namespace/shop"},
		"why-stuck database/orders --namespace=data": {"instance.cloud.example.com/orders-primary", "do not delete it again without --cascade=foreground", "Status lies"},
	} {
		cmd := exec.Command(plugin, append(strings.Fields(target), "--from="+snapshotFile)...)
		var out, errOut bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errOut
		// What is stuck or undecided ends with a code of its own.
		if err := cmd.Run(); err != nil && !slices.Contains([]int{3, 5}, cmd.ProcessState.ExitCode()) {
			t.Errorf("%s: %v\n%s", target, err, &errOut)
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: the answer lacks %q:\n%s", target, want, &out)
			}
		}
	}
}

// captureSnapshot produces the states for real.
func captureSnapshot(t *testing.T, plugin string) {
	t.Helper()
	l, err := lab.Start(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { must(t, l.Close()) }()
	must(t, l.InstallCRDs(t.Context(), "crds.yaml"))
	objects, err := os.ReadFile("objects.yaml")
	must(t, err)
	must(t, l.Apply(t.Context(), string(objects)))
	uid := run(t, l, "get", "database/orders", "--namespace=data", "--output=jsonpath={.metadata.uid}")
	must(t, l.Apply(t.Context(), fmt.Sprintf(`{apiVersion: cloud.example.com/v1, kind: Instance,
  metadata: {name: orders-primary, namespace: data, finalizers: [cloud.example.com/instance],
    ownerReferences: [{apiVersion: cloud.example.com/v1, kind: Database, name: orders, uid: %s, controller: true, blockOwnerDeletion: true}]}}`, uid)))
	must(t, l.SetStatus(t.Context(), "data", "database/orders", `{"conditions":[{"type":"Ready","status":"True","reason":"Available"}]}`))
	must(t, l.Eventually(t.Context(), "the Deployment's pods", func() error {
		if n := strings.Count(run(t, l, "get", "pods", "--namespace=shop", "--output=name"), "pod/web"); n != 8 {
			return fmt.Errorf("%d of 8", n)
		}
		return nil
	}))
	run(t, l, "delete", "persistentvolumeclaim/orders-data", "--namespace=shop", "--wait=false")
	run(t, l, "delete", "namespace/shop", "--wait=false")
	run(t, l, "delete", "database/orders", "--namespace=data", "--cascade=foreground", "--wait=false")
	must(t, l.Eventually(t.Context(), "the instance to be deleting", func() error {
		if run(t, l, "get", "instance/orders-primary", "--namespace=data", "--output=jsonpath={.metadata.deletionTimestamp}") == "" {
			return fmt.Errorf("not yet")
		}
		return nil
	}))
	must(t, l.SetStatus(t.Context(), "data", "instance/orders-primary",
		`{"conditions":[{"type":"Synced","status":"False","reason":"ReconcileError","message":"delete failed: AccessDenied: not authorized to perform DeleteDBInstance"}]}`))
	time.Sleep(75 * time.Second) // past the pod's grace period, and long enough that silence means something
	snapshot := exec.Command(plugin, "snapshot", "--all-namespaces", "--kubeconfig", l.Kubeconfig)
	snapshot.Stderr = os.Stderr
	text, err := snapshot.Output()
	must(t, err)
	must(t, os.WriteFile(snapshotFile, text, 0o644))
}

func run(t *testing.T, l *lab.Lab, args ...string) string {
	t.Helper()
	out, err := l.Run(t.Context(), args...)
	must(t, err)
	return out
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
