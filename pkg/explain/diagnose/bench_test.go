package diagnose_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkDiagnose judges many objects that wait for few causes, and one
// namespace that holds many.
func BenchmarkDiagnose(b *testing.B) {
	catalogue := builtIn(b)
	for name, objects := range map[string]string{
		"1000 objects of 5 causes":     manyOfFewCauses(1000),
		"a namespace of 5000 objects":  fullNamespace(5000),
		"1000 that wait for each next": longChain(1000),
	} {
		c := whyCase{objects: objects, going: true}
		if err := c.open(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.run(b.Context(), catalogue); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

const asked = `creationTimestamp: "2026-03-01T10:00:00Z", deletionTimestamp: "2026-03-01T11:20:00Z", deletionGracePeriodSeconds: 0`

func putBy(manager, finalizer string) string {
	return fmt.Sprintf(`managedFields: [{manager: %s, operation: Update, apiVersion: v1, time: "2026-03-01T10:00:00Z", fieldsType: FieldsV1, fieldsV1: {"f:metadata": {"f:finalizers": {".": {}, 'v:"%s"': {}}}}}]`,
		manager, finalizer)
}

func uidOf(i int) string { return fmt.Sprintf("10000000-0000-4000-8000-%012d", i) }

// manyOfFewCauses are objects held by five finalizers in ten namespaces: by a
// holder that is scaled to zero, by one that fails, by one that is not there, by
// one that nobody knows, and by pods that use them.
func manyOfFewCauses(n int) string {
	var b strings.Builder
	b.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com, uid: 20000000-0000-4000-8000-000000000001}
spec: {group: example.com, scope: Namespaced, names: {kind: Widget, plural: widgets, singular: widget}, versions: [{name: v1, served: true, storage: true}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: widget-operator, namespace: ops, uid: 20000000-0000-4000-8000-000000000002}
spec: {replicas: 0, selector: {matchLabels: {app: widget}}, template: {metadata: {labels: {app: widget}}, spec: {serviceAccountName: widget}}}
`)
	for i := range n {
		namespace := fmt.Sprint("team-", i%10)
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w-%d, namespace: %s, uid: %s, %s, finalizers: [example.com/widget], %s}\n",
				i, namespace, uidOf(i), asked, putBy("widget-operator", "example.com/widget"))
		case 1:
			fmt.Fprintf(&b, "---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w-%d, namespace: %s, uid: %s, %s, finalizers: [example.com/other], %s}\n"+
				"status: {conditions: [{type: Ready, status: \"False\", reason: DeleteFailed, message: \"cannot delete bucket b-%d: access denied\", lastTransitionTime: \"2026-03-01T11:30:00Z\"}]}\n",
				i, namespace, uidOf(i), asked, putBy("bucket-operator", "example.com/other"), i)
		case 2:
			fmt.Fprintf(&b, "---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w-%d, namespace: %s, uid: %s, %s, finalizers: [finalizer.managedresource.crossplane.io]}\n",
				i, namespace, uidOf(i), asked)
		case 3:
			fmt.Fprintf(&b, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c-%d, namespace: %s, uid: %s, %s, finalizers: [acme.test/unknown]}\n",
				i, namespace, uidOf(i), asked)
		case 4:
			fmt.Fprintf(&b, "---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data-%d, namespace: %s, uid: %s, %s, finalizers: [kubernetes.io/pvc-protection]}\nspec: {volumeName: v-%d}\n"+
				"---\napiVersion: v1\nkind: Pod\nmetadata: {name: p-%d, namespace: %s, uid: %s}\nspec: {nodeName: n1, volumes: [{name: d, persistentVolumeClaim: {claimName: data-%d}}]}\nstatus: {phase: Running}\n",
				i, namespace, uidOf(i), asked, i, i, namespace, uidOf(1_000_000+i), i)
		}
	}
	return b.String()
}

// fullNamespace is a namespace that is going, with that many objects in it of
// which one in ten is held.
func fullNamespace(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, uid: 20000000-0000-4000-8000-000000000003, %s}\nspec: {finalizers: [kubernetes]}\nstatus: {phase: Terminating}\n", asked)
	for i := range n {
		held := ""
		if i%10 == 0 {
			held = ", finalizers: [acme.test/hold], " + asked
		}
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c-%d, namespace: shop, uid: %s%s}\n", i, uidOf(i), held)
	}
	return b.String()
}

// longChain are owners that are deleted in the foreground, each of the next.
func longChain(n int) string {
	var b strings.Builder
	for i := range n {
		owner := ""
		if i > 0 {
			owner = fmt.Sprintf(", ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: c-%d, uid: %s, blockOwnerDeletion: true}]", i-1, uidOf(i-1))
		}
		finalizer := "foregroundDeletion"
		if i == n-1 {
			finalizer = "acme.test/hold"
		}
		if i > 0 {
			b.WriteString("---\n")
		}
		fmt.Fprintf(&b, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c-%d, namespace: shop, uid: %s, %s, finalizers: [%s]%s}\n", i, uidOf(i), asked, finalizer, owner)
	}
	return b.String()
}
