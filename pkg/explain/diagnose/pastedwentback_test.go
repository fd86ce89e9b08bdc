package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedWentBack has that older release run again of which whoever copied the object says that it is well.
func TestWhyPastedWentBack(t *testing.T) {
	const gear = "```\napiVersion: acme.com/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  finalizers: [acme.com/gear]\nspec: {teeth: 3}\n```\n"
	const pod = "The pod g1 is stuck in Terminating.\n```\nWarning  FailedKillPod   41s (x2 over 42s)  kubelet   error killing pod: failed to \"KillPodSandbox\" for \"f2b7d50b-836f-433b-996a-999860105c7f\" with KillPodSandboxError: \"rpc error: code = Unknown desc = failed to destroy network for pod sandbox k8s_g1_shop_f2b7d50b-836f-433b-996a-999860105c7f_0: the shaft is bent\"\n```\n"
	const back = "After the upgrade to 1.5.0 it hangs. Rolling back to 1.4.2 resolves this.\n"
	const again = "run the older release again that ends it"
	checkAll(t, map[string]pasted{
		"a custom object":   {text: gear + back, is: "Gear shop/g1: Undecided", does: again},
		"a pod":             {text: pod + back, is: "Pod shop/g1: Stuck", holder: "kubelet", does: again, warns: "a forced deletion stops nothing"},
		"what works":        {text: gear + "It hangs. It works again after downgrading the operator to v1.4.2\n", is: "Gear shop/g1: ", does: again},
		"a question":        {text: gear + "It hangs. Is it so that rolling back to 1.4.2 resolves this?\n", is: "Gear shop/g1: ", lacks: again},
		"what did not help": {text: gear + strings.Replace(back, "resolves this", "has not fixed it", 1), is: "Gear shop/g1: ", lacks: again},
		"a hope":            {text: gear + strings.Replace(back, "Rolling", "I hope that rolling", 1), is: "Gear shop/g1: ", lacks: again},
		"a later release":   {text: gear + "It hangs. Going to 1.5.0 resolves this.\n", is: "Gear shop/g1: ", lacks: again},
		"what is not going": {text: strings.Replace(gear, "  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n", "  uid: 11111111-0000-4000-8000-000000000001\n", 1) + back, is: "Gear shop/g1: NotDeleting", lacks: again},
	})
}
