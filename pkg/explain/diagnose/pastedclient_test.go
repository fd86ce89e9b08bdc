package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedClient takes what kubectl, helm or terraform print of their own wait for no failure of the holder.
func TestWhyPastedClient(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/release]\n"
	const asked = "$ kubectl delete gear g1 -n shop\ngear.acme.test \"g1\" deleted\n"
	const controller = "E0201 10:12:00.000000       1 gear.go:12] failed to delete gear shop/g1: timed out waiting for the condition\n"
	checkAll(t, map[string]pasted{
		"kubectl":      {text: asked + "error: timed out waiting for the condition\n\n" + gear, is: "Gear shop/g1: Undecided", lacks: "timed out"},
		"its watch":    {text: asked + "error: An error occurred while waiting for the object to be deleted: an error on the server (\"unable to decode an event from the watch stream: INTERNAL_ERROR\")\n\n" + gear, is: "Gear shop/g1: Undecided", lacks: "INTERNAL_ERROR"},
		"helm":         {text: "Error: uninstallation completed with 1 error(s): context deadline exceeded\n\n" + gear, is: "Gear shop/g1: Undecided", lacks: "deadline"},
		"a controller": {text: asked + controller + "\n" + gear, is: "Gear shop/g1: Stuck Failing", says: "timed out waiting"},
		"both":         {text: asked + "error: timed out waiting for the condition\n" + controller + "\n" + gear, is: "Gear shop/g1: Stuck Failing", says: "failed to delete gear"},
	})
}

// TestWhyPastedCopiedFirst puts what was copied of an object before what is presumed of it.
func TestWhyPastedCopiedFirst(t *testing.T) {
	const table = "$ kubectl get pods -n shop\nNAME   READY   STATUS        RESTARTS   AGE\np1     0/1     Terminating   0          2d18h\n\n"
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p1\n  namespace: shop\n"
	const held = "  finalizers: [batch.kubernetes.io/job-tracking]\n"
	const graced = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 30\n"
	for name, tt := range map[string]struct {
		text, first string
		presumed    bool // the kubelet is
	}{
		"a finalizer":        {table + pod + held, "batch.kubernetes.io/job-tracking", true},
		"its grace was told": {table + pod + graced + held, "", false},
		"no finalizer":       {table + pod + "  labels: {a: b}\n", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			d := pasted{text: tt.text}.diagnosed(t)
			if got := d.Of(d.Causes[0].Holds[0]).Finalizer; got != tt.first {
				t.Errorf("first %q", got)
			}
			for i := range d.Objects[0].Holds {
				if h := &d.Objects[0].Holds[i]; h.Presumed() != (tt.presumed && h.Finalizer == "") {
					t.Errorf("%q, %s: presumed %t", h.Finalizer, h.Message, h.Presumed())
				}
			}
		})
	}
}

// TestWhyPastedEmptyList takes what an object waits for or needs for gone where the list of its kind was printed and is empty,
// or where the server has said that it is not there.
func TestWhyPastedEmptyList(t *testing.T) {
	const pod = "```\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers: [batch.kubernetes.io/job-tracking]\n  ownerReferences:\n  - apiVersion: batch/v1\n    kind: Job\n    name: j1\n    controller: true\n```\n"
	const empty = "$ kubectl get job -n shop\nNo resources found in shop namespace.\n"
	checkAll(t, map[string]pasted{
		"an empty list":        {text: empty + pod, is: "Pod shop/p1: Undecided", holder: "job controller", says: "job/j1 is gone"},
		"one of another place": {text: strings.ReplaceAll(empty, "shop", "mill") + pod, is: "Pod shop/p1: Undecided", holder: "job controller", lacks: "j1 is gone"},
		"nothing tells":        {text: pod, is: "Pod shop/p1: Undecided", holder: "job controller", lacks: "j1 is gone"},
	})
	const machine = "```\napiVersion: cluster.x-k8s.io/v1beta1\nkind: Machine\nmetadata:\n  name: m1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [machine.cluster.x-k8s.io]\n  ownerReferences:\n  - apiVersion: cluster.x-k8s.io/v1beta1\n    kind: MachineSet\n    name: s1\nspec: {clusterName: c1}\n```\n"
	const sought = "$ kubectl get cluster c1 -n shop\nError from server (NotFound): clusters.cluster.x-k8s.io \"c1\" not found\n"
	const shown, holder, missing = "$ kubectl get machine m1 -o yaml\n", "cluster-api core", "as long as its Cluster c1 is missing"
	const gone, untold = "Machine shop/m1: Stuck PrerequisiteGone", "Machine shop/m1: Undecided"
	checkAll(t, map[string]pasted{
		"not found":                 {text: sought + machine, is: gone, holder: holder, says: missing},
		"in the namespace of all":   {text: strings.Replace(sought, " -n shop", "", 1) + strings.Replace(machine, "```\n", "```\n"+shown, 1), is: gone, holder: holder, says: missing},
		"in a namespace not known":  {text: strings.Replace(sought, " -n shop", "", 1) + machine, is: untold, holder: holder, does: "which was not copied: if it is gone, nobody will remove it " + missing},
		"after a change of context": {text: strings.Replace(sought, " -n shop", "", 1) + "$ kubectl config use-context far\n" + strings.Replace(machine, "```\n", "```\n"+shown, 1), is: untold, holder: holder, does: "which was not copied: if it is gone, nobody will remove it " + missing},
		"elsewhere":                 {text: strings.Replace(sought, "shop", "mill", 1) + machine, is: untold, holder: holder, does: "which was not copied: if it is gone, nobody will remove it " + missing},
		"another of its kind":       {text: strings.ReplaceAll(sought, "c1", "c2") + machine, is: untold, holder: holder, does: "which was not copied: if it is gone, nobody will remove it " + missing},
		"there in a table":          {text: sought + "$ kubectl get clusters.cluster.x-k8s.io -n shop\nNAME   PHASE         AGE\nc1     Provisioned   5d\n" + machine, is: untold, holder: holder, does: "which was not copied: if it is gone, nobody will remove it " + missing},
	})
}

// TestWhyPastedOwnerShown has a claim wait for the pod that it was made for where a table of pods shows that, of its namespace.
func TestWhyPastedOwnerShown(t *testing.T) {
	const claim = "```\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: c1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [kubernetes.io/pvc-protection]\n  ownerReferences:\n  - apiVersion: v1\n    kind: Pod\n    name: p1\n    controller: true\n```\n"
	const table = "$ kubectl get pods -n shop\nNAME   READY   STATUS    RESTARTS   AGE\np1     1/1     Running   0          57m\n"
	const unread, holder = "PersistentVolumeClaim shop/c1: Undecided Silent", "pvc protection"
	checkAll(t, map[string]pasted{
		"shown":         {text: claim + table, is: "PersistentVolumeClaim shop/c1: Waiting InUse", holder: holder, says: "pod p1, for which it was made, was Running", does: "end pod p1"},
		"another pod":   {text: claim + strings.Replace(table, "p1  ", "p2  ", 1), is: unread, holder: holder, says: "could not check which pods use it"},
		"elsewhere":     {text: claim + strings.Replace(table, "shop", "mill", 1), is: unread, holder: holder, says: "could not check which pods use it"},
		"nothing shown": {text: claim, is: unread, holder: holder, says: "could not check which pods use it"},
	})
}
