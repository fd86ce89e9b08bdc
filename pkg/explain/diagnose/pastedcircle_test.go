package diagnose_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedEachOther tells that two wait for each other where one cannot go for the other, which is on its way out, and
// a line beside it tells that this other is kept for the one.
func TestWhyPastedEachOther(t *testing.T) {
	tape := func(says string) string {
		return "apiVersion: zorg.io/v1\nkind: Tape\nmetadata:\n  name: t-one\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/teardown]\n" +
			"status:\n  conditions:\n  - {type: Ready, status: \"False\", reason: Busy, lastTransitionTime: \"2026-02-01T10:00:05Z\", message: '" + says + "'}\n\n"
	}
	log := func(says string) string { return "I0201 10:31:10.114203       1 reel.go:893] " + says + "\n" }
	const fails, waits, circle = "cannot release the tape: reel shop/r-one is being deleted", "waiting for reel r-one to be deleted", "waits in a circle with "
	const keeps = "Keeping Reel shop/r-one, it is used by tape shop/t-one"
	checkAll(t, map[string]pasted{
		"one that fails":       {text: tape(fails) + log(keeps), is: "Tape shop/t-one: Stuck Failing", says: circle + "Reel shop/r-one", does: "neither goes first by itself"},
		"one that waits":       {text: tape(waits) + log("reel r-one is still referenced by Tape shop/t-one"), is: "Tape shop/t-one: Stuck Blocked", says: circle + "reel r-one", does: "neither goes first by itself"},
		"kept for another":     {text: tape(fails) + log("Keeping Reel shop/r-one, it is used by tape shop/t-two"), is: "Tape shop/t-one: Stuck Failing", lacks: circle},
		"another kept":         {text: tape(fails) + log("Keeping Reel shop/r-two, it is used by tape shop/t-one"), is: "Tape shop/t-one: Stuck Failing", lacks: circle},
		"of another namespace": {text: tape(fails) + log("Keeping Reel mill/r-one, it is used by tape mill/t-one"), is: "Tape shop/t-one: Stuck Failing", lacks: circle},
		"of another kind":      {text: tape(fails) + log("Keeping Reel shop/r-one, it is used by drum shop/t-one"), is: "Tape shop/t-one: Stuck Failing", lacks: circle},
		"kept no more":         {text: tape(fails) + log("Reel shop/r-one is no longer used by tape shop/t-one"), is: "Tape shop/t-one: Stuck Failing", lacks: circle},
		"and so stays":         {text: tape(waits) + log("Reel shop/r-one is still used by tape shop/t-one, keeping it"), is: "Tape shop/t-one: Stuck Blocked", says: circle},
		"let go":               {text: tape(waits) + log("Reel shop/r-one had been used by tape shop/t-one, released it and goes on"), is: "Tape shop/t-one: Waiting Blocked", lacks: circle},
		"let go now":           {text: tape(waits) + log("Reel shop/r-one used by tape shop/t-one is released now, nothing keeps it"), is: "Tape shop/t-one: Waiting Blocked", lacks: circle},
		"only asked":           {text: tape(waits) + log("checking whether Reel shop/r-one is used by tape shop/t-one: false"), is: "Tape shop/t-one: Waiting Blocked", lacks: circle},
		"only asked, no word":  {text: tape(waits) + log("checking whether Reel shop/r-one is used by tape shop/t-one"), is: "Tape shop/t-one: Waiting Blocked", lacks: circle},
		"asked, and not so":    {text: tape(waits) + log("saw that Reel shop/r-one is used by tape shop/t-one no more, skipping"), is: "Tape shop/t-one: Waiting Blocked", lacks: circle},
		"answered by no":       {text: tape(waits) + log("Reel shop/r-one is used by tape shop/t-one: false"), is: "Tape shop/t-one: Waiting Blocked", lacks: circle},
		"before":               {text: tape(waits) + log("Reel shop/r-one previously used by tape shop/t-one was unmounted"), is: "Tape shop/t-one: Waiting Blocked", lacks: circle},
		"one that stays":       {text: tape("cannot release the tape: reel shop/r-one is not reachable") + log(keeps), is: "Tape shop/t-one: Stuck Failing", lacks: circle},
		"no such line":         {text: tape(fails), is: "Tape shop/t-one: Stuck Failing", lacks: circle},
	})
}

// TestWhyPastedClosedAPI has an API that is served from the very namespace which waits for it taken out: it cannot come up
// again there.
func TestWhyPastedClosedAPI(t *testing.T) {
	const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
		"  - {type: NamespaceDeletionDiscoveryFailure, status: \"True\", reason: DiscoveryFailed, lastTransitionTime: \"2026-02-01T10:20:00Z\", message: 'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: gears.zorg.io/v1: stale GroupVersion discovery: gears.zorg.io/v1'}\n```\n"
	row := func(service, available string) string {
		return "```\n$ kubectl get apiservices\nNAME               SERVICE       AVAILABLE   AGE\nv1.gears.zorg.io   " + service + "   " + available + "   40d\n```\n"
	}
	const stuck, again = "Namespace shop: Stuck DiscoveryFails", "cannot come up again"
	checkAll(t, map[string]pasted{
		"in itself":            {text: "```\n" + namespace + row("shop/zorg", "False (ServiceNotFound)"), is: stuck, holder: "namespace controller", says: again, does: "remove the registration of gears.zorg.io/v1"},
		"in another":           {text: "```\n" + namespace + row("mill/zorg", "False (ServiceNotFound)"), is: stuck, holder: "namespace controller", does: "have service zorg in namespace mill serve", lacks: again},
		"that is available":    {text: "```\n" + namespace + row("shop/zorg", "True"), is: stuck, holder: "namespace controller", does: "have service zorg in namespace shop serve", lacks: again},
		"of nobody knows whom": {text: namespace, is: stuck, holder: "namespace controller", does: "where that lies in this very namespace", lacks: "remove the registration"},
	})
}

// TestWhyPastedLeftInNamespace follows a namespace to what is left in it: a row of a table, the finalizer that the conditions
// name, and the words of a log.
func TestWhyPastedLeftInNamespace(t *testing.T) {
	namespace := func(left, held string) string {
		return "```\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
			"  - {type: NamespaceContentRemaining, status: \"True\", reason: SomeResourcesRemain, lastTransitionTime: \"2026-02-01T10:20:00Z\", message: 'Some resources are remaining: " + left + "'}\n" +
			"  - {type: NamespaceFinalizersRemaining, status: \"True\", reason: SomeFinalizersRemain, lastTransitionTime: \"2026-02-01T10:20:00Z\", message: 'Some content in the namespace has finalizers remaining: " + held + "'}\n```\n```\n" +
			"$ kubectl get gears -n shop\nNAME    READY   AGE\ng-one   False   40d\n```\n"
	}
	core := func(left string) string {
		return strings.Replace(namespace(left, "zorg.io/teardown in 1 resource instances"), "get gears -n shop\nNAME    READY   AGE\ng-one   False   40d\n", "get svc -n shop\nNAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE\nweb    ClusterIP   10.0.0.1     <none>        80/TCP    3d\n\n$ kubectl delete svc web -n shop\nservice \"web\" deleted\n^C\n", 1)
	}
	const one, held = "gears.zorg.io has 1 resource instances", "zorg.io/teardown in 1 resource instances"
	const theirs, ours = "services.serve.zorg.io has 1 resource instances", "services. has 1 resource instances"
	const two = "gears.zorg.io has 1 resource instances, gears.mill.io has 1 resource instances"
	checkAll(t, map[string]pasted{
		"its finalizer":          {text: namespace(one, held), of: "g-one", is: "Gear shop/g-one: ", finalizer: "zorg.io/teardown"},
		"of two finalizers":      {text: namespace(one, held+", zorg.io/polish in 1 resource instances"), of: "g-one", is: "Gear shop/g-one: ", finalizer: explain.NotCopied},
		"of another kind":        {text: namespace("shafts.zorg.io has 1 resource instances", held), of: "g-one", is: "Gear shop/g-one: ", finalizer: explain.NotCopied},
		"of two kinds":           {text: namespace(one+", shafts.zorg.io has 1 resource instances", held), of: "g-one", is: "Gear shop/g-one: ", finalizer: explain.NotCopied},
		"the namespace":          {text: namespace(one, held), of: "shop", is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "gears/g-one", lacks: "also left"},
		"with more that is left": {text: namespace("gears.zorg.io has 3 resource instances", held), of: "shop", is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "also left what could not be seen from here: 2 gears.zorg.io"},
		"of another group":       {text: core(theirs), of: "web", is: "Service shop/web: ", finalizer: explain.NotCopied},
		"of its own group":       {text: core(ours), of: "web", is: "Service shop/web: ", finalizer: "zorg.io/teardown"},
		"left of another group":  {text: core(theirs), of: "shop", is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "also left what could not be seen from here: 1 services.serve.zorg.io, held by the finalizers zorg.io/teardown (1)"},
		"left of its own group":  {text: core(ours), of: "shop", is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "services/web", lacks: "conditions say"},
		"of one of two groups":   {text: namespace(two, held+", mill.io/empty in 1 resource instances"), of: "shop", is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "that there is left: 1 gears.zorg.io, 1 gears.mill.io, held by the finalizers zorg.io/teardown (1), mill.io/empty (1)", lacks: "also left"},
		"of a copy that is cut":  {text: namespace(one+", gears.mi", held), of: "g-one", is: "Gear shop/g-one: ", finalizer: explain.NotCopied},
	})
}

// TestWhyPastedStorageChain follows a volume to its claim, the claim to a pod that a table shows on its way out, and an
// attachment to its node.
func TestWhyPastedStorageChain(t *testing.T) {
	claim := func(namespace, name string) string {
		return "$ kubectl describe pvc " + name + " -n " + namespace + "\nName:          " + name + "\nNamespace:     " + namespace + "\nStatus:        Terminating (lasts 3h)\nVolume:        pv-1\nFinalizers:    [kubernetes.io/pvc-protection]\nUsed By:       db-0\nEvents:        <none>\n"
	}
	const volume = "$ kubectl get pv\nNAME   CAPACITY   ACCESS MODES   RECLAIM POLICY   STATUS        CLAIM         STORAGECLASS   AGE\npv-1   10Gi       RWO            Delete           Terminating   shop/data-0   zorg-fast      9d\n\n"
	pod := func(state, node string) string {
		return "$ kubectl get pods -n shop -o wide\nNAME   READY   STATUS   RESTARTS   AGE   IP   NODE   NOMINATED NODE   READINESS GATES\ndb-0   1/1   " + state + "   0   9d   10.0.3.4   " + node + "   <none>   <none>\n\n"
	}
	nodes := func(state string) string {
		return "$ kubectl get nodes\nNAME       STATUS   ROLES   AGE   VERSION\nworker-3   " + state + "   <none>   90d   v1.35.1\n\n"
	}
	attachment := func(attached string) string {
		return "```\napiVersion: storage.k8s.io/v1\nkind: VolumeAttachment\nmetadata:\n  name: csi-1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [external-attacher/disk-zorg-io]\n" +
			"spec:\n  attacher: disk.zorg.io\n  nodeName: worker-3\n  source: {persistentVolumeName: pv-1}\nstatus: {attached: " + attached + "}\n```\n```\n"
	}
	const down = "node worker-3, to which it is attached, is NotReady"
	checkAll(t, map[string]pasted{
		"a volume of a claim that goes": {text: volume + claim("shop", "data-0"), of: "pv-1", is: "PersistentVolume pv-1: Waiting InUse", holder: "pv protection", says: "is bound to it and is itself being deleted"},
		"a volume of another claim":     {text: volume + claim("mill", "data-0"), of: "pv-1", is: "PersistentVolume pv-1: Undecided InUse", holder: "pv protection", lacks: "itself being deleted"},
		"a pod that goes":               {text: claim("shop", "data-0") + pod("Terminating", "worker-3"), of: "data-0", is: "PersistentVolumeClaim shop/data-0: Waiting InUse", holder: "pvc protection", says: "db-0 is on the way out too", does: "find out what keeps pod db-0"},
		"a pod that runs":               {text: claim("shop", "data-0") + pod("Running", "worker-3"), of: "data-0", is: "PersistentVolumeClaim shop/data-0: Waiting InUse", holder: "pvc protection", does: "end what uses it", lacks: "way out too"},
		"a node that is down":           {text: attachment("true") + nodes("NotReady") + pod("Terminating", "worker-3"), is: "VolumeAttachment csi-1: Undecided NodeNotReady", holder: "csi attacher", says: down + " when this was copied: nothing there unmounts the volume, and 1 pod on it is on the way out too: db-0", does: "bring node worker-3 back"},
		"a pod on another node":         {text: attachment("true") + nodes("NotReady") + pod("Terminating", "worker-1"), is: "VolumeAttachment csi-1: Undecided NodeNotReady", holder: "csi attacher", says: down, lacks: "db-0"},
		"a node that is well":           {text: attachment("true") + nodes("Ready") + pod("Terminating", "worker-3"), is: "VolumeAttachment csi-1: Undecided Silent", holder: "csi attacher", lacks: "unmounts"},
		"a node that came back":         {text: attachment("true") + nodes("NotReady") + nodes("Ready"), is: "VolumeAttachment csi-1: Undecided Silent", holder: "csi attacher", lacks: "unmounts"},
		"a node that went down later":   {text: attachment("true") + nodes("Ready,SchedulingDisabled") + nodes("NotReady,SchedulingDisabled"), is: "VolumeAttachment csi-1: Undecided NodeNotReady", holder: "csi attacher", says: down + ",SchedulingDisabled when this was copied"},
		"detached already":              {text: attachment("false") + nodes("NotReady"), is: "VolumeAttachment csi-1: Undecided Silent", holder: "csi attacher", lacks: "unmounts"},
	})
}

// TestWhyPastedChildren has an object of which nothing else is told wait for what belongs to it and is held itself, where
// that was asked to go with it.
func TestWhyPastedChildren(t *testing.T) {
	object := func(kind, name, at, finalizers, rest string) string {
		return "apiVersion: zorg.io/v1\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T" + at + "Z\"\n  finalizers: [" + finalizers + "]\n" + rest
	}
	owner := func(name string) string {
		return "  ownerReferences: [{apiVersion: zorg.io/v1, kind: GearBox, name: " + name + ", uid: 11111111-0000-4000-8000-000000000001, controller: true}]\n"
	}
	box := object("GearBox", "main", "10:00:00", "zorg.io/box", "") + "---\n"
	const fails = "status:\n  conditions:\n  - {type: Ready, status: \"False\", reason: Bent, lastTransitionTime: \"2026-02-01T10:05:00Z\", message: 'cannot release the gear: quota exceeded'}\n"
	const waits, silent, says = "GearBox shop/main: Waiting Blocked", "GearBox shop/main: Undecided HolderUnknown", "most likely waits for what belongs to it"
	space := "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\n---\n"
	asks := strings.NewReplacer("zorg.io/v1", "fluentd.fluent.io/v1alpha1", "GearBox", "Fluentd", "zorg.io/box", "fluentd.fluent.io").Replace(box + object("Gear", "g1", "10:00:05", "zorg.io/gear", owner("main")))
	checkAll(t, map[string]pasted{
		"a gear of it":         {text: box + object("Gear", "g1", "10:00:05", "zorg.io/gear", owner("main")+fails), of: "main", is: waits, says: says + " and goes with it: gears.zorg.io/g1"},
		"asked before":         {text: box + object("Gear", "g1", "09:00:05", "zorg.io/gear", owner("main")+fails), of: "main", is: silent, lacks: says},
		"of another box":       {text: box + object("Gear", "g1", "10:00:05", "zorg.io/gear", owner("other")+fails), of: "main", is: silent, lacks: says},
		"that nothing holds":   {text: box + object("Gear", "g1", "10:00:05", "", owner("main")), of: "main", is: silent, lacks: says},
		"with its namespace":   {text: space + box + object("Gear", "g1", "10:00:05", "zorg.io/gear", owner("main")+fails), of: "main", is: silent, lacks: says},
		"that only asks":       {text: asks, of: "main", is: "Fluentd shop/main: Undecided Silent", holder: "fluent operator", says: "it only asks", lacks: says},
		"that fails by itself": {text: strings.Replace(box, "---\n", fails, 1) + "---\n" + object("Gear", "g1", "10:00:05", "zorg.io/gear", owner("main")+fails), of: "main", is: "GearBox shop/main: Stuck Failing", lacks: says},
	})
}
