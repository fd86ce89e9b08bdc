package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedKin names who likely holds an object by a finalizer that nobody knows: that one which holds its
// kind by others of the same domain.
func TestWhyPastedKin(t *testing.T) {
	of := func(deleted, finalizer string) string {
		return "apiVersion: ray.io/v1\nkind: RayCluster\nmetadata:\n  name: r1\n  namespace: shop\n" + deleted + "  finalizers:\n  - " + finalizer + "\n"
	}
	const goes, stays = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n", "  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n"
	all := map[string]pasted{
		"of its domain":     {text: of(goes, "ray.io/old-cleanup"), is: "RayCluster shop/r1: Undecided", holder: "kuberay", costs: "Nobody here knows what this one is for; with another"},
		"of another domain": {text: of(goes, "acme.test/old-cleanup"), is: "RayCluster shop/r1: Undecided", lacks: "kuberay"},
		"misspelt":          {text: of(goes, "ray.io/gcs-ft-redis-cleanup-finalizre"), is: "RayCluster shop/r1: ", lacks: "kuberay has to"},
		"of nobody's kind":  {text: strings.ReplaceAll(of(goes, "acme.test/old-cleanup"), "ray.io/v1", "acme.test/v1"), is: "RayCluster shop/r1: Undecided"},
		"that stays":        {text: of(stays, "ray.io/old-cleanup"), is: "RayCluster shop/r1: NotDeleting", holder: "kuberay"},
	}
	checkAll(t, all)
}
