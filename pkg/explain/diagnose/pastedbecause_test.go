package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedBecause quotes the reason that a person writes beside an object, and takes what it means for what to do
// first, unless somebody else tells why it stays.
func TestWhyPastedBecause(t *testing.T) {
	const gear = "```\napiVersion: acme.com/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  finalizers: [acme.com/gear]\nspec: {teeth: 3}\n```\n"
	const again = "Our controller manages to recreate the shaft, making it impossible to delete the gear.\n"
	const said = "whoever copied it says: \"Our controller"
	checkAll(t, map[string]pasted{
		"made again":           {text: gear + again, is: "Gear shop/g1: Stuck", says: said, does: "stop for the moment what makes it"},
		"that might be":        {text: gear + strings.Replace(again, "manages to", "would", 1), is: "Gear shop/g1: Undecided", lacks: "whoever copied it"},
		"that nobody deletes":  {text: strings.Replace(gear, "  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n", "  uid: 11111111-0000-4000-8000-000000000001\n", 1) + again, is: "Gear shop/g1: NotDeleting", lacks: "whoever copied it"},
		"where another speaks": {text: strings.Replace(gear, "spec: {teeth: 3}", "status: {conditions: [{type: Deleting, status: \"False\", reason: DeletionFailed, lastTransitionTime: \"2026-03-01T11:41:00Z\", message: 'cannot delete it: the shaft is bent'}]}", 1) + again, is: "Gear shop/g1: Stuck", says: "the shaft is bent", lacks: "whoever copied it"},
		"by hand":              {text: gear + "I deleted the bucket manually in the AWS console.\n", is: "Gear shop/g1: Undecided", says: "I deleted the bucket", does: "check where it was"},
		"without definition":   {text: gear + "The CRD was deleted before that.\n", is: "Gear shop/g1: Undecided", says: "The CRD was deleted", does: "see whether the definition of its kind is there"},
		"of a kind of all":     {text: strings.NewReplacer("acme.com/v1", "v1", "Gear", "ConfigMap").Replace(gear) + "The CRD was deleted before that.\n", is: "ConfigMap shop/g1: Undecided", says: "The CRD was deleted", lacks: "apply it again"},
		"of no known meaning":  {text: gear + "It cannot be deleted because the shaft turns.\n", is: "Gear shop/g1: Stuck", says: "because the shaft turns"},
		"that it has one":      {text: gear + "It is stuck due to the presence of the finalizer.\n", is: "Gear shop/g1: Stuck", lacks: "whoever copied it"},
	})
}

// TestWhyPastedNotStored takes from the answer to a command that takes only the finalizers off that no update of the
// object is stored, and tells of what else was tried.
func TestWhyPastedNotStored(t *testing.T) {
	const pod = "```yaml\napiVersion: v1\nkind: Pod\nmetadata:\n  annotations:\n    sidecar.acme.com/inject: \"true\"\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers:\n  - acme.com/gear\n  name: p1\n  namespace: shop\n```\n"
	const patch = "```\n$ kubectl -n shop patch pod p1 -p '{\"metadata\":{\"finalizers\":null}}'\n"
	const answer = "The Pod \"p1\" is invalid: spec.initContainers: Forbidden: pod updates may not add or remove containers\n```\n"
	checkAll(t, map[string]pasted{
		"what changes":       {text: pod + patch + answer, is: "Pod shop/p1: Undecided", says: "most likely a mutating webhook changes that", does: "its annotation sidecar.acme.com/inject asks for"},
		"no such annotation": {text: strings.Replace(pod, "/inject", "/inject-status", 1) + patch + answer, is: "Pod shop/p1: Undecided", says: "most likely a mutating webhook changes that", does: "changes spec.initContainers, and have"},
		"what is stored":     {text: pod + patch + strings.Replace(answer, "Forbidden: pod updates may not add or remove containers", "Required value", 1), is: "Pod shop/p1: Undecided", says: "does not pass its checks by now", does: "mend what the server names: spec.initContainers"},
		"a webhook":          {text: pod + patch + "Error from server: admission webhook \"gears.acme.com\" denied the request: the shaft turns\n```\n", is: "Pod shop/p1: Undecided", says: "refused it too, unless", does: "do what webhook gears.acme.com demands: the shaft turns"},
		"another change":     {text: pod + strings.Replace(patch, "null}", "null},\"spec\":{\"initContainers\":[]}", 1) + answer, is: "Pod shop/p1: Undecided", lacks: "mutating webhook"},
		"another object":     {text: pod + strings.Replace(patch, "pod p1", "pod p2", 1) + strings.Replace(answer, "p1", "p2", 1), is: "Pod shop/p1: Undecided", lacks: "mutating webhook", warns: "-"},
		"one elsewhere":      {text: pod + strings.Replace(patch, "-n shop patch", "-n mill patch", 1) + answer, is: "Pod shop/p1: Undecided", lacks: "mutating webhook", warns: "-"},
		"elsewhere, by flag": {text: pod + strings.Replace(patch, "-n shop patch pod p1", "patch pod p1 --namespace=mill", 1) + answer, is: "Pod shop/p1: Undecided", lacks: "mutating webhook", warns: "-"},
		"to another command": {text: pod + patch + "pod/p1 patched\n$ kubectl apply -f gears.yaml\nError from server: admission webhook \"gears.acme.com\" denied the request: the shaft turns\n```\n", is: "Pod shop/p1: Undecided", lacks: "is refused", warns: "to take its finalizers off by hand was tried already"},
		"one that was taken": {text: pod + strings.Replace(patch, "pod p1", "pod p2", 1) + "pod/p2 patched\n```\n", is: "Pod shop/p1: Undecided", warns: "the finalizers of pod p2 were taken off by hand"},
		"that was taken":     {text: pod + patch + "pod/p1 patched\n```\n", is: "Pod shop/p1: Undecided", lacks: "mutating webhook", warns: "to take its finalizers off by hand was tried already"},
		"a dry run":          {text: pod + strings.Replace(patch, "-p", "--dry-run=server -p", 1) + "pod/p1 patched\n```\n", is: "Pod shop/p1: Undecided", lacks: "tried already"},
	})
}

// TestWhyPastedNoKubelet presumes no kubelet beside the finalizers of a pod that was copied in part.
func TestWhyPastedNoKubelet(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  name: p1\n  namespace: shop\n  finalizers: "
	for list, holder := range map[string]string{"[acme.com/gear]\n": "", "[]\n": "kubelet"} {
		holds := pasted{text: pod + list}.read(t).Holds
		if len(holds) != 1 || holds[0].Holder.Name != holder {
			t.Errorf("with %sit is held %d times, by %v", list, len(holds), holds)
		}
	}
}

// TestWhyPastedUninstalled tells of a namespace in which something is left that its controller may have been uninstalled
// before, and nothing of that where nothing is left that has finalizers.
func TestWhyPastedUninstalled(t *testing.T) {
	const left = "```\n    - type: NamespaceContentRemaining\n      status: 'True'\n      lastTransitionTime: '2026-02-28T23:59:51Z'\n      reason: SomeResourcesRemain\n      message: 'Some resources are remaining: gears.acme.com has 1 resource instances'\n    - type: NamespaceFinalizersRemaining\n      status: 'True'\n      lastTransitionTime: '2026-02-28T23:59:51Z'\n      reason: SomeFinalizersRemain\n      message: 'Some content in the namespace has finalizers remaining: acme.com/gear in 1 resource instances'\n```\n"
	const said = "I uninstalled the chart and then deleted the shop namespace.\n"
	checkAll(t, map[string]pasted{
		"a chart before":    {text: said + left, is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "held by the finalizers acme.com/gear (1)", does: "as nothing can be made in this one, until these objects are gone; by what is written beside it: \"I uninstalled the chart"},
		"an operator":       {text: "The gear operator was removed last week. The shop namespace hangs.\n" + left, is: "Namespace shop: Stuck ContentRemains", holder: "namespace controller", does: "beside it: \"The gear operator was removed last week"},
		"a chart behind":    {text: "I deleted the shop namespace and then uninstalled the chart.\n" + left, is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", does: "see these"},
		"and nothing known": {text: said + "`kubectl delete namespace shop` hangs.\n", is: "Namespace shop: Undecided", holder: "namespace controller", lacks: "what was uninstalled"},
	})
}

// TestWhyPastedRelease has a release run that is said to mend it, in a step behind all others.
func TestWhyPastedRelease(t *testing.T) {
	gear := func(finalizer, said string) string {
		return "```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizer + "]\n```\n" + said + "\n"
	}
	const runs = "where an older release runs, run one that mends it"
	for name, c := range map[string]struct {
		text string
		told bool
	}{
		"fixed in one":        {gear("acme.test/turns", "This was fixed in v1.4.2."), true},
		"in a second line":    {gear("acme.test/turns", "A known bug of the operator.\nPlease upgrade to 1.4.2."), true},
		"which did not help":  {gear("acme.test/turns", "It was fixed in v1.4.2, but we still see it."), false},
		"a release that runs": {gear("acme.test/turns", "We run the operator v1.4.2."), false},
	} {
		h := holdOf(pasted{text: c.text}.read(t))
		at := slices.IndexFunc(h.Next, func(s explain.Step) bool { return strings.HasPrefix(s.Text, runs) })
		if at == 0 || (at > 0) != c.told {
			t.Errorf("%s: step %d of\n%s", name, at, stepsOf(h))
		}
	}
}
