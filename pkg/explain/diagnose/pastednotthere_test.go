package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedNotThere takes nothing for what hangs that the words say is not there or could not be made: it is what is
// waited for, or what comes of the deletion.
func TestWhyPastedNotThere(t *testing.T) {
	const gears = "Can not remove finalizer for targetgroupbinding in detached mode\n\nThe condition message is `Failed to build the belt: secrets \"belt-key\" not found`.\n"
	const closed = "Deleting it hangs with error:\n`task \"Fitting belts\" failed: networkpolicies.networking.k8s.io \"belt-1\" is forbidden: unable to create new content in namespace shop-7 because it is being terminated`\n"
	const log = "The deletion is stuck.\n```\ngearer-0 manager E0301 10:31:55.740218       1 controller.go:326] \"Reconciler error\" err=\"failed to get the belt: secrets \\\"belt-key\\\" not found\" controller=\"gear\" controllerGroup=\"zorg.io\" controllerKind=\"Gear\"\n```\n"
	const namespace = "Namespace shop-7: Stuck Silent"
	checkAll(t, map[string]pasted{
		"a kind by its finalizer":        {text: gears, is: "TargetGroupBinding NAME: Stuck Failing", holder: "aws load balancer controller", does: "bring back secrets belt-key"},
		"of the object":                  {text: strings.Replace(gears, "targetgroupbinding", "the object", 1), is: "Object NAME: "},
		"that is there":                  {text: strings.Replace(gears, "belt-key\" not found", "belt-key\" hangs on deletion", 1), is: "Secret belt-key: "},
		"asked":                          {text: strings.Replace(gears, "Can not", "What if I can not", 1), is: "Object NAME: "},
		"could not be made":              {text: closed, is: namespace, holder: "namespace controller", does: "see what is left in it"},
		"named as what is made":          {text: "Since the upgrade, namespaces hang.\n\nfailed to create configmap \"belt\": configmaps \"belt\" is forbidden: unable to create new content in namespace shop-7 because it is being terminated\n\nkubectl get ns shows shop-7 in Terminating for hours.\n", is: namespace, holder: "namespace controller"},
		"a kind that waits for it":       {text: strings.Replace(closed, "Deleting it hangs", "Deleting a TargetGroupBinding hangs", 1), is: "TargetGroupBinding NAME: ", holder: "aws load balancer controller"},
		"of two namespaces":              {text: closed + strings.ReplaceAll(closed, "shop-7", "shop-8"), is: "Object NAME: "},
		"of another's namespace":         {text: strings.Replace(closed, "Deleting it hangs", "Our gear in the tooling namespace is stuck in deletion", 1), is: "Namespace NAME: ", holder: "namespace controller"},
		"what hangs is named":            {text: "`kubectl delete gear g1 -n shop` hangs.\n" + closed, is: "Gear shop/g1: Stuck"},
		"refused otherwise":              {text: strings.ReplaceAll(closed, "unable to create new content in namespace shop-7 because it is being terminated", "no rights"), is: "NetworkPolicy belt-1: ", holder: "amazon network policy controller"},
		"the kind of a controller alone": {text: log, is: "Gear NAME: Stuck Failing", says: "failed to get the belt"},
		"that tells the name":            {text: strings.Replace(log, "controllerKind=\"Gear\"", "controllerKind=\"Gear\" Gear=\"shop/g1\"", 1), is: "Gear shop/g1: Stuck Failing", holder: "gear controller"},
		"that does not fail":             {text: strings.Replace(strings.Replace(log, "E0301", "I0301", 1), "\"Reconciler error\" err=\"failed to get the belt: secrets \\\"belt-key\\\" not found\"", "\"Starting workers\"", 1), is: "Object NAME: "},
	})
}

// TestWhyPastedTitle takes the kind of what hangs from how a title or a sentence begins, as it is spelled there.
func TestWhyPastedTitle(t *testing.T) {
	const rest = "\n\nI removed the mill with all that is in it. This in turn blocks the `Cluster` resource, which stays in the deleting phase forever.\n"
	const binding, none = "TargetGroupBinding NAME: ", "Cluster NAME: "
	for text, is := range map[string]string{
		"TargetGroupBinding stuck deleting if the mill is gone":    binding,
		"TargetGroupBindings stuck in Terminating":                 binding,
		"[mill] TargetGroupBinding stuck while it is removed":      none,
		"Is a TargetGroupBinding stuck deleting if it is gone?":    none,
		"TargetGroupBinding stuck deleting?":                       "Object NAME: ", // either
		"TargetGroupBinding controller stuck at its start":         none,
		"If a TargetGroupBinding were stuck deleting, what to do?": none,
	} {
		t.Run(text, func(t *testing.T) {
			o := pasted{text: text + rest}.read(t)
			if got := o.Kind + " " + o.Name + ": "; got != is {
				t.Errorf("got %q, want %q", got, is)
			}
		})
	}
	for text, is := range map[string]string{
		"TargetGroupBinding not deleted when the mill is gone":               binding,
		"TargetGroupBindings not being removed":                              binding,
		"A TargetGroupBinding should be not deleted":                         "Object NAME: ",
		"The TargetGroupBinding controller has not removed it":               "Object NAME: ",
		"Deleting a Kustomization is stuck":                                  "Kustomization NAME: ",
		"Deleting our kustomization is stuck":                                "Object NAME: ",
		"What if deleting a Kustomization is stuck?":                         "Object NAME: ",
		"The cluster role binding hub-1 is stuck terminating":                "ClusterRoleBinding hub-1: ",
		"The role binding hub-1 is stuck terminating":                        "RoleBinding hub-1: ",
		"Expected behavior:\nThe TargetGroupBinding should be never removed": "Object NAME: ",
		"Expected behavior:\n\nDeleting a Kustomization is stuck":            "Object NAME: ",
		"Actual behavior:\n\nDeleting a Kustomization is stuck":              "Kustomization NAME: ",
		"The Kustomization is fine, and its gear hangs on delete":            "Object NAME: ",
	} {
		t.Run(text, func(t *testing.T) {
			o := pasted{text: text + "\n\nThe deletionTimestamp is set, and nothing happens.\n"}.read(t)
			if got := o.Kind + " " + o.Name + ": "; got != is {
				t.Errorf("got %q, want %q", got, is)
			}
		})
	}
}

// TestWhyPastedLogger takes the kind and the name from a field after which the logger is called, behind what follows several
// logs, and a budget by its name.
func TestWhyPastedLogger(t *testing.T) {
	const line = "The node could not be drained.\n\n> gears/gearer-7d4c8f9b6-x2m5q[controller]: {\"level\":\"ERROR\",\"time\":\"2026-03-01T01:20:17.618Z\",\"logger\":\"controller.gear.check\",\"message\":\"cannot drain it for its deletion, PDB \\\"belts/tooth\\\" is blocking evictions\",\"commit\":\"2c8f2a5\",\"gear\":\"g-7k2vd\"}\n"
	with := func(from, to string) string { return strings.Replace(line, from, to, 1) }
	const is, budget = "Gear g-7k2vd: Stuck Failing", "let PodDisruptionBudget belts/tooth allow one less"
	checkAll(t, map[string]pasted{
		"a budget that blocks":    {text: line, is: is, does: budget, lacks: "logger"},
		"that prevents":           {text: with("is blocking evictions", "prevents pod evictions"), is: is, does: budget},
		"in long":                 {text: with("PDB", "PodDisruptionBudget"), is: is, does: budget},
		"that allows":             {text: with("is blocking evictions", "allows evictions"), is: is, lacks: "allow one less"},
		"that does not":           {text: with("is blocking evictions", "does not block evictions"), is: is, lacks: "allow one less"},
		"another logger":          {text: with("controller.gear.check", "controller.state"), is: "Object NAME: ", does: budget},
		"a field that is no name": {text: with("\"g-7k2vd\"", "\"The first of 3\""), is: "Object NAME: ", does: budget},
	})
}

// TestWhyPastedDeadAPI tells of a namespace the API group that does not answer by its APIService, copied beside it.
func TestWhyPastedDeadAPI(t *testing.T) {
	const service = "```\nName:         v1.gears.zorg.io\nNamespace:\nLabels:       <none>\nAPI Version:  apiregistration.k8s.io/v1\nKind:         APIService\nMetadata:\n  Creation Timestamp:  2026-02-01T07:11:02Z\nSpec:\n  Group:                   gears.zorg.io\n  Service:\n    Name:            gearer\n    Namespace:       gears\n  Version:           v1\nStatus:\n  Conditions:\n    Last Transition Time:  2026-02-01T07:11:02Z\n    Message:               no response\n    Reason:                FailedDiscoveryCheck\n    Status:                False\n    Type:                  Available\nEvents:                    <none>\n```\n"
	const shop = "\n```yaml\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  deletionTimestamp: \"2026-03-01T00:00:00Z\"\nspec:\n  finalizers: [kubernetes]\nstatus:\n  phase: Terminating\n```\n"
	const found = "\n```yaml\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  deletionTimestamp: \"2026-03-01T00:00:00Z\"\nspec:\n  finalizers: [kubernetes]\nstatus:\n  phase: Terminating\n  conditions:\n  - {type: NamespaceDeletionDiscoveryFailure, status: \"False\", reason: ResourcesDiscovered, message: All resources successfully discovered, lastTransitionTime: \"2026-03-01T00:00:05Z\"}\n```\n"
	const dead, mend = ": Stuck DiscoveryFails", "have service gearer in namespace gears"
	const every = "Every namespace that we delete stays in Terminating.\n"
	checkAll(t, map[string]pasted{
		"a namespace beside it":  {text: service + shop, of: "shop", is: "Namespace shop" + dead, holder: "namespace controller", says: "gears.zorg.io/v1", does: mend},
		"every namespace":        {text: every + service, of: "NAME", is: "Namespace NAME" + dead, holder: "namespace controller", does: mend},
		"its finalizer told":     {text: "The `kubernetes` finalizer is not removed, and every namespace we delete stays in Terminating.\n" + service, of: "NAME", is: "Namespace NAME" + dead, holder: "namespace controller", does: mend},
		"that answers":           {text: strings.Replace(service, "False", "True", 1) + shop, of: "shop", is: "Namespace shop: Undecided", holder: "namespace controller", lacks: "gears.zorg.io"},
		"where all is found":     {text: service + found, of: "shop", is: "Namespace shop: Undecided", holder: "namespace controller", lacks: "gears.zorg.io"},
		"a question":             {text: "Does every namespace that we delete stay in Terminating then?\n" + service, is: "APIService v1.gears.zorg.io: NotDeleting"},
		"no word of a namespace": {text: "It does not answer.\n" + service, is: "APIService v1.gears.zorg.io: NotDeleting"},
	})
}
