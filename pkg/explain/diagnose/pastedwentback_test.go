package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedWentBack has that older release run again of which whoever copied the object says that it is well, as
// another way than the first: never one of something else, and none that has mended something else.
func TestWhyPastedWentBack(t *testing.T) {
	const gear = "```\napiVersion: acme.com/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  finalizers: [acme.com/gear]\nspec: {teeth: 3}\n```\n"
	const pod = "The pod g1 is stuck in Terminating.\n```\nWarning  FailedKillPod   41s (x2 over 42s)  kubelet   error killing pod: failed to \"KillPodSandbox\" for \"f2b7d50b-836f-433b-996a-999860105c7f\" with KillPodSandboxError: \"rpc error: code = Unknown desc = failed to destroy network for pod sandbox k8s_g1_shop_f2b7d50b-836f-433b-996a-999860105c7f_0: the shaft is bent\"\n```\n"
	const back = "After the upgrade to 1.5.0 it hangs. Rolling back to 1.4.2 resolves this.\n"
	const again = "run the older release again that ends it"
	checkAll(t, map[string]pasted{
		"a question":        {text: gear + "It hangs. Is it so that rolling back to 1.4.2 resolves this?\n", is: "Gear shop/g1: ", lacks: again},
		"what is not going": {text: strings.Replace(gear, "  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n", "  uid: 11111111-0000-4000-8000-000000000001\n", 1) + back, is: "Gear shop/g1: NotDeleting", lacks: again},
	})
	const claim = "My claim is stuck terminating.\n```yaml\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  finalizers: [kubernetes.io/pvc-protection]\n```\n"
	for text, at := range map[string]int{
		gear + back: 1,
		pod + back:  1,
		gear + "It hangs. It works again after downgrading the operator to v1.4.2\n":         1,
		gear + "It hangs. Rolling back the gear operator to v1.4.2 fixed it\n":               1,
		gear + "It hangs. Deletion works again after downgrading the mill to v1.4.2\n":       1,
		gear + strings.Replace(back, "resolves this", "has not fixed it", 1):                 -1,
		gear + strings.Replace(back, "Rolling", "I hope that rolling", 1):                    -1,
		gear + "It hangs. Going to 1.5.0 resolves this.\n":                                   -1,
		gear + "It hangs. Rolling back the mill operator to v1.4.2 fixed it\n":               -1,
		gear + "It hangs. Rolling back the gear to v1.4.2 fixed it\n":                        1,
		gear + "It hangs. Rolling back the gear database to 2.1.0 fixed the login page.\n":   -1,
		gear + "It hangs. We reverted the mill to 1.19 and the belt works.\n":                -1,
		gear + "We went back to v1.4.2 and upgrade works fine, deleting hangs since then.\n": -1,
		gear + "It hangs. Our pipeline works and rolled back to 3.4.5 yesterday.\n":          -1,
		gear + "It hangs. Rolling back to 1.2.3 helps nobody.\n":                             -1,
		claim + "Rolling back the mill to 14.2 fixed the crash of the app.\n":                -1,
		claim + "Rolling back to 14.2 fixed it.\n":                                           -1,
		pod + "We deleted its node. After downgrading the mill to 1.6.8 new pods work.\n":    -1,
		pod + "After downgrading the mill to 1.6.8 it works.\n":                              -1,
	} {
		o := pasted{text: text}.read(t)
		if got := slices.IndexFunc(holdOf(o).Next, func(s explain.Step) bool { return strings.Contains(s.Text, again) }); got != at {
			t.Errorf("%s\nstep %d, want %d", text, got, at)
		}
	}
}
