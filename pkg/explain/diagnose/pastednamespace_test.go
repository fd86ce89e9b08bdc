package diagnose_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestWhyPastedUnnamedKind finds the kind that an API server fails at and does not name, and does not call a
// namespace stuck for an error of its first moments, which may pass.
func TestWhyPastedUnnamedKind(t *testing.T) {
	namespace := func(at, words string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
			"  - {type: NamespaceDeletionContentFailure, status: \"True\", reason: ContentDeletionFailed, lastTransitionTime: \"" + at + "\", message: 'Failed to delete all resource types, 2 remaining: " + words + "'}\n"
	}
	const early, late = "2026-02-01T10:00:14Z", "2026-02-01T10:20:00Z"
	const unserved = "Internal error occurred: error resolving resource"
	const hook = `Internal error occurred: failed calling webhook "a.zorg.io": failed to call webhook: Post "https://zorg.mill.svc:443/validate?timeout=10s": service "zorg" not found`
	const stuck, undecided = "Namespace shop: Stuck ContentNotAsked", "Namespace shop: Undecided Failing"
	checkAll(t, map[string]pasted{
		"at first":           {text: namespace(early, unserved+", "+unserved), is: undecided, holder: "namespace controller", says: "nothing tells whether that goes on", does: "find the CustomResourceDefinition that the API server cannot serve", lacks: "mend what it names"},
		"later":              {text: namespace(late, unserved+", "+unserved), is: stuck, holder: "namespace controller", does: "find the CustomResourceDefinition that the API server cannot serve", lacks: "mend what it names"},
		"seen later":         {text: namespace(early, unserved) + "  - {type: NamespaceContentRemaining, status: \"False\", reason: ContentRemoved, lastTransitionTime: \"" + late + "\"}\n", is: stuck, holder: "namespace controller", does: "find the CustomResourceDefinition"},
		"cut":                {text: namespace(early, unserved+", Internal error occurre"), is: undecided, holder: "namespace controller", does: "find the CustomResourceDefinition"},
		"another error":      {text: namespace(late, "Internal error occurred: the zorg is bent"), is: stuck, holder: "namespace controller", does: "find the kind at which the API server fails", lacks: "mend what it names"},
		"no cause":           {text: namespace(late, "Internal error occurred: an unknown error occurred"), is: stuck, holder: "namespace controller", does: "find the kind at which the API server fails", lacks: "mend what it names"},
		"a kind":             {text: namespace(early, `Internal error occurred: gears.zorg.io "g1" is bent`), is: stuck, holder: "namespace controller", does: `mend what it names; where`, lacks: "find the kind"},
		"a webhook at first": {text: namespace(early, hook), is: stuck, holder: "namespace controller", does: "bring back what webhook a.zorg.io calls", lacks: "find the"},
		"all is well":        {text: strings.Replace(namespace(early, unserved), `status: "True"`, `status: "False"`, 1), is: "Namespace shop: ", holder: "namespace controller", lacks: "find the"},
	})
}

// TestWhyPastedCalledFor tells by the path of a webhook which kind is left, and does not have that brought back which
// may lie in the very namespace whose name was not copied.
func TestWhyPastedCalledFor(t *testing.T) {
	words := func(hook, path string) string {
		return `Failed to delete all resource types, 1 remaining: Internal error occurred: failed calling webhook "` + hook + `": failed to call webhook: Post "https://zorg.mill.svc:443` + path + `?timeout=10s": service "zorg" not found`
	}
	namespace := func(name, words string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + name + ", deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
			"  - {type: NamespaceDeletionContentFailure, status: \"True\", reason: ContentDeletionFailed, message: '" + words + "'}\n"
	}
	nameless := func(words string) string {
		return "  NamespaceDeletionDiscoveryFailure            False   Wed, 04 Jun 2025 15:04:37 +0200  ResourcesDiscovered     All resources successfully discovered\n" +
			"  NamespaceDeletionContentFailure              True    Wed, 04 Jun 2025 15:04:37 +0200  ContentDeletionFailed   " + words + "\n"
	}
	const back = "bring back what webhook "
	checkAll(t, map[string]pasted{
		"a group":         {text: namespace("shop", words("vgear.kb.io", "/validate-zorg-io-v1-gear")), is: "Namespace shop: Stuck ContentNotAsked", holder: "namespace controller", says: "of kind gear.zorg.io", does: back + "vgear.kb.io calls, service zorg in namespace mill"},
		"a long group":    {text: namespace("shop", words("vgear-v1.rack.zorg-mill.io", "/mutate-rack-zorg-mill-io-v1alpha1-gear")), is: "Namespace shop: Stuck", holder: "namespace controller", says: "of kind gear.rack.zorg-mill.io", does: back},
		"dots or dashes":  {text: namespace("shop", words("vgear.kb.io", "/validate-rack-zorg-io-v1-gear")), is: "Namespace shop: Stuck", holder: "namespace controller", says: "of kind gear", lacks: "gear.rack"},
		"of Kubernetes":   {text: namespace("shop", words("vpod.kb.io", "/validate--v1-pod")), is: "Namespace shop: Stuck", holder: "namespace controller", says: "of kind pod", lacks: "of kind pod."},
		"another path":    {text: namespace("shop", words("vgear.kb.io", "/validate/zorg-io-v1-gear")), is: "Namespace shop: Stuck", holder: "namespace controller", does: back, lacks: "of kind"},
		"its own":         {text: namespace("mill", words("vgear.kb.io", "/validate-zorg-io-v1-gear")), is: "Namespace mill: Stuck", holder: "namespace controller", says: "of kind gear.zorg.io", does: "this very namespace", lacks: "bring back"},
		"without a name":  {text: nameless(words("vgear.kb.io", "/validate-zorg-io-v1-gear")), is: "Namespace NAME: Stuck", holder: "namespace controller", says: "of kind gear.zorg.io", does: "if the stuck namespace is mill itself, remove the configuration that has webhook vgear.kb.io; if not, bring back what that calls, service zorg in namespace mill"},
		"nothing of that": {text: nameless("Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods"), is: "Namespace ", holder: "namespace controller", lacks: "of kind"},
	})
}

// TestWhyPastedServes says who most often serves an API of Kubernetes that does not answer, and of no other one.
func TestWhyPastedServes(t *testing.T) {
	namespace := func(group string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
			"  - {type: NamespaceDeletionDiscoveryFailure, status: \"True\", reason: DiscoveryFailed, lastTransitionTime: \"2026-02-01T10:20:00Z\", message: 'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: " + group + ": the server is currently unable to handle the request'}\n"
	}
	const is, who = "Namespace shop: Stuck DiscoveryFails", "namespace controller"
	checkAll(t, map[string]pasted{
		"of metrics": {text: namespace("metrics.k8s.io/v1beta1"), is: is, holder: who, does: "metrics.k8s.io/v1beta1 (most often metrics-server)"},
		"of custom":  {text: namespace("custom.metrics.k8s.io/v1beta1"), is: is, holder: who, does: "custom.metrics.k8s.io/v1beta1 answer again", lacks: "most often"},
		"like it":    {text: namespace("metrics.zorg.io/v1"), is: is, holder: who, does: "metrics.zorg.io/v1 answer again", lacks: "most often"},
		"of another": {text: namespace("zorg.io/v1"), is: is, holder: who, does: "zorg.io/v1 answer again", lacks: "most often"},
	})
}

// TestWhyPastedNamespaceHanging reads which namespace hangs, and what its controller could not delete in it, out of words.
func TestWhyPastedNamespaceHanging(t *testing.T) {
	const failed = "Failed to delete all resource types, 1 remaining:"
	const hook = `Internal error occurred: failed calling webhook "vgear.zorg.io": failed to call webhook: Post "https://zorg.shop.svc:443/validate?timeout=10s": service "zorg" not found`
	const remain = "Some resources are remaining: gears.zorg.io has 1 resource instances"
	const stuck, who, own = "Namespace shop: Stuck ContentNotAsked", "namespace controller", "in namespace shop, this very namespace"
	checkAll(t, map[string]pasted{
		"in two lines":         {text: "During teardown the `shop` namespace gets stuck in `Terminating`.\n\nThe error:\n\n" + failed + "\n" + hook + "\n", is: stuck, holder: who, does: own},
		"in one":               {text: "Namespace `shop` hangs in Terminating.\n\n> " + failed + " " + hook + "\n", is: stuck, holder: who, does: own},
		"quoted":               {text: "Deletion of the *shop* namespace hangs forever.\n\nmessage: '" + failed + " " + hook + "'\n", is: stuck, holder: who, does: own},
		"of another one":       {text: "The \"mill\" namespace is stuck terminating.\n\n" + failed + " " + hook + "\n", is: "Namespace mill: Stuck ContentNotAsked", holder: who, does: "bring back what webhook vgear.zorg.io calls, service zorg in namespace shop", lacks: "this very"},
		"what is left":         {text: "The `shop` namespace gets stuck in `Terminating`.\n\n" + remain + "\n", is: "Namespace shop: Stuck ContentRemains", holder: who, says: "1 gears.zorg.io"},
		"of which sort":        {text: "It leaves the tenant namespace stuck in Terminating.\n\n" + remain + "\n", is: "Namespace NAME: ", holder: who},
		"a name with marks":    {text: "It leaves the shop-7 namespace stuck in Terminating.\n\n" + remain + "\n", is: "Namespace shop-7: ", holder: who},
		"once":                 {text: "Last year the `mill` namespace was stuck in Terminating.\n\n" + remain + "\n", is: "Namespace NAME: ", holder: who},
		"if":                   {text: "If the `shop` namespace gets stuck in Terminating, what then?\n\n" + remain + "\n", is: "Namespace NAME: ", holder: who},
		"of two":               {text: "The `shop` namespace hangs in Terminating. The `mill` namespace hangs in Terminating.\n\n" + remain + "\n", is: "Namespace NAME: ", holder: who},
		"something in it":      {text: "A gear in the `shop` namespace gets stuck in Terminating.\n\n" + remain + "\n", is: "Namespace NAME: ", holder: who},
		"no more than that":    {text: "The `shop` namespace gets stuck in `Terminating`.\n\n" + failed + "\n\nAny ideas?\n", is: "Namespace shop: ", lacks: "Any ideas"},
		"that is over":         {text: "The `shop` namespace gets stuck in `Terminating`.\n\n" + failed + " " + hook + "\n\n$ kubectl get ns shop\nError from server (NotFound): namespaces \"shop\" not found\n", is: "Namespace shop: ", holder: who, lacks: "vgear.zorg.io"},
		"another that is gone": {text: "The `shop` namespace gets stuck in `Terminating`.\n\n" + failed + " " + hook + "\n\nError from server (NotFound): namespaces \"mill\" not found\n", is: stuck, holder: who, does: own},
		"up to a clause":       {text: "The `shop` namespace gets stuck in `Terminating`.\n\n" + failed + " " + hook + "; that is how it was\n", is: stuck, holder: who, does: own, lacks: "how it was"},
		"of what is called":    {text: "Deleting the ConfigMap `g-1` hangs forever: " + hook + "\n", is: "ConfigMap g-1: Stuck", lacks: "services/zorg"},
	})
}

// TestWhyPastedLeftInside takes what is said to keep a namespace for what hangs, and tells of a Secret that nobody can make
// again there; what is known of the namespace, and what a person asks or plans, says otherwise.
func TestWhyPastedLeftInside(t *testing.T) {
	const steps = "Wait for the GearBox to be reconciled.\n\n`kubectl delete ns shop`\n\n"
	const said = "The namespace deletion gets stuck due to the GearBox being stuck in deletion due to `missing gear-keys Secret`."
	const space, box = "Namespace shop: Stuck", "GearBox shop/NAME: Stuck"
	checkAll(t, map[string]pasted{
		"said":          {text: steps + said + "\n", is: box + " Failing", says: "missing gear-keys Secret", does: "Secret gear-keys cannot be made again: namespace shop is being deleted", lacks: "Wait for"},
		"in the title":  {text: "GearBox CR gets stuck when the whole namespace is being deleted\n\n" + steps, is: box, lacks: "Wait for"},
		"by its name":   {text: "The `shop` namespace is stuck in Terminating because a GearBox is not deleted.\n", is: box},
		"conditions":    {text: steps + said + "\n\nSome resources are remaining: gears.zorg.io has 1 resource instances\n", is: space, holder: "namespace controller"},
		"a wish":        {text: "The namespace hangs on its deletion. Should it hang because the GearBox is stuck?\n\n" + steps, is: space, holder: "namespace controller", lacks: "Wait for"},
		"of Kubernetes": {text: "The namespace deletion hangs because a ConfigMap is stuck.\n\n`kubectl delete ns shop`\n", is: space, holder: "namespace controller"},
		"two kinds":     {text: "The namespace deletion hangs because a GearBox is stuck. The namespace deletion hangs because a WheelRack is stuck.\n\n`kubectl delete ns shop`\n", is: space, holder: "namespace controller"},
		"a bug":         {text: "The namespace deletion hangs because of a bug in the GearBox operator.\n\n`kubectl delete ns shop`\n", is: space, holder: "namespace controller"},
	})
}

// TestWhyPastedMostlyAbsent tells why who takes the one finalizer off that a namespace names most often does not run, where
// that is the likeliest of what keeps it, and that it cannot come back in that very namespace.
func TestWhyPastedMostlyAbsent(t *testing.T) {
	const text = "project: Zorg Gears\ncomponents: [{name: zorg operator}]\nfinalizers:\n" +
		"- {pattern: zorg.io/oil, kinds: [Gear.zorg.io], component: zorg operator, waitsFor: it to be dry, causes: [{absent: the rack was deleted before its gears}, the oil is cold], class: waits, loss: none, risk: low, confidence: high}\n" +
		"- {pattern: zorg.io/tar, kinds: [Tar.zorg.io], component: zorg operator, waitsFor: it to be dry, causes: [the tar is cold, {absent: the rack was deleted first}], class: waits, loss: none, risk: low, confidence: high}\n" +
		"- {pattern: zorg.io/rust, kinds: [Rust.zorg.io], component: zorg operator, waitsFor: it to be dry, causes: [{absent: \"the rack {metadata.name} was deleted\"}], class: waits, loss: none, risk: low, confidence: high}\n"
	known, err := catalogue.Load(fstest.MapFS{"gears.yaml": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	said := func(held string) string {
		return "The namespace `shop` hangs in Terminating:\n\nSome resources are remaining: gears.zorg.io has 1 resource instances\nSome content in the namespace has finalizers remaining: " + held + "\n"
	}
	const is, who = "Namespace shop: ", "namespace controller"
	const why, not = "where it does not run, most often this is why: the rack was deleted before its gears; if it ran in this very namespace, it cannot be brought back here", "most often"
	checkAll(t, map[string]pasted{
		"first":       {text: said("zorg.io/oil in 1 resource instances"), is: is, holder: who, does: why, known: known},
		"of several":  {text: said("zorg.io/oil in 3 resource instances"), is: is, holder: who, does: why, known: known},
		"in describe": {text: "Name: shop\nStatus: Terminating\nConditions:\n  Type  Status  LastTransitionTime  Reason  Message\n  ----  ------  ------------------  ------  -------\n  NamespaceContentRemaining  True  Wed, 04 Jun 2025 15:04:37 +0200  SomeResourcesRemain  Some resources are remaining: gears.zorg.io has 1 resource instances\n  NamespaceFinalizersRemaining  True  Wed, 04 Jun 2025 15:04:37 +0200  SomeFinalizersRemain  Some content in the namespace has finalizers remaining: zorg.io/oil in 1 resource instances\n", is: "Namespace ", holder: who, does: why, known: known},
		"not first":   {text: said("zorg.io/tar in 1 resource instances"), is: is, holder: who, lacks: not, known: known},
		"one of two":  {text: said("zorg.io/tar in 1 resource instances, zorg.io/oil in 1 resource instances"), is: is, holder: who, lacks: not, known: known},
		"of a name":   {text: said("zorg.io/rust in 1 resource instances"), is: is, holder: who, lacks: not, known: known},
		"not known":   {text: said("zorg.io/mud in 1 resource instances"), is: is, holder: who, lacks: not, known: known},
	})
}
