package diagnose_test

import "testing"

// bearing is an object of a kind that comes with Kubernetes, with the finalizer that a project also
// puts on the objects that it makes it for.
func bearing(kind, finalizer string) string {
	return "kind: " + kind + "\nmetadata:\n  name: agent-a\n  namespace: shop\n  uid: u-1\n" +
		"  deletionTimestamp: \"2026-01-02T03:04:05Z\"\n  finalizers: [" + finalizer + "]\n"
}

// TestWhyPastedBearer tells what an object waits for that bears the finalizer of its parent: not
// what the parent waits for.
func TestWhyPastedBearer(t *testing.T) {
	const ofVictoria = "apps.victoriametrics.com/finalizer"
	checkAll(t, map[string]pasted{
		"a child": {
			text: "apiVersion: v1\n" + bearing("ServiceAccount", ofVictoria), is: "ServiceAccount shop/agent-a: Undecided", holder: "victoriametrics operator",
			says: "one whose owner stays is never let go", lacks: "cluster role",
		},
		"a child that has data": {
			text: "apiVersion: v1\n" + bearing("PersistentVolumeClaim", ofVictoria), is: "PersistentVolumeClaim shop/agent-a: Undecided", holder: "victoriametrics operator",
			says: "for a person to save its data", lacks: "cluster role",
		},
		"the parent": {
			text: "apiVersion: operator.victoriametrics.com/v1beta1\n" + bearing("VMAgent", ofVictoria), is: "VMAgent shop/agent-a: Undecided", holder: "victoriametrics operator",
			says: "cluster role and binding", lacks: "owner stays",
		},
		"a child of another project": {
			text: "apiVersion: apps/v1\n" + bearing("DaemonSet", "resource.nvidia.com/computeDomain"), is: "DaemonSet shop/agent-a: Undecided", holder: "nvidia dra driver",
			says: "the ComputeDomain that it was made for", lacks: "labels",
		},
	})
}
