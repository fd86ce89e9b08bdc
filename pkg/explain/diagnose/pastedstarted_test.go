package diagnose_test

import "testing"

// TestWhyPastedStartedAnew tells that the holder was started after the deletion where its log says no more than that, and not
// where that was before, is of another program, or where it has come to the object since.
func TestWhyPastedStartedAnew(t *testing.T) {
	const gear = "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: gear-one\n  namespace: shop\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - zorg.io/gear\n```\n"
	log := func(hour, lease, more string) string {
		return gear + "```\n" + `{"level":"info","ts":"2026-02-01T` + hour + `:12:00Z","logger":"setup","msg":"starting manager"}` + "\n" +
			"I0201 " + hour + ":12:04.007606       1 leaderelection.go:248] attempting to acquire leader lease " + lease + "...\n" +
			"I0201 " + hour + ":12:20.065547       1 leaderelection.go:258] successfully acquired lease " + lease + "\n" + more + "```\n"
	}
	const is, anew = "Gear shop/gear-one: Undecided", "it was started anew 12m after the deletion"
	const names = `{"level":"info","ts":"2026-02-01T09:13:00Z","msg":"Reconciling","Gear":{"name":"gear-one","namespace":"shop"}}` + "\n"
	checkAll(t, map[string]pasted{
		"after it":             {text: log("09", "mill/6cab913b.zorg.io", ""), is: is, says: anew, does: "see whether its holder starts again and again"},
		"before it":            {text: log("08", "mill/6cab913b.zorg.io", ""), is: is, lacks: "started anew"},
		"another program":      {text: log("09", "mill/6cab913b.acme.test", ""), is: is, lacks: "started anew"},
		"comes to it":          {text: log("09", "mill/6cab913b.zorg.io", names), is: is, lacks: "started anew"},
		"a person has done so": {text: log("09", "mill/6cab913b.zorg.io", "") + "I restarted the controller.\n", is: is, lacks: "started anew"},
	})
}
