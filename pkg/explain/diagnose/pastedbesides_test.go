package diagnose_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedBesides tells beside an answer what whoever copied the object writes of how it came to be as it is, and what a
// program says to fail: neither what is asked, wished or guessed, nor what the answer has already.
func TestWhyPastedBesides(t *testing.T) {
	const gear = "\n```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/teardown]\n```\n"
	const alive = "\n```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  uid: u1\n```\n"
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"what came to pass":    {"The gear stays\n\nIt only happens when the mill was migrated before the shop.\n" + gear, []string{"It only happens when the mill was migrated before the shop"}},
		"in their order":       {"It only happens when TLS was enabled before.\nThe operator was restarted, but the finalizer still stays.\n" + gear, []string{"It only happens when TLS was enabled before", "The operator was restarted, but the finalizer still stays"}},
		"twice":                {"It only happens when TLS was enabled before.\n" + gear + "\nWhen TLS was enabled before it only happens.\n", []string{"It only happens when TLS was enabled before"}},
		"a program that fails": {strings.Replace(gear, "]\n```", "]\nstatus:\n  conditions:\n  - {type: Ready, status: \"False\", reason: Failed, message: \"cannot delete the shaft: AccessDenied\", lastTransitionTime: \"2026-02-01T10:02:00Z\"}\n```", 1) + "\n```\nE0201 10:31:10.114203       1 mill.go:7] failed to reach the mill: Get \"http://mill.shop.svc:3370/v1\": dial tcp 10.43.67.84:3370: connect: network is unreachable\n```\n", []string{"failed to reach the mill: Get \"http://mill.shop.svc:3370/v1\": dial tcp 10.43.67.84:3370: connect: network is unreachable"}},
		"that it hangs":        {"The gear hangs in status Terminating since then and can never be deleted.\nThe mill was removed before the operator.\n" + gear, []string{"The mill was removed before the operator"}},
		"a title":              {"Deletion fails when the operator was migrated\n\nThe mill was removed before the operator.\n" + gear, []string{"The mill was removed before the operator"}},
		"only a title":         {"Deletion fails when the operator was migrated\n" + gear, []string{"Deletion fails when the operator was migrated"}},
		"what only asks":       {"After I deleted the gear, it is never removed and hangs.\n" + gear, nil},
		"of a deleted thing":   {"The gear is lent to a deleted mill, which blocks the shop.\n" + gear, []string{"The gear is lent to a deleted mill, which blocks the shop"}},
		"a suspicion":          {"I suspect that it stays because the mill was removed.\n" + gear, nil},
		"a row of a table":     {"The mill was removed before the operator, but\nshop    g1     False   it waits for the belt before it is removed   9d\n" + gear, []string{"The mill was removed before the operator, but"}},
		"a command":            {"The mill was removed before the operator, but\nkubectl delete gear g1 -n shop\nhelps nobody.\n" + gear, []string{"The mill was removed before the operator, but"}},
		"a question":           {"Was it removed by hand after the upgrade of the operator?\n" + gear, nil},
		"a wish":               {"The gear should be deleted after the operator was removed.\n" + gear, nil},
		"a guess":              {"Maybe the racks were removed by hand after the upgrade.\n" + gear, nil},
		"of no event":          {"We run version 3 of the operator, and it is a very nice program.\n" + gear, nil},
		"what is not going":    {"After the upgrade the racks were removed by hand.\n" + alive, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, hold := range (pasted{text: tt.text}).read(t).Holds {
				for _, e := range hold.Evidence {
					if e.Kind == explain.Besides && !strings.Contains(hold.Message, e.Words) {
						got = append(got, e.Words)
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWhyPastedDoneBefore has done again what has ended it for whoever copied the object: that a program was started anew, and
// nothing that takes more. The words of the cluster go first.
func TestWhyPastedDoneBefore(t *testing.T) {
	gear := func(status string) string {
		return "\n```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/teardown]\n" + status + "```\n"
	}
	const denied = "status:\n  conditions:\n  - {type: Ready, status: \"False\", reason: Failed, message: \"cannot delete the shaft: AccessDenied\", lastTransitionTime: \"2026-02-01T10:02:00Z\"}\n"
	const is, done = "Gear shop/g1: ", "do what has ended it before"
	checkAll(t, map[string]pasted{
		"its pod was deleted":      {text: "It hangs.\n\nAfter deleting the operator pod, all gears got deleted.\n" + gear(""), is: is + "Undecided", does: done},
		"what helped":              {text: "What helped in the end was restarting the `zorg-operator` pod.\n" + gear(""), is: is + "Undecided", does: done},
		"to restart it helps":      {text: "Restarting the zorg controller helps.\n" + gear(""), is: is + "Undecided", does: done},
		"it did not help":          {text: "Restarting the zorg controller did not help.\n" + gear(""), is: is + "Undecided", lacks: done},
		"it might":                 {text: "If I restart the operator pod, the gears get deleted.\n" + gear(""), is: is + "Undecided", lacks: done},
		"the finalizer was taken":  {text: "After restarting the operator and removing the finalizer, it is gone.\n" + gear(""), is: is + "Undecided", lacks: done},
		"something else was":       {text: "After deleting the pods of the shop, all gears got deleted.\n" + gear(""), is: is + "Undecided", lacks: done},
		"a question":               {text: "After restarting the operator it is gone?\n" + gear(""), is: is + "Undecided", lacks: done},
		"the cluster tells of why": {text: "Restarting the zorg controller helps.\n" + gear(denied), is: is + "Stuck Failing", does: "give the account", lacks: done},
	})
}
