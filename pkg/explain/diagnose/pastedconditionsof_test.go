package diagnose_test

import "testing"

// TestWhyPastedConditionsOf takes the name of a namespace from what its conditions say of it, and tells what those mean for
// what is left.
func TestWhyPastedConditionsOf(t *testing.T) {
	condition := func(typ, status, reason, message string) string {
		return "  - {type: " + typ + ", status: \"" + status + "\", reason: " + reason + ", lastTransitionTime: \"2026-02-01T10:20:00Z\", message: '" + message + "'}\n"
	}
	const head = "status:\n  phase: Terminating\n  conditions:\n"
	failed := condition("NamespaceDeletionContentFailure", "True", "ContentDeletionFailed", "Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: shop-1 for gvr: /v1, Resource=pods")
	pods := condition("NamespaceContentRemaining", "True", "SomeResourcesRemain", "Some resources are remaining: pods. has 7 resource instances")
	gears := condition("NamespaceContentRemaining", "True", "SomeResourcesRemain", "Some resources are remaining: gears.zorg.io has 7 resource instances")
	free := condition("NamespaceFinalizersRemaining", "False", "ContentHasNoFinalizers", "All content-preserving finalizers finished")
	down := condition("NamespaceDeletionDiscoveryFailure", "True", "DiscoveryFailed", "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: zorg.io/v1: the server is currently unable to handle the request")
	deleted := condition("NamespaceDeletionContentFailure", "False", "ContentDeleted", "All content successfully deleted, may be waiting on finalization")
	removed := condition("NamespaceContentRemaining", "False", "ContentRemoved", "All content successfully removed")
	const kubelets, found = "nothing that is left has a finalizer", "all that could be found in it is deleted already"
	checkTold(t, map[string]told{
		"pods without finalizers": {text: head + failed + pods + free, is: "Namespace shop-1: ", says: kubelets},
		"gears":                   {text: head + failed + gears + free, is: "Namespace shop-1: ", lacks: kubelets},
		"an API that is down":     {text: head + down + deleted + removed, is: "Namespace NAME: ", says: found},
		"and something is left":   {text: head + down + deleted + gears, is: "Namespace NAME: ", lacks: found},
	})
}

// TestWhyPastedUnclosedFence reads an object that refers to others by kind and was cut in two by a line of dots.
func TestWhyPastedUnclosedFence(t *testing.T) {
	const gear = "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata: {name: g1, namespace: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\", finalizers: [zorg.io/x]}\nspec:\n  parts:\n  - {apiVersion: v1, kind: ConfigMap, name: a}\n...\n  - {apiVersion: v1, kind: ConfigMap, name: b}\n  - {apiVersion: v1, kind: ConfigMap, name: c}\n"
	checkAll(t, map[string]pasted{
		"not closed":    {text: gear, is: "Gear shop/g1: ", finalizer: "zorg.io/x"},
		"closed":        {text: gear + "```\n", is: "Gear shop/g1: ", finalizer: "zorg.io/x"},
		"cut by a word": {text: "kubectl get gear g1 -n shop -o yaml\n...<snip>..\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/x]\n", is: "Gear shop/g1: ", finalizer: "zorg.io/x"},
	})
}
