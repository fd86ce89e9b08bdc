package diagnose_test

import "testing"

// TestWhyPastedThatOne leads to the one object that an object tells of: by a field that is there or that the copy ends
// before, by an owner, by a label. Only kinds that are in a namespace are looked for in one.
func TestWhyPastedThatOne(t *testing.T) {
	object := func(apiVersion, kind, metadata, rest string) string {
		return "```\napiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata:\n  name: a1\n" + metadata + "  uid: 11111111-0000-4000-8000-000000000001\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n" + rest + "```\n"
	}
	const claimHeld, snapshotHeld = "  finalizers:\n  - karpenter.sh/termination\n", "  namespace: shop\n  finalizers:\n  - snapshot.storage.kubernetes.io/volumesnapshot-bound-protection\n"
	const account = "  namespace: calico-system\n  finalizers:\n  - tigera.io/cni-protector\n"
	const owner = "  ownerReferences:\n  - apiVersion: operator.tigera.io/v1\n    kind: Installation\n    name: default\n    uid: 11111111-0000-4000-8000-000000000002\n"
	topic := func(labels string) string {
		return object("kafka.strimzi.io/v1beta2", "KafkaTopic", "  namespace: shop\n  finalizers:\n  - strimzi.io/topic-operator\n"+labels,
			"status:\n  conditions:\n  - lastTransitionTime: \"2026-02-01T09:10:00Z\"\n    message: 'TimeoutException: Call(callName=deleteTopics) timed out'\n    reason: KafkaError\n    status: \"False\"\n    type: Ready\n")
	}
	checkAll(t, map[string]pasted{
		"a field not copied": {text: object("karpenter.sh/v1", "NodeClaim", claimHeld, ""), is: "NodeClaim a1: Undecided Silent", holder: "karpenter", does: "see what holds the Node that it names in status.nodeName, which was not copied"},
		"a field copied":     {text: object("karpenter.sh/v1", "NodeClaim", claimHeld, "status:\n  nodeName: n-7\n"), is: "NodeClaim a1: Waiting Blocked", holder: "karpenter", lacks: "which was not copied"},
		"an empty status":    {text: object("karpenter.sh/v1", "NodeClaim", claimHeld, "status:\n  providerID: p-1\n"), is: "NodeClaim a1: Undecided Silent", holder: "karpenter", does: "see which Nodes are left, and what holds them: they have to go first"},
		"its content":        {text: object("snapshot.storage.k8s.io/v1", "VolumeSnapshot", snapshotHeld, "status:\n  boundVolumeSnapshotContentName: c-7\n"), is: "VolumeSnapshot shop/a1: Undecided Silent", holder: "snapshot controller", does: "see how VolumeSnapshotContent c-7 is, which it names and which was not copied: snapshot controller may wait for that", lacks: "see which VolumeSnapshotContents"},
		"an owner":           {text: object("v1", "ServiceAccount", account+owner, ""), is: "ServiceAccount calico-system/a1: Undecided Silent", holder: "tigera operator", does: "see Installation default, and what holds it if it is being deleted: this waits for it; do not delete it for the sake of this one alone"},
		"no owner":           {text: object("v1", "ServiceAccount", account, ""), is: "ServiceAccount calico-system/a1: Undecided Silent", holder: "tigera operator", does: "see whether one of the Installations is being deleted, which it waits for; delete none for its sake alone"},
		"a label":            {text: topic("  labels:\n    strimzi.io/cluster: k-7\n"), is: "KafkaTopic shop/a1: Stuck Failing", holder: "strimzi topic operator", does: "have its Kafka answer again, and its controller's pod reach it (it is of cluster k-7)"},
		"no label":           {text: topic(""), is: "KafkaTopic shop/a1: Stuck Failing", holder: "strimzi topic operator", does: "have its Kafka answer again"},
	})
}
