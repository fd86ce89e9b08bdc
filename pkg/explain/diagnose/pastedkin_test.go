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

// TestWhyPastedFamily has nobody install what is no program: of a library, or of what many call their finalizers
// by, the one that has to act is to be found.
func TestWhyPastedFamily(t *testing.T) {
	of := func(version, kind, finalizer string) string {
		return "apiVersion: " + version + "\nkind: " + kind + "\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - " + finalizer + "\n"
	}
	const taken = "```\nI took it off:\n```\n$ helm uninstall rancher -n cattle-system\nrelease \"rancher\" uninstalled\n```\n"
	checkAll(t, map[string]pasted{
		"its handler is told":    {text: of("acme.test/v1", "Gear", "wrangler.cattle.io/gear-remove"), is: "Gear shop/g1: Undecided", holder: "rancher family controller", does: "find the controller with the handler gear-remove, which takes wrangler.cattle.io/gear-remove off", lacks: "install Wrangler"},
		"of a custom kind":       {text: of("acme.test/v1", "Gear", "kopf.zalando.org/KopfFinalizerMarker"), is: "Gear shop/g1: Undecided", holder: "kopf operator", does: "find the controller of gears.acme.test, which takes", lacks: "install kopf"},
		"made of the kind":       {text: of("acme.test/v1", "Gear", "gears.acme.test/finalizer"), is: "Gear shop/g1: Undecided", holder: "java operator", does: "find the controller of gears.acme.test, which takes", lacks: "install Java"},
		"of a kind of the core":  {text: of("v1", "Secret", "kopf.zalando.org/KopfFinalizerMarker"), is: "Secret shop/g1: Undecided", holder: "kopf operator", does: "find the program that takes kopf.zalando.org/KopfFinalizerMarker off"},
		"one of it was taken":    {text: "```\n" + of("acme.test/v1", "Gear", "wrangler.cattle.io/gear-remove") + taken, is: "Gear shop/g1: Stuck", holder: "rancher family controller", does: "find the controller with the handler gear-remove", lacks: "install rancher family"},
		"a product":              {text: of("ray.io/v1", "RayCluster", "ray.io/gcs-ft-redis-cleanup-finalizer"), is: "RayCluster shop/g1: Undecided", holder: "kuberay", does: "see whether kuberay runs, and if so what its log says of g1"},
		"a product that is near": {text: of("helm.cattle.io/v1", "HelmChart", "wrangler.cattle.io/on-helm-chart-remove"), is: "HelmChart shop/g1: Undecided", holder: "k3s/rke2 helm controller", lacks: "find the controller"},
	})
}

// TestWhyPastedDomains says of a finalizer that it is of another domain than the kind only where the two share
// no name that may be one party's.
func TestWhyPastedDomains(t *testing.T) {
	of := func(group, deleted string) string {
		return "apiVersion: " + group + "/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n" + deleted + "  finalizers:\n  - gearworks.io/cleanup\n"
	}
	const goes, again, other = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n", "if nothing does, install what that belongs to again, so that it can clean up", "not of the kind's own"
	const sees = "see whether anything of gearworks.io runs, and if so what its log says of g1"
	checkAll(t, map[string]pasted{
		"of a domain for all":  {text: of("gearworks.k8s.io", goes), is: "Gear shop/g1: Undecided", does: sees, then: again + "\n", lacks: other},
		"of one that is alike": {text: of("mill.gearworks.com", goes), is: "Gear shop/g1: Undecided", does: sees, then: again + "\n", lacks: other},
		"of another domain":    {text: of("acme.io", goes), is: "Gear shop/g1: Undecided", does: sees, then: again + ": the finalizer is of that domain, and " + other},
		"that stays":           {text: of("gearworks.k8s.io", ""), is: "Gear shop/g1: NotDeleting", lacks: "install what"},
	})
}

// TestWhyPastedTended has an object of a copy wait for what its holder asks to go and waits for, where that is on its way
// out beside it, and so be held by what holds that.
func TestWhyPastedTended(t *testing.T) {
	const asked = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n"
	cluster := "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata:\n  name: c1\n  namespace: shop\n" + asked + "  finalizers: [cluster.cluster.x-k8s.io]\n---\n"
	machine := func(of, deleted, finalizers string) string {
		return "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Machine\nmetadata:\n  name: m1\n  namespace: shop\n  labels: {cluster.x-k8s.io/cluster-name: " + of + "}\n" + deleted + "  finalizers: [" + finalizers + "]\n" +
			"spec: {clusterName: " + of + "}\n---\n"
	}
	claim := func(policy string) string {
		return "apiVersion: acme.test/v1\nkind: Bucket\nmetadata:\n  name: b1\n  namespace: shop\n" + asked + "  finalizers: [finalizer.apiextensions.crossplane.io]\nspec:\n  compositeDeletePolicy: " + policy +
			"\n  resourceRef: {apiVersion: acme.test/v1, kind: XBucket, name: b1-x}\n---\napiVersion: acme.test/v1\nkind: XBucket\nmetadata:\n  name: b1-x\n" + asked + "  finalizers: [foregroundDeletion]\n---\n" +
			"apiVersion: s3.aws.upbound.io/v1beta1\nkind: BucketACL\nmetadata:\n  name: a1\n" + asked + "  finalizers: [finalizer.managedresource.crossplane.io]\n" +
			"  ownerReferences: [{apiVersion: acme.test/v1, kind: XBucket, name: b1-x, uid: 11111111-0000-4000-8000-000000000001, blockOwnerDeletion: true}]\n"
	}
	const waits = "cluster-api core waits for machines.cluster.x-k8s.io/m1"
	checkAll(t, map[string]pasted{
		"its machine":            {text: cluster + machine("c1", asked, "machine.cluster.x-k8s.io"), of: "c1", holder: "cluster-api core", is: "Cluster shop/c1: Waiting Blocked", says: waits},
		"of another cluster":     {text: cluster + machine("c2", asked, "machine.cluster.x-k8s.io"), of: "c1", holder: "cluster-api core", is: "Cluster shop/c1: Undecided Silent", lacks: "waits for machine"},
		"one that stays":         {text: cluster + machine("c1", "  uid: u1\n", "machine.cluster.x-k8s.io"), of: "c1", holder: "cluster-api core", is: "Cluster shop/c1: Undecided Silent", lacks: "waits for machines.cluster"},
		"one without finalizers": {text: cluster + machine("c1", asked, ""), of: "c1", holder: "cluster-api core", is: "Cluster shop/c1: Undecided Silent", lacks: "waits for machines.cluster"},
		"a claim that waits":     {text: claim("Foreground"), of: "b1", holder: "crossplane", is: "Bucket shop/b1: Waiting Blocked", says: "waits for xbuckets.acme.test/b1-x"},
		"a claim that asks":      {text: claim("Background"), of: "b1", holder: "crossplane", is: "Bucket shop/b1: Undecided Silent", lacks: "waits for xbuckets.acme"},
		"its composite":          {text: claim("Foreground"), of: "b1-x", holder: "garbage collector", is: "XBucket b1-x: Waiting DependentsRemain", says: "bucketacl/a1", warns: "delete it again"},
	})
}
