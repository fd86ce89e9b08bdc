//go:build unix

// Package far_test counts how many round trips in a row an answer takes: what a person
// waits for whose cluster is far away.
package far_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

const (
	// roundTrip is much longer than what the machine takes to think.
	roundTrip = 250 * time.Millisecond
	// furtherKinds are more than a server takes requests on one connection.
	furtherKinds = 150
	// tries is how often is asked: a machine that is busy sends a request later than it could,
	// which then seems to have waited for another. What waits for another does so each time.
	tries = 3
)

// The most round trips in a row.
const (
	mostTrace   = 5
	mostWhy     = 8
	mostFurther = 2 // for each further link of the chain
)

// TestInARow asks about objects over a link, and counts.
func TestInARow(t *testing.T) {
	l := labtest.Start(t)
	plugin := labtest.Plugin(t)
	fill(t, l)
	far, err := l.Far(t.Context(), lab.Link{RoundTrip: roundTrip}, l.Kubectl)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := far.Close(); err != nil {
			t.Error(err)
		}
	})
	tests := []struct {
		name string
		args string
		exit int
		says string
		most int
	}{
		{"a workload", "trace deployment/web -n shop", 0, "replicaset.apps/web-1", mostTrace},
		{"the lowest of it", "trace pod/web-1-a -n shop", 0, "deployment.apps/web", mostTrace},
		{"a custom object", "trace bucket/logs -n shop", 0, "bucket.storage.example.com/logs", mostTrace},
		{"what a controller at zero holds", "why-stuck bucket/logs -n shop", 3, "bucket-operator", mostWhy},
		{"a claim that a pod uses", "why-stuck pvc/data -n shop", 3, "pod", mostWhy},
		{"a namespace", "why-stuck namespace/leaving", 3, "leaving", mostWhy + mostFurther},
		{"what waits for what a controller at zero holds", "why-stuck deployment/parent -n shop", 3, "bucket", mostWhy + mostFurther},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var chain []lab.Call
			for range tries {
				far.Calls()
				began := time.Now()
				out, code := run(t, plugin, far.Kubeconfig, strings.Fields(tt.args)...)
				took := time.Since(began)
				if code != tt.exit || !strings.Contains(out, tt.says) {
					t.Errorf("%s ended with %d, not %d, and should say %q:\n%s", tt.args, code, tt.exit, tt.says, out)
				}
				calls := far.Calls()
				chain = calls.InARow()
				t.Logf("%s: %d requests, %d in a row, %d at a time, %s", tt.args, len(calls.All), len(chain), calls.Most(), took.Round(time.Millisecond))
				if len(chain) <= tt.most {
					break
				}
			}
			if len(chain) > tt.most || testing.Verbose() {
				for _, c := range chain {
					t.Log(c)
				}
			}
			if len(chain) > tt.most {
				t.Errorf("%d round trips in a row are more than %d", len(chain), tt.most)
			}
		})
	}
}

// run runs the plugin, and returns what it printed and its exit code.
func run(t *testing.T, plugin, kubeconfig string, args ...string) (out string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, plugin, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig)
	printed, err := cmd.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(printed), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(printed), 0
}

// fill makes what the questions are about.
func fill(t *testing.T, l *lab.Lab) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(l.Apply(ctx, definitions()))
	_, err := l.Run(ctx, "wait", "--for=condition=Established", "--timeout=120s", "crd", "--all")
	must(err)
	must(l.Namespace(ctx, "shop"))
	must(l.Namespace(ctx, "leaving"))
	must(l.StopControllers()) // what they would make is made by hand, and stays
	must(l.Eventually(ctx, "buckets to be served", func() error { return l.Apply(ctx, content) }))
	uid := func(object string) string {
		t.Helper()
		out, err := l.Run(ctx, "get", object, "-n", "shop", "-o", "jsonpath={.metadata.uid}")
		must(err)
		return out
	}
	must(l.Apply(ctx, fmt.Sprintf(replicaSet, uid("deployment/web"))))
	must(l.Apply(ctx, fmt.Sprintf(pod, uid("replicaset/web-1"))))
	must(l.Apply(ctx, fmt.Sprintf(dependent, uid("deployment/parent"))))
	for _, args := range []string{
		"delete bucket/logs bucket/child pvc/data -n shop --wait=false",
		"delete deployment/parent -n shop --wait=false --cascade=foreground",
		"delete bucket/last -n leaving --wait=false",
		"delete namespace/leaving --wait=false",
	} {
		_, err := l.Run(ctx, strings.Fields(args)...)
		must(err)
	}
}

// definitions are those of the buckets and of many further kinds.
func definitions() string {
	var b strings.Builder
	define := func(kind, plural, group string) {
		fmt.Fprintf(&b, `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: %[2]s.%[3]s}
spec:
  group: %[3]s
  scope: Namespaced
  names: {kind: %[1]s, plural: %[2]s, singular: %[4]s}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`, kind, plural, group, strings.ToLower(kind))
	}
	define("Bucket", "buckets", "storage.example.com")
	for i := range furtherKinds {
		define(fmt.Sprintf("Thing%d", i), fmt.Sprintf("thing%ds", i), fmt.Sprintf("g%d.example.com", i/10))
	}
	return b.String()
}

const content = `
apiVersion: v1
kind: Namespace
metadata: {name: operators}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: bucket-operator, namespace: operators}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: bucket-operator}
rules:
- {apiGroups: [storage.example.com], resources: [buckets, buckets/finalizers], verbs: [get, list, watch, update, patch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: bucket-operator}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: bucket-operator}
subjects: [{kind: ServiceAccount, name: bucket-operator, namespace: operators}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: bucket-operator, namespace: operators}
spec:
  replicas: 0
  selector: {matchLabels: {app: bucket-operator}}
  template:
    metadata: {labels: {app: bucket-operator}}
    spec:
      serviceAccountName: bucket-operator
      containers: [{name: manager, image: registry.example.com/bucket-operator:1}]
---
apiVersion: storage.example.com/v1
kind: Bucket
metadata: {name: logs, namespace: shop, finalizers: [storage.example.com/cleanup]}
---
apiVersion: storage.example.com/v1
kind: Bucket
metadata: {name: last, namespace: leaving, finalizers: [storage.example.com/cleanup]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop, finalizers: [kubernetes.io/pvc-protection]}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: reader, namespace: shop}
spec:
  nodeName: node-1
  containers: [{name: c, image: i}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: i}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: parent, namespace: shop}
spec:
  replicas: 0
  selector: {matchLabels: {app: parent}}
  template:
    metadata: {labels: {app: parent}}
    spec: {containers: [{name: c, image: i}]}
`

const replicaSet = `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web-1
  namespace: shop
  labels: {app: web}
  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: %s, controller: true, blockOwnerDeletion: true}]
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: i}]}
`

const pod = `
apiVersion: v1
kind: Pod
metadata:
  name: web-1-a
  namespace: shop
  labels: {app: web}
  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: %s, controller: true, blockOwnerDeletion: true}]
spec: {containers: [{name: c, image: i}]}
`

const dependent = `
apiVersion: storage.example.com/v1
kind: Bucket
metadata:
  name: child
  namespace: shop
  finalizers: [storage.example.com/cleanup]
  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: parent, uid: %s, blockOwnerDeletion: true}]
`
