package diagnose_test

import (
	"slices"
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
	mine, mine2 := pod(grind, "mill-system", "StatefulSet", "mill-manager"), pod(grind, "mill-system", "ReplicaSet", "mill-manager-7d40f59b6")
	checkAll(t, map[string]pasted{
		"of a StatefulSet":  {text: mine, known: known, is: is + string(explain.HolderMissing), holder: "zorg mill", says: set, does: does, then: then},
		"of a Deployment":   {text: pod(grind, "mill-system", "ReplicaSet", "mill-manager-7d40f59b6"), known: known, is: is, holder: "zorg mill", says: own + " (Deployment mill-manager)", does: does, then: then, lacks: set},
		"taken off no more": {text: pod(sync, "mill-system", "StatefulSet", "mill-manager"), known: known, is: is, holder: "zorg mill", says: "no current release of Zorg Mill takes it off any more", does: does, then: then},
		"of another":        {text: pod(grind, "mill-system", "StatefulSet", "mill-web"), known: known, is: is + "Silent", holder: "zorg mill", lacks: own},
		"of no template":    {text: pod(grind, "mill-system", "ReplicaSet", "mill-manager-debug"), known: known, is: is + "Silent", holder: "zorg mill", lacks: own},
		"of a DaemonSet":    {text: pod(grind, "mill-system", "DaemonSet", "mill-manager"), known: known, is: is, holder: "zorg mill", says: own, does: does + " on the same node", then: "no other pod of zorg mill runs on the same node"},
		"that has ended":    {text: mine + "spec: {containers: [{name: gear}]}\nstatus: {phase: Succeeded, containerStatuses: [{name: gear, state: {terminated: {exitCode: 0}}}]}\n", known: known, is: is, holder: "zorg mill", says: set, does: "see whether another pod of zorg mill runs", then: "only where no other pod of zorg mill runs", lacks: "once its containers"},
		"scaled to zero":    {text: mine2 + "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: mill-manager, namespace: mill-system}\nspec: {replicas: 0}\n", of: "g1", known: known, is: "Pod mill-system/g1: Stuck", holder: "zorg mill", says: "is scaled to zero", does: "bring it back: scale it up", lacks: own},
		"that is refused":   {text: mine2 + "---\napiVersion: v1\nkind: Event\nmetadata: {name: g1.1, namespace: mill-system}\ninvolvedObject: {kind: Pod, name: g1, namespace: mill-system}\ntype: Warning\nreason: FailedUpdate\nmessage: 'admission webhook \"deny.guard.io\" denied the request: not now'\ncount: 30\nlastTimestamp: \"2026-02-01T17:00:00Z\"\nsource: {component: mill-manager}\n", of: "g1", known: known, is: "Pod mill-system/g1: Stuck Failing", holder: "zorg mill", says: "denied the request: not now", lacks: own},
		"of a ReplicaSet":   {text: pod(grind, "mill-system", "ReplicaSet", "mill-manager-web-7d40f59b6"), known: known, is: is + "Silent", holder: "zorg mill", lacks: own},
		"elsewhere":         {text: pod(grind, "shop", "StatefulSet", "mill-manager"), known: known, is: "Pod shop/g1: Undecided Silent", holder: "zorg mill", lacks: own},
		"of something else": {text: strings.Replace(mine, "apps/v1", "acme.test/v1", 1), known: known, is: is + "Silent", holder: "zorg mill", lacks: own},
		"that is not to go": {text: strings.Replace(mine, "deletionTimestamp", "creationTimestamp", 1), known: known, is: "Pod mill-system/g1: NotDeleting", holder: "zorg mill", lacks: own},
		"whose sister runs": {text: "$ kubectl get pods -n mill-system\nNAME   READY   STATUS   RESTARTS   AGE\nmill-manager-1   1/1   Running   0   4d\n\n```yaml\n" + mine + "```\n", known: known, is: is, holder: "zorg mill", lacks: own},
	})
}

// TestWhyPastedUncounted has a pod of a Job that need not count it: it is seen first whether its holder runs and what that
// says, and not waited for it. Near miss: the pod runs, the cluster is of after those that forget it, no Job has finished;
// healthy: the Job has still to count it.
func TestWhyPastedUncounted(t *testing.T) {
	const job = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: j1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\nDELETED---\n"
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: g1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000002\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers: [batch.kubernetes.io/job-tracking]\n" +
		"  ownerReferences:\n  - {apiVersion: batch/v1, kind: Job, name: j1, uid: 11111111-0000-4000-8000-000000000001, controller: true}\n"
	goes := strings.Replace(job, "DELETED", "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [foregroundDeletion]\n", 1)
	const is, plan = "Pod shop/g1: Undecided", "only once its containers have ended, and where kube-controller-manager is of v1.23.6 or before"
	const runs = "see whether kube-controller-manager runs, which renews its Lease every few seconds then, and if so what its log says of g1"
	ownerless, _, _ := strings.Cut(pod, "  ownerReferences")
	all := map[string]pasted{
		"its Job goes as well":  {text: goes + pod, of: "g1", is: is, holder: "job controller", says: "is going as well", does: runs, then: plan},
		"that has ended":        {text: goes + pod + "status: {phase: Succeeded}\n", of: "g1", is: is, holder: "job controller", does: runs, then: plan},
		"that is counted":       {text: strings.Replace(job, "DELETED", "", 1) + pod, of: "g1", is: is, holder: "job controller", does: runs, then: "wait for its next try", lacks: "v1.23.6"},
		"that runs":             {text: goes + pod + "spec: {containers: [{name: gear}]}\nstatus: {phase: Running, containerStatuses: [{name: gear, state: {running: {startedAt: \"2026-02-01T09:00:00Z\"}}}]}\n", of: "g1", is: is, holder: "job controller", does: runs, lacks: "v1.23.6"},
		"on a node of later":    {text: goes + pod + "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {nodeInfo: {kubeletVersion: v1.30.2}}\n", of: "g1", is: is, holder: "job controller", does: runs, lacks: "v1.23.6"},
		"on a node of before":   {text: goes + pod + "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {nodeInfo: {kubeletVersion: v1.22.2}}\n", of: "g1", is: is, holder: "job controller", does: runs, then: plan},
		"its Job does not end":  {text: strings.Replace(goes, "---", "status: {active: 1}\n---", 1) + pod, of: "g1", is: is, holder: "job controller", does: runs, lacks: "v1.23.6"},
		"that no Job has":       {text: ownerless, is: is, holder: "job controller", does: runs, lacks: "v1.23.6"},
		"its owner has no name": {text: strings.Replace(pod, "name: j1, ", "", 1), is: is, holder: "job controller", lacks: "see to Job :"},
	}
	checkAll(t, all)
	for name, p := range all {
		if old := slices.ContainsFunc(holdOf(p.read(t)).Next, func(s explain.Step) bool { return strings.Contains(s.Text, "v1.23.6") }); old != (p.then == plan) {
			t.Errorf("%s: offered by hand %t", name, old)
		}
	}
}

// TestWhyPastedTouched has a volume that nothing keeps any more looked at once more before anything else.
func TestWhyPastedTouched(t *testing.T) {
	const volume = "apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pv-1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [kubernetes.io/pv-protection]\nspec:\n  persistentVolumeReclaimPolicy: Retain\nstatus: {phase: Available}\n"
	checkAll(t, map[string]pasted{
		"nothing keeps it": {text: volume, is: "PersistentVolume pv-1: Undecided", holder: "pv protection", does: "have its controller look at it once more", then: "see whether kube-controller-manager runs, which renews its Lease"},
	})
}

// TestWhyPastedAsksFirst has a delete tried first where a webhook that answers may refuse it, whichever sort it is of. Near
// miss: one that is passed over where it does not answer may be asked; one that is asked about updates is not.
func TestWhyPastedAsksFirst(t *testing.T) {
	const goes = "apiVersion: zorg.io/v1\nkind: GearBox\nmetadata: {name: b1, namespace: shop, uid: 11111111-0000-4000-8000-000000000001, creationTimestamp: \"2026-01-01T10:00:00Z\", deletionTimestamp: \"2026-02-01T10:00:00Z\", finalizers: [foregroundDeletion]}\n---\n" +
		"apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: g1, namespace: shop, uid: 11111111-0000-4000-8000-000000000002, creationTimestamp: \"2026-01-01T10:00:00Z\", ownerReferences: [{apiVersion: zorg.io/v1, kind: GearBox, name: b1, uid: 11111111-0000-4000-8000-000000000001, controller: true, blockOwnerDeletion: true}]}\nspec: {}\n---\n"
	hook := func(sort, policy, operation string) string {
		return goes + "apiVersion: admissionregistration.k8s.io/v1\nkind: " + sort + "WebhookConfiguration\nmetadata: {name: guard}\nwebhooks:\n- name: deny.zorg.io\n  failurePolicy: " + policy + "\n" +
			"  clientConfig: {service: {name: guard, namespace: guard}}\n  rules: [{apiGroups: [\"*\"], apiVersions: [\"*\"], operations: [" + operation + "], resources: [\"*/*\"]}]\n"
	}
	const down = "---\napiVersion: v1\nkind: Service\nmetadata: {name: guard, namespace: guard}\nspec: {selector: {a: guard}, ports: [{port: 443}]}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: guard}\n---\n" +
		"apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: guard-1, namespace: guard, labels: {kubernetes.io/service-name: guard}}\naddressType: IPv4\nendpoints: []\n"
	const is, asked, try, goOn = "GearBox shop/b1: Undecided DependentsRemain", "deny.zorg.io", "try whether a delete of it is refused", "delete it, as the garbage collector should have"
	checkAll(t, map[string]pasted{
		"a validating one":     {text: hook("Validating", "Fail", "DELETE"), of: "b1", is: is, holder: "garbage collector", says: asked, does: try},
		"a mutating one":       {text: hook("Mutating", "Fail", "DELETE"), of: "b1", is: is, holder: "garbage collector", says: asked, does: try},
		"one passed over":      {text: hook("Validating", "Ignore", "DELETE") + down, of: "b1", is: is, holder: "garbage collector", says: asked + " (validatingwebhookconfiguration/guard) may be asked", does: try, then: "where that is not refused, delete it"},
		"one of updates":       {text: hook("Validating", "Fail", "UPDATE"), of: "b1", is: is, holder: "garbage collector", does: goOn, lacks: asked},
		"one that is not seen": {text: goes, of: "b1", is: is, holder: "garbage collector", does: goOn, lacks: asked},
	})
}
