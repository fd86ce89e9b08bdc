package diagnose_test

import (
	"strings"
	"testing"
	"time"
)

// TestWhyPastedCutPlural asks for the objects of a definition by the plural that its name has, not by one of
// which only the beginning was copied.
func TestWhyPastedCutPlural(t *testing.T) {
	const text = "$ kubectl describe crd gears.zorg.io\nName:         gears.zorg.io\nAPI Version:  apiextensions.k8s.io/v1\nKind:         CustomResourceDefinition\nMetadata:\n  Deletion Timestamp:  2026-02-01T10:00:00Z\n  Finalizers:\n    customresourcecleanup.apiextensions.k8s.io\nSpec:\n  Group:  zorg.io\n  Names:\n    Kind:       Gear\n    List Kind:  GearList\n    Plural:     gears\n"
	const is, holder, does = "CustomResourceDefinition gears.zorg.io: Undecided", "crd finalizer (kube-apiserver)", "see which gears there are"
	checkAll(t, map[string]pasted{
		"whole":     {text: text, is: is, holder: holder, does: does, says: "asks all gears to go"},
		"cut":       {text: strings.TrimSuffix(text, "rs\n"), is: is, holder: holder, does: does, says: "asks all gears to go"},
		"cut above": {text: strings.TrimSuffix(text, "org.io\n  Names:\n    Kind:       Gear\n    List Kind:  GearList\n    Plural:     gears\n"), is: is, holder: holder, does: does},
	})
}

// terminating are the conditions of a namespace that goes, of which one was written later.
const terminating = "status:\n  conditions:\n" +
	"  - lastTransitionTime: \"2026-02-01T10:49:00Z\"\n    message: All content successfully deleted, may be waiting on finalization\n    reason: ContentDeleted\n    status: \"False\"\n    type: NamespaceDeletionContentFailure\n" +
	"  - lastTransitionTime: \"2026-02-01T10:26:00Z\"\n    message: All resources successfully discovered\n    reason: ResourcesDiscovered\n    status: \"False\"\n    type: NamespaceDeletionDiscoveryFailure\n" +
	"  - lastTransitionTime: \"2026-02-01T10:27:00Z\"\n    message: 'Some resources are remaining: gears.zorg.io has 1 resource\n      instances, wheels.zorg.io has 2 resource instances'\n    reason: SomeResourcesRemain\n    status: \"True\"\n    type: NamespaceContentRemaining\n  phase: Terminating\n"

// TestWhyPastedCutNamespace tells by when a namespace had been asked to go, and what is left in it, though the copy
// ends in the midst of that.
func TestWhyPastedCutNamespace(t *testing.T) {
	const head = "$ kubectl get ns shop -o yaml | tail\n"
	cut, _, _ := strings.Cut(terminating, "els.zorg.io")
	bare, _, _ := strings.Cut(terminating, "  - lastTransitionTime: \"2026-02-01T10:27")
	for name, test := range map[string]struct {
		pasted
		by string
	}{
		"whole":           {pasted{text: head + terminating, says: "1 gears.zorg.io, 2 wheels.zorg.io", lacks: "copy ends"}, "2026-02-01T10:26:00Z"},
		"cut":             {pasted{text: head + cut, says: "1 gears.zorg.io, and whe… (the copy ends there)"}, "2026-02-01T10:26:00Z"},
		"in backticks":    {pasted{text: "`" + strings.ReplaceAll(strings.TrimSuffix(head+terminating, "\n"), "\n", "`\n`") + "`\n", says: "1 gears.zorg.io, 2 wheels.zorg.io"}, "2026-02-01T10:26:00Z"},
		"told itself":     {pasted{text: head + "metadata:\n  deletionTimestamp: \"2026-02-01T10:20:00Z\"\n" + terminating, says: "1 gears.zorg.io"}, "0001-01-01T00:00:00Z"},
		"nothing is left": {pasted{text: head + bare, lacks: "gears"}, "2026-02-01T10:26:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			test.is, test.holder = "Namespace shop: ", "namespace controller"
			test.check(t)
			if got := test.read(t).AskedBy.Format(time.RFC3339); got != test.by {
				t.Errorf("asked by %s, want %s", got, test.by)
			}
		})
	}
}

// TestWhyPastedUnnamedFinalizers says that finalizers are what a namespace waits for where a condition tells so by its
// reason alone, and names them where it does.
func TestWhyPastedUnnamedFinalizers(t *testing.T) {
	const head = "$ kubectl get ns shop -o yaml | tail\n"
	const reason = "  - lastTransitionTime: \"2026-02-01T10:27:00Z\"\n    reason: SomeFinalizersRemain\n    status: \"True\"\n    type: NamespaceFinalizersRemaining\n"
	const unnamed = "held by finalizers of which the names were not copied"
	const is, holder = "Namespace shop: Waiting ContentRemains", "namespace controller"
	bare, _, _ := strings.Cut(terminating, "  - lastTransitionTime: \"2026-02-01T10:27")
	with := func(text, condition string) string {
		return head + strings.Replace(text, "  conditions:\n", "  conditions:\n"+condition, 1)
	}
	checkAll(t, map[string]pasted{
		"a reason":         {text: with(terminating, reason), is: is, holder: holder, says: "2 wheels.zorg.io, " + unnamed + "; discovery and the deletion itself went through"},
		"alone":            {text: with(bare, reason), is: is, holder: holder, says: "what is " + unnamed},
		"a cut message":    {text: with(bare, strings.Replace(reason, "    reason", "    message: 'Some content in the namespace has'\n    reason", 1)), is: is, holder: holder, says: unnamed},
		"no type":          {text: with(bare, "  - reason: SomeFinalizersRemain\n"), is: is, holder: holder, says: unnamed},
		"names":            {text: with(bare, strings.Replace(reason, "    reason", "    message: 'Some content in the namespace has finalizers remaining: zorg.io/a in 1 resource instances'\n    reason", 1)), is: is, holder: holder, says: "held by the finalizers zorg.io/a (1)", lacks: "not copied"},
		"it is not so":     {text: with(terminating, strings.NewReplacer("True", "False", "SomeFinalizersRemain", "ContentHasNoFinalizers").Replace(reason)), is: is, holder: holder, says: "2 wheels.zorg.io", lacks: "finalizers"},
		"a deletion fails": {text: with(strings.Replace(terminating, "\"False\"", "\"True\"", 1), reason), is: "Namespace shop: ", holder: holder, lacks: "went through"},
	})
}

// TestWhyPastedCutFinalizers knows an object of which the copy ends before its finalizers by its kind, and what it was
// made for is not what its deletion fails at.
func TestWhyPastedCutFinalizers(t *testing.T) {
	const table = "$ kubectl get workflow\nNAME   STATUS   AGE   MESSAGE\nw-1    Failed   10s   Error (exit code 64): failed to start the command\n\n"
	const head = "apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata:\n  name: w-1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:20:00Z\"\n"
	failing := strings.Replace(table, "failed to start the command", "failed to delete the artifacts", 1)
	checkAll(t, map[string]pasted{
		"cut":                     {text: table + head + "  finalizers:\n", is: "Workflow shop/w-1: Undecided", holder: "argo workflows", lacks: "failed to start"},
		"its deletion fails":      {text: failing + head + "  finalizers:\n", is: "Workflow shop/w-1: Stuck", holder: "argo workflows", says: "failed to delete the artifacts"},
		"a copy that has no list": {text: head + "  uid: u-1\nstatus:\n  phase: Failed\n", is: "Workflow shop/w-1: Undecided Silent", holder: "argo workflows", says: "the copy shows no finalizer on it"},
	})
}

// TestWhyPastedMostlyHeld names who mostly holds what is left where the finalizers of that were not copied.
func TestWhyPastedMostlyHeld(t *testing.T) {
	const left = "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  deletionTimestamp: \"2026-02-01T10:20:00Z\"\nstatus:\n  phase: Terminating\n  conditions:\n  - lastTransitionTime: \"2026-02-01T10:26:00Z\"\n    message: 'Some resources are remaining: configmaps. has 1 resource instances, datadogagents.datadoghq.com has 1 resource instances'\n    reason: SomeResourcesRemain\n    status: \"True\"\n    type: NamespaceContentRemaining\n"
	const unnamed = "  - reason: SomeFinalizersRemain\n    status: \"True\"\n    type: NamespaceFinalizersRemaining\n"
	const is, holder = "Namespace shop: Waiting ContentRemains", "namespace controller"
	homed := strings.NewReplacer("name: shop", "name: bpfman", ", datadogagents.datadoghq.com has 1 resource instances", "").Replace(left)
	checkAll(t, map[string]pasted{
		"of a kind that is known": {text: left + unnamed, is: is, holder: holder, does: "datadog operator takes finalizer.agent.datadoghq.com, which datadogagents mostly have, off"},
		"not told to be held":     {text: left, is: is, holder: holder, lacks: "datadog operator"},
		"of an unknown kind":      {text: strings.ReplaceAll(left, "datadog", "zorg") + unnamed, is: is, holder: holder, lacks: "mostly"},
		"at home":                 {text: homed + unnamed, is: "Namespace bpfman: Waiting ContentRemains", holder: holder, does: "possibly bpfman.io.operator/finalizer of bpfman operator holds them: if that ran in this very namespace, as it mostly does, it cannot be brought back here", lacks: "takes bpfman.io.operator"},
		"told beside it":          {text: "Uninstalling bpfman hangs:\n\n```\n" + strings.ReplaceAll(homed, "name: bpfman", "name: shop") + unnamed + "```\n", is: "Namespace shop: ", holder: holder, does: "possibly bpfman.io.operator/finalizer of bpfman operator holds them", lacks: "brought back"},
		"in any namespace":        {text: strings.ReplaceAll(homed, "name: bpfman", "name: shop") + unnamed, is: "Namespace shop: Waiting ContentRemains", holder: holder, lacks: "possibly"},
		"of kinds it leaves":      {text: strings.ReplaceAll(homed, "configmaps", "services") + unnamed, is: "Namespace bpfman: Waiting ContentRemains", holder: holder, lacks: "possibly"},
	})
}

// TestWhyPastedCutSpec does not take a pod for one without a node where the copy ends before that is told.
func TestWhyPastedCutSpec(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p1\n  namespace: shop\n  deletionGracePeriodSeconds: 30\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\nspec:\n  containers:\n  - args:\n    - turn\n"
	checkAll(t, map[string]pasted{
		"cut":   {text: pod, is: "Pod shop/p1: Undecided KubeletUnfinished", holder: "kubelet", does: "see which node it is on", lacks: "is on no node"},
		"whole": {text: pod + "    name: gears\n  restartPolicy: Always\nstatus:\n  phase: Pending\n", is: "Pod shop/p1: Undecided NodeGone", holder: "kubelet", says: "is on no node"},
	})
}

// TestWhyPastedNamespaceLog hears the namespace controller in its log as in its conditions.
func TestWhyPastedNamespaceLog(t *testing.T) {
	const fails = "E0622 06:04:15.113670       1 namespace_controller.go:159] deletion of namespace shop failed: "
	checkAll(t, map[string]pasted{
		"a conversion": {
			text: fails + `conversion webhook for acme.test/v1, Kind=Gear failed: Post "https://gears.shop.svc:9443/convert?timeout=30s": service "gears" not found`,
			is:   "Namespace shop: Stuck ContentUnlistable", holder: "namespace controller", does: "set spec.conversion.strategy of its definition to None",
		},
		"what it holds": {text: fails + "unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods", is: "Namespace shop: Undecided Silent", holder: "namespace controller"},
	})
}
