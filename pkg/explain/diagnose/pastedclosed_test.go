package diagnose_test

import "testing"

// TestWhyPastedClosed has nothing made again in a namespace that is being deleted, by its object or by what a person
// writes of it; in another one, in one that is well, or where only a doubt is written, it has.
func TestWhyPastedClosed(t *testing.T) {
	const head = "```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - acme.test/gear\nspec:\n  teeth: 3\n"
	log := func(words string) string {
		return "```\n```\n" + `{"level":"error","ts":"2026-02-01T10:00:00Z","logger":"controller_gear","msg":"Reconciler error","Request.Namespace":"shop","Request.Name":"g1","error":"` + words + `"}` + "\n```\n"
	}
	const account, circle, again = `could not work as 'turner': ServiceAccount \"turner\" not found`, "ServiceAccount turner cannot be made again: namespace shop is being deleted", "bring back ServiceAccount turner"
	const stuck = "Gear shop/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"as is written":      {text: "A Namespace is set for termination, and the Gear stays.\n" + head + log(account), is: stuck, does: circle + " (by what is written beside it)", lacks: again},
		"put up for it":      {text: "2. the Namespace is put up for termination\n" + head + log(account), is: stuck, does: circle},
		"by its head":        {text: "Unable to delete namespace with Gears in it\n" + head + log(account), is: stuck, does: circle},
		"no end of it":       {text: "5. the Namespace never gets terminated\n" + head + log(account), is: stuck, does: circle},
		"of its role":        {text: "Unable to delete namespace roles\n" + head + log(account), is: stuck, does: again},
		"put up for sale":    {text: "The namespace is put up for review.\n" + head + log(account), is: stuck, does: again},
		"a head of another":  {text: "Unable to delete namespace mill-1 with Gears in it\n" + head + log(account), is: stuck, does: again},
		"a head in doubt":    {text: "Unable to delete the namespace?\n" + head + log(account), is: stuck, does: again},
		"by its name":        {text: "We ran kubectl, and namespace shop is stuck in Terminating.\n" + head + log(account), is: stuck, does: circle, lacks: again},
		"another one":        {text: "Earlier on namespace mill was deleted.\n" + head + log(account), is: stuck, does: again},
		"in doubt":           {text: "What if the namespace was deleted before?\n" + head + log(account), is: stuck, does: again},
		"not told":           {text: "The Gear stays.\n" + head + log(account), is: stuck, does: again},
		"of no namespace":    {text: "The namespace is being deleted.\n" + head + log(`could not turn: ClusterRole \"turner\" not found`), is: stuck, does: "bring back ClusterRole turner"},
		"somewhere else":     {text: "The namespace is being deleted.\n" + head + log(`could not turn: Secret mill/keys not found`), is: stuck, lacks: "cannot be made again"},
		"made everywhere":    {text: "The Gear stays.\n" + head + log(`could not work as 'default': ServiceAccount \"default\" not found`), is: stuck, does: "see whether namespace shop is being deleted: in every other one Kubernetes itself makes ServiceAccount default again", lacks: "bring back"},
		"so is a ConfigMap":  {text: "The Gear stays.\n" + head + log(`configmaps \"kube-root-ca.crt\" not found`), is: stuck, does: "see whether namespace shop is being deleted", lacks: "bring back"},
		"and it goes":        {text: "The namespace is being deleted.\n" + head + log(`ServiceAccount \"default\" not found`), is: stuck, does: "ServiceAccount default cannot be made again: namespace shop is being deleted", lacks: "see whether"},
		"and it stays":       {text: "```\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  uid: 11111111-0000-4000-8000-000000000009\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\nstatus:\n  phase: Active\n```\n" + head + log(`ServiceAccount \"default\" not found`), of: "g1", is: stuck, does: "see why kube-controller-manager does not make ServiceAccount default again"},
		"another default":    {text: "The Gear stays.\n" + head + log(`Secret \"default\" not found`), is: stuck, does: "bring back Secret default"},
		"nothing is missing": {text: "The namespace is being deleted.\n" + head + "```\n", is: "Gear shop/g1: Undecided", lacks: "cannot be made again"},
	})
}
