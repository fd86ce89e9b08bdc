package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedLeftAsWell tells of a namespace that no API group keeps alone what else its conditions say is left in it.
func TestWhyPastedLeftAsWell(t *testing.T) {
	const shop = "```yaml\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  deletionTimestamp: \"2026-03-01T00:00:00Z\"\nspec:\n  finalizers: [kubernetes]\nstatus:\n  phase: Terminating\n  conditions:\n" +
		"  - {type: NamespaceDeletionDiscoveryFailure, status: \"True\", reason: DiscoveryFailed, message: 'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: gears.zorg.io/v1: the server is currently unable to handle the request', lastTransitionTime: \"2026-03-01T00:00:05Z\"}\n" +
		"  - {type: NamespaceDeletionContentFailure, status: \"True\", reason: ContentDeletionFailed, message: 'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods', lastTransitionTime: \"2026-03-01T00:00:35Z\"}\n```\n"
	const is, left = "Namespace shop: Stuck DiscoveryFails", "left in it as well"
	checkAll(t, map[string]pasted{
		"both":            {text: shop, is: is, holder: "namespace controller", says: left + ": pods"},
		"all else gone":   {text: strings.Replace(strings.Replace(shop, "ContentDeletionFailed", "ContentDeleted", 1), "Failure, status: \"True\", reason: ContentDeleted", "Failure, status: \"False\", reason: ContentDeleted", 1), is: is, holder: "namespace controller", lacks: left},
		"it fails only":   {text: strings.Replace(shop, "unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods", "the server is down", 1), is: is, holder: "namespace controller", lacks: left},
		"cut at its type": {text: strings.Replace(shop, "type: NamespaceDeletionContentFailure, ", "", 1), is: is, holder: "namespace controller", says: left + ": pods"},
	})
}
