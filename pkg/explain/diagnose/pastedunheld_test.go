package diagnose_test

import "testing"

// TestWhyPastedUnheld says of an object that goes, and that a copy shows without a finalizer, that it cannot be so, and
// presumes what its kind mostly has; not where the copy has an empty list, nor of a kind of which nothing is known.
func TestWhyPastedUnheld(t *testing.T) {
	object := func(apiVersion, kind, finalizers string) string {
		return "```\napiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata:\n  name: a1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n" + finalizers + "spec:\n  suspend: true\n```\n"
	}
	const flux, none, again = "kustomize.toolkit.fluxcd.io/v1", "the copy shows no finalizer on it", "look whether it is still there, and which finalizers it has now"
	checkAll(t, map[string]pasted{
		"of a known kind":   {text: object(flux, "Kustomization", ""), is: "Kustomization shop/a1: Undecided", holder: "flux kustomize-controller", finalizer: "finalizers.fluxcd.io", says: none, does: again, costs: "no longer managed by Flux"},
		"of another kind":   {text: object("acme.test/v1", "Gear", ""), is: "Gear shop/a1: Undecided Silent", says: none, does: again},
		"with an empty one": {text: object(flux, "Kustomization", "  finalizers: []\n"), is: "Kustomization shop/a1: Undecided Silent", says: none, does: again},
		"with one":          {text: object(flux, "Kustomization", "  finalizers:\n  - finalizers.fluxcd.io\n"), is: "Kustomization shop/a1: Undecided", holder: "flux kustomize-controller", lacks: none},
	})
}
