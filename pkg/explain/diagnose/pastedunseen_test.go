package diagnose_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// milling is a catalogue with a project of one program, and one with programs that serve kinds of their own.
func milling(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	const mill = `
project: Zorg Mill
components: [{name: zorg mill, namespaces: [mill-system], workloads: [Deployment/mill-manager]}]
finalizers:
- {pattern: mill.zorg.io/grind, kinds: [Pod, Namespace, Mill.mill.zorg.io], component: zorg mill, waitsFor: the flour to be gone, class: waits, causes: [{absent: the mill was taken away}], loss: The flour stays, risk: high, confidence: high}
- {pattern: mill.zorg.io/sync, kinds: [Pod], component: zorg mill, waitsFor: nothing any more, class: never, loss: Only bookkeeping, risk: low, confidence: high}
- {pattern: mill.zorg.io/dry, kinds: [Mill.mill.zorg.io], component: zorg mill, waitsFor: the flour to be dry, class: waits, causes: [it rains], loss: The flour stays, risk: high, confidence: high}
`
	const makers = `
project: Zorg Makers
components: [{name: zorg maker, namespaces: [maker-system]}]
finalizers:
- {pattern: made.zorg.net, component: zorg maker, waitsFor: what was made to be gone, class: waits, causes: [{absent: the maker was taken away}], loss: It stays, risk: high, confidence: high}
`
	c, err := catalogue.Load(fstest.MapFS{"mill.yaml": {Data: []byte(mill)}, "makers.yaml": {Data: []byte(makers)}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWhyPastedUnseen has the log of a holder seen first of which only the name is known, whatever keeps it most often, then
// has what holds brought back, and last plans the removal, where the holder is gone for good: never of a namespace, nor
// where it was heard.
func TestWhyPastedUnseen(t *testing.T) {
	of := func(kind, finalizer string) string {
		return "apiVersion: " + kind + "\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizer + "]\n"
	}
	const mill, grind, dry = "mill.zorg.io/v1\nkind: Mill", "mill.zorg.io/grind", "mill.zorg.io/dry"
	const sees, again, plan = "see whether zorg mill runs, and if so what its log says of g1", "if it runs nowhere, install Zorg Mill again: Deployment/mill-manager in namespace mill-system", "only where zorg mill is gone for good"
	const heard = "\nI0201 10:01:00.000000       1 mill.go:7] \"Grinding\" controllerKind=\"Mill\" controllerGroup=\"mill.zorg.io\" namespace=\"shop\" name=\"g1\" finalizer=\"mill.zorg.io/dry\"\n"
	known := milling(t)
	is := "Mill shop/g1: Undecided Silent"
	checkAll(t, map[string]pasted{
		"most often gone":      {text: of(mill, grind), known: known, is: is, holder: "zorg mill", does: sees, then: again},
		"most often something": {text: of(mill, dry), known: known, is: is, holder: "zorg mill", does: sees, then: "if its log tells nothing, see to what most often keeps zorg mill from it: it rains"},
		"the way out":          {text: of(mill, dry), known: known, is: is, holder: "zorg mill", does: sees, then: plan},
		"one of many programs": {text: of("press.zorg.net/v1\nkind: Press", "made.zorg.net"), known: known, is: "Press shop/g1: Undecided Silent", holder: "zorg maker", does: "see whether zorg maker runs", then: "install the zorg maker that serves press.zorg.net again"},
		"of another's kind":    {text: of(mill, "made.zorg.net"), known: known, is: is, holder: "zorg maker", does: "see whether zorg maker runs", then: "install Zorg Mill again"},
		"without its name":     {text: strings.Replace(of(mill, dry), "  name: g1\n", "", 1), known: known, is: "Mill shop/NAME: Undecided Silent", holder: "zorg mill", then: plan + ", and nobody needs what it had left to do, take this one off: kubectl finalizers remove, with its name, prints a plan"},
	})
	for name, text := range map[string]string{
		"a namespace": strings.Replace(of("v1\nkind: Namespace", grind), "  namespace: shop\n", "", 1),
		"heard":       "```yaml\n" + of(mill, dry) + "```\n" + heard,
	} {
		first := holdOf(pasted{text: text, known: known}.read(t))
		offered := false
		for _, s := range first.Next {
			offered = offered || strings.Contains(s.Text, plan)
		}
		if offered != (name == "heard") || name == "heard" && !first.Heard {
			t.Errorf("%s: heard %t, %+v", name, first.Heard, first.Next)
		}
	}
}

// TestWhyPastedOwnPod tells of a pod of its own holder that it cannot take its finalizer off once it has stopped. Near
// miss: a pod of another workload there, the same workload elsewhere, a pod that has still time; healthy: it is not to go.
func TestWhyPastedOwnPod(t *testing.T) {
	pod := func(finalizer, namespace, kind, owner string) string {
		return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: g1\n  namespace: " + namespace + "\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers: [" + finalizer + "]\n" +
			"  ownerReferences:\n  - {apiVersion: apps/v1, kind: " + kind + ", name: " + owner + ", uid: 11111111-0000-4000-8000-000000000001, controller: true}\n"
	}
	const grind, sync, own, set = "mill.zorg.io/grind", "mill.zorg.io/sync", "this is a pod of zorg mill itself", "its StatefulSet makes no new one of this name before this one is gone"
	const does, then = "see whether its containers have ended, and whether another pod of zorg mill runs", "only once its containers have ended, and no other pod of zorg mill runs: take exactly this finalizer off"
	known := milling(t)
	is := "Pod mill-system/g1: Undecided "
	mine := pod(grind, "mill-system", "StatefulSet", "mill-manager")
	checkAll(t, map[string]pasted{
		"of a StatefulSet":  {text: mine, known: known, is: is + string(explain.HolderMissing), holder: "zorg mill", says: set, does: does, then: then},
		"of a Deployment":   {text: pod(grind, "mill-system", "ReplicaSet", "mill-manager-7d40f59b6"), known: known, is: is, holder: "zorg mill", says: own + " (Deployment mill-manager)", does: does, then: then, lacks: set},
		"taken off no more": {text: pod(sync, "mill-system", "StatefulSet", "mill-manager"), known: known, is: is, holder: "zorg mill", says: "no current release of Zorg Mill takes it off any more", does: does, then: then},
		"of another":        {text: pod(grind, "mill-system", "StatefulSet", "mill-web"), known: known, is: is + "Silent", holder: "zorg mill", lacks: own},
		"of a ReplicaSet":   {text: pod(grind, "mill-system", "ReplicaSet", "mill-manager-web-7d40f59b6"), known: known, is: is + "Silent", holder: "zorg mill", lacks: own},
		"elsewhere":         {text: pod(grind, "shop", "StatefulSet", "mill-manager"), known: known, is: "Pod shop/g1: Undecided Silent", holder: "zorg mill", lacks: own},
		"of something else": {text: strings.Replace(mine, "apps/v1", "acme.test/v1", 1), known: known, is: is + "Silent", holder: "zorg mill", lacks: own},
		"that is not to go": {text: strings.Replace(mine, "deletionTimestamp", "creationTimestamp", 1), known: known, is: "Pod mill-system/g1: NotDeleting", holder: "zorg mill", lacks: own},
		"whose sister runs": {text: "$ kubectl get pods -n mill-system\nNAME   READY   STATUS   RESTARTS   AGE\nmill-manager-1   1/1   Running   0   4d\n\n```yaml\n" + mine + "```\n", known: known, is: is, holder: "zorg mill", lacks: own},
	})
}

// TestWhyPastedUncounted has a pod of a Job that need not count it: it is seen first whether it has ended and what its
// holder says, and not waited for it. Healthy: the Job has still to count it.
func TestWhyPastedUncounted(t *testing.T) {
	const job = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: j1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\nDELETED---\n"
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: g1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000002\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers: [batch.kubernetes.io/job-tracking]\n" +
		"  ownerReferences:\n  - {apiVersion: batch/v1, kind: Job, name: j1, uid: 11111111-0000-4000-8000-000000000001, controller: true}\n"
	goes := strings.Replace(job, "DELETED", "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [foregroundDeletion]\n", 1)
	const is, plan = "Pod shop/g1: Undecided", "only once its containers have ended, and where kube-controller-manager is of v1.23.6 or before"
	checkAll(t, map[string]pasted{
		"its Job goes as well": {text: goes + pod, of: "g1", is: is, holder: "job controller", says: "is going as well", does: "see whether its containers have ended; if so, and kube-controller-manager is of v1.23.6 or before", then: plan},
		"that has ended":       {text: goes + pod + "status: {phase: Succeeded}\n", of: "g1", is: is, holder: "job controller", does: "see whether kube-controller-manager runs, and if so what its log says of g1", then: plan, lacks: "containers have ended"},
		"that is counted":      {text: strings.Replace(job, "DELETED", "", 1) + pod, of: "g1", is: is, holder: "job controller", does: "see whether kube-controller-manager runs, and if so what its log says of g1", then: "wait for its next try", lacks: "v1.23.6"},
	})
}
