package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedRefusedOver has the controller brought back alone where helm refuses a chart because the object is there
// that was left of a release.
func TestWhyPastedRefusedOver(t *testing.T) {
	const none = "$ helm uninstall mill -n shop\nError: uninstall: Release not loaded: mill: release: not found\n"
	const older = "Error: rendered manifests contain a resource that already exists. Unable to continue with install: existing resource conflict: namespace: shop, name: b1, existing_kind: asdb.aerospike.com/v1, Kind=AerospikeCluster, new_kind: asdb.aerospike.com/v1, Kind=AerospikeCluster\n"
	const newer = "Error: INSTALLATION FAILED: Unable to continue with install: AerospikeCluster \"b1\" in namespace \"shop\" exists and cannot be imported into the current release: invalid ownership metadata\n"
	const cluster = "```yaml\napiVersion: asdb.aerospike.com/v1\nkind: AerospikeCluster\nmetadata:\n  name: b1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [asdb.aerospike.com/storage-finalizer]\n```\n"
	beside := func(said string) string { return "```\n" + said + "```\n\n" + cluster }
	const is, holder, again, gone = "AerospikeCluster shop/b1: Undecided Silent", "aerospike operator", "if it runs nowhere, install Aerospike Kubernetes operator again", "helm has no release any more that holds it"
	const alone, sees = again + ", by itself (helm takes no chart that holds b1 too", "see whether aerospike operator runs, and if so what its log"
	checkAll(t, map[string]pasted{
		"by its kind":         {text: beside(none + older), is: is, holder: holder, does: alone, says: gone},
		"imported":            {text: beside(none + newer), is: is, holder: holder, does: alone, says: gone},
		"no word of the old":  {text: beside("$ helm install mill zorg/mill -n shop\n" + newer), is: is, holder: holder, does: sees, then: alone, lacks: gone},
		"another object":      {text: beside(none + strings.Replace(older, "name: b1", "name: b2", 1)), is: is, holder: holder, does: sees, then: again + ": ", lacks: gone},
		"another kind":        {text: beside(none + strings.Replace(newer, "AerospikeCluster", "Gear", 1)), is: is, holder: holder, does: sees, then: again + ": ", lacks: gone},
		"only no release":     {text: beside(none), is: is, holder: holder, does: sees, then: again + ": ", lacks: gone},
		"asked, not answered": {text: "Would helm say that AerospikeCluster b1 exists and cannot be imported?\n\n" + cluster, is: is, holder: holder, does: sees, then: again + ": ", lacks: gone},
	})
}
