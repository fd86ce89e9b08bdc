package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedWorld takes how things are by what a person writes for that which keeps the holder from the object, and
// nothing that is only supposed, asked, planned, of something else or mended since.
func TestWhyPastedWorld(t *testing.T) {
	going := func(said, version, kind, finalizer, rest string) string {
		return said + "\n\n```yaml\napiVersion: " + version + "\nkind: " + kind + "\nmetadata:\n  name: a1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizer + "]\n" + rest + "```\n"
	}
	content := func(said string) string {
		return going(said, "snapshot.storage.k8s.io/v1", "VolumeSnapshotContent", "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection", "spec:\n  deletionPolicy: Delete\n  driver: a.test\n  volumeSnapshotRef: {name: s1, namespace: shop}\n")
	}
	federated := func(said string) string {
		return going(said, "types.kubefed.io/v1beta1", "FederatedConfigMap", "kubefed.io/sync-controller", "")
	}
	policy := func(said string) string {
		return going(said, "networking.k8s.io/v1", "NetworkPolicy", "networking.k8s.aws/resources", "")
	}
	app := func(said string) string {
		return going(said, "project.cattle.io/v3", "App", "clusterscoped.controller.cattle.io/helm-controller_c-1", "")
	}
	pool := func(said string) string {
		return going(said, "hypershift.openshift.io/v1beta1", "NodePool", "hypershift.openshift.io/finalizer", "  ownerReferences: [{apiVersion: hypershift.openshift.io/v1beta1, kind: HostedCluster, name: h1, uid: u1}]\n")
	}
	managed := func(said string) string {
		return going(said, "tf.crossplane.io/v1alpha1", "Workspace", "finalizer.managedresource.crossplane.io", "status:\n  conditions:\n  - {type: Synced, status: \"False\", reason: ReconcileError, message: 'observe failed: no matching rack found', lastTransitionTime: \"2026-02-01T10:05:00Z\"}\n")
	}
	const kept = "is kept from it by this, as is written beside it"
	checkAll(t, map[string]pasted{
		"a program beside the holder": {text: content("Also I do not have a snapshot controller."), is: "VolumeSnapshotContent shop/a1: Stuck PrerequisiteGone", holder: "csi snapshotter", says: kept, does: "install the snapshot controller"},
		"which may be missing":        {text: content("Do I not have a snapshot controller?"), is: "VolumeSnapshotContent shop/a1: Undecided Silent", holder: "csi snapshotter", lacks: kept},
		"another one is missing":      {text: content("I do not have a rack controller."), is: "VolumeSnapshotContent shop/a1: Undecided Silent", holder: "csi snapshotter", lacks: kept},
		"which was brought back":      {text: content("I uninstalled the snapshot controller, and then reinstalled it."), is: "VolumeSnapshotContent shop/a1: Undecided Silent", holder: "csi snapshotter", lacks: kept},
		"what it talks to is down":    {text: federated("Federated resources will be blocked forever by not-ready clusters"), is: "FederatedConfigMap shop/a1: Undecided Silent", holder: "kubefed", says: kept, does: "see to this first, which is so"},
		"that was supposed":           {text: federated("Are they blocked if the clusters are not ready?"), is: "FederatedConfigMap shop/a1: Undecided Silent", holder: "kubefed", lacks: kept},
		"the holder by its name":      {text: federated("KubeFed is not installed here any more."), is: "FederatedConfigMap shop/a1: Stuck HolderMissing", holder: "kubefed", says: "kubefed does not run any more, by what", does: "install kubefed again"},
		"a namespace of its own":      {text: federated("I deleted the namespace `kube-federation-system` before."), is: "FederatedConfigMap shop/a1: Stuck HolderMissing", holder: "kubefed", says: "kubefed does not run any more, by what", does: "install kubefed again"},
		"a namespace of others":       {text: federated("I deleted the namespace `racks` before."), is: "FederatedConfigMap shop/a1: Undecided Silent", holder: "kubefed", lacks: "does not run any more"},
		"a setting":                   {text: policy("After changing the chart:\n\nenableNetworkPolicy: true -> false\n\nthey are stuck."), is: "NetworkPolicy shop/a1: Stuck Excluded", holder: "amazon network policy controller", says: kept, does: "switch enableNetworkPolicy on again"},
		"the setting as it should be": {text: policy("After changing the chart:\n\nenableNetworkPolicy: false -> true\n\nthey are stuck."), is: "NetworkPolicy shop/a1: Undecided Silent", holder: "amazon network policy controller", lacks: kept},
		"another setting":             {text: policy("After changing the chart:\n\nenableRacks: true -> false\n\nthey are stuck."), is: "NetworkPolicy shop/a1: Undecided Silent", holder: "amazon network policy controller", lacks: kept},
		"a step that was taken":       {text: app("**Steps to reproduce:**\nEnable monitoring.\nDelete the nodes/cluster.\n\n**Result:**\nIt hangs."), is: "App shop/a1: Undecided Silent", holder: "rancher", says: kept, does: "make sure of this, which is so"},
		"a step that is advised":      {text: app("Delete the nodes/cluster."), is: "App shop/a1: Undecided Silent", holder: "rancher", lacks: kept},
		"its owner":                   {text: pool("The hosted cluster is deleted successfully, but the pool is stuck."), is: "NodePool shop/a1: Stuck Silent", holder: "hypershift", says: "HostedCluster h1, which it belongs to, is gone, by what", does: "make sure that HostedCluster h1 is gone"},
		"another owner":               {text: pool("The other hosted cluster is deleted successfully, but the pool is stuck."), is: "NodePool shop/a1: Stuck Silent", holder: "hypershift", lacks: "which it belongs to, is gone"},
		"what its words look for":     {text: managed("It fails because the rack object that it refers to has already been deleted."), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", says: "to try again does not help while the rack is gone, by what", does: "make the rack again for as long as this takes"},
		"what others stood in":        {text: strings.ReplaceAll(managed("It fails because the cluster that it refers to has already been terminated."), "matching rack", "matching cluster"), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", says: "while the cluster is gone, by what", does: "let it go without the cluster, which nobody makes again for this", lacks: "make the cluster again"},
		"what may be left of that":    {text: strings.ReplaceAll(managed("It fails because the cluster that it refers to has already been terminated."), "observe failed: no matching rack found", "failed to delete volume vol-7: cluster c-1 not found"), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", says: "while the cluster is gone, by what", does: "see whether the volume vol-7 is left where it was, and remove that there by hand", lacks: "let it go without"},
		"what only names another":     {text: strings.ReplaceAll(managed("We deleted the vault server last week."), "observe failed: no matching rack found", "failed to delete volume vol-7: argocd server secret not found"), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "vault server is gone"},
		"what the holder needs":       {text: going("The ProviderConfig was deleted before the rack.", "racks.acme.test/v1", "Rack", "finalizer.managedresource.crossplane.io", ""), is: "Rack shop/a1: Stuck PrerequisiteGone", holder: "crossplane provider", says: kept, does: "make ProviderConfig again"},
		"what it stands for":          {text: managed("I deleted the rack instance manually in the AWS console."), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "make the rack"},
		"a key to what is gone":       {text: strings.ReplaceAll(managed("That cannot be done, since the cluster is no more, so it stays."), "no matching rack found", `no access to cluster c1: secrets "c1-kubeconfig" not found`), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", says: "while the cluster is gone, by what", does: "let it go without the cluster"},
		"a key to what may be gone":   {text: strings.ReplaceAll(managed("Is it stuck because the cluster is no more?"), "no matching rack found", `no access to cluster c1: secrets "c1-kubeconfig" not found`), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "let it go"},
		"another key":                 {text: strings.ReplaceAll(managed("That cannot be done, since the cluster is no more, so it stays."), "no matching rack found", `secrets "c1-token" not found in the cluster`), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "let it go"},
		"things without a name":       {text: strings.ReplaceAll(managed("Things (Workspace, Shaft) cannot be deleted when the objects behind them no longer exist."), "no matching rack found", "404 Not Found: Workspace not found"), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "again for as long"},
		"what goes elsewhere":         {text: managed("Our test racks are deleted fine; the others are not."), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "again for as long"},
		"what goes at times":          {text: managed("The racks are deleted correctly if the operator is older than 1.2."), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "again for as long"},
		"what they do not look for":   {text: managed("It fails because the mill object that it refers to has already been deleted."), is: "Workspace shop/a1: Stuck Failing", holder: "crossplane provider", lacks: "to try again does not help"},
	})
}

// TestWhyPastedUsersGone has looked again who says that something is in use of which a person writes that nothing is left,
// and has removed what uses it where nobody writes that, or only asks it, plans it or writes it of something else.
func TestWhyPastedUsersGone(t *testing.T) {
	gear := func(said string) string {
		return said + "\n\n```yaml\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/finalizer]\n" +
			"status: {conditions: [{type: Released, status: \"False\", reason: DeleteFailed, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: 'Gear cannot be deleted, it still contains rods in a state of use'}]}\n```\n"
	}
	const is, gone, look = "Gear shop/g1: Stuck Failing", "what would use it is gone, by what is written beside it", "make sure that nothing is left of the rods"
	all := map[string]pasted{"nothing is told": {text: gear(""), is: is, lacks: gone, does: "see what still uses it or is in it, and remove that where nobody needs it"}}
	for said, told := range map[string]bool{
		"There are no rods left, though, and it stays.": true,
		"The rods are gone.":                            true,
		"The rods no longer exist in the store.":        true,
		"Are there no rods left?":                       false,
		"If there are no rods left, it goes.":           false,
		"I deleted the rods.":                           false,
		"There are no mills left.":                      false,
		"Two rods are still there.":                     false,
	} {
		all[said] = pasted{text: gear(said), is: is, lacks: gone, does: "see what still uses it or is in it, and remove that where nobody needs it"}
		if told {
			all[said] = pasted{text: gear(said), is: is, says: gone, does: look}
		}
	}
	checkAll(t, all)
}

// TestWhyPastedBegun waits for what was deleted already where it is and is only kept there for a while, until then where that
// is told, and mends nothing; what is kept for another reason, and what its controller needs, is nothing of the kind.
func TestWhyPastedBegun(t *testing.T) {
	gear := func(said string) string {
		return `{"level":"error","ts":"2026-02-01T10:20:00Z","msg":"Reconciler error","controller":"gear","controllerGroup":"acme.test","controllerKind":"Gear","name":"g1","namespace":"shop","error":"deleting rod r-1: status code: 400, ` + said + `"}` + "\n"
	}
	const waits, fails, holder = "Gear shop/g1: Waiting Failing", "Gear shop/g1: Stuck Failing", "gear controller"
	checkAll(t, map[string]pasted{
		"for a while":    {text: gear("Rod is in pending_reclamation state"), is: waits, holder: holder, says: "deleted already where it is", does: "see, where it is kept, until when that is, and wait for that"},
		"until a day":    {text: gear("the rod is already scheduled for deletion on 2026-03-01T10:00:00Z"), is: waits, holder: holder, says: "deleted already where it is", does: "wait until 2026-03-01T10:00:00Z, when it is taken away for good"},
		"what it needs":  {text: gear("the key k-1 is scheduled for deletion"), is: fails, holder: holder, lacks: "deleted already where it is"},
		"kept otherwise": {text: gear("Rod is in use"), is: fails, holder: holder, lacks: "deleted already where it is", does: "see what still uses it"},
	})
}

// TestWhyPastedEndedNow has looked first whether the object is gone where a person writes last that it is by now.
func TestWhyPastedEndedNow(t *testing.T) {
	rack := func(said string) string {
		return said + "\n\n```yaml\napiVersion: racks.acme.test/v1\nkind: Rack\nmetadata:\n  name: r1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [finalizer.managedresource.crossplane.io]\n" +
			"status: {conditions: [{type: Synced, status: \"False\", reason: ReconcileError, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: 'delete failed: not authorized'}]}\n```\n"
	}
	const ended, fails, holder, gone = "Rack shop/r1: Undecided Failing", "Rack shop/r1: Stuck Failing", "crossplane provider", "it is gone by now, by what is written beside it"
	checkAll(t, map[string]pasted{
		"it is gone":       {text: rack("Update: solved, we gave the right and the rack was deleted."), is: ended, holder: holder, says: gone, does: "see whether it is gone"},
		"another one":      {text: rack("Update: solved, we gave the right and the mill was deleted."), is: fails, holder: holder, lacks: gone},
		"it was asked for": {text: rack("The rack was deleted yesterday."), is: fails, holder: holder, lacks: gone},
		"by force":         {text: rack("I patched its finalizers, and now the rack is gone."), is: fails, holder: holder, lacks: gone},
	})
}
