package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedColon takes an error that was cut behind a colon for one, and what is wrong with it for its
// cause; the head of what was copied is none.
func TestWhyPastedColon(t *testing.T) {
	const denied = `failed to clear finalizers: admission webhook "w.acme.test" denied the request: once the GearBox is shut, no updates are allowed`
	checkAll(t, map[string]pasted{
		"cut behind a colon":  {text: denied + ":\n", is: "GearBox NAME: Stuck Failing", says: "no updates are allowed\"", does: "have webhook w.acme.test let finalizers be taken off"},
		"in JSON, in a line":  {text: "The clear fails with the below error:\n\n`error\":\"" + strings.ReplaceAll(denied, `"`, `\"`) + ":`\n", is: "GearBox NAME: Stuck Failing", says: "no updates are allowed\"", does: "have webhook w.acme.test let finalizers be taken off"},
		"whole":               {text: denied + "\n", is: "GearBox NAME: Stuck Failing", says: "no updates are allowed", does: "have webhook w.acme.test let finalizers be taken off"},
		"no more than a head": {text: "the controller failed to clear finalizers with the below error:\n", is: "Object NAME: Undecided", does: "find out which object it is"},
		"no kind":             {text: strings.Replace(denied, "GearBox", "gear", 1) + "\n", is: "Object NAME: Stuck Failing", does: "have webhook w.acme.test let finalizers be taken off"},
	})
}

// TestWhyPastedMarked reads what a command has printed though somebody has made comments of it, and
// leaves out nothing that says what fails.
func TestWhyPastedMarked(t *testing.T) {
	const hook = `failed calling webhook "w.acme.test": failed to call webhook: Post "https://w.mill.svc:9443/v": service "w" not found`
	status := func(mark, typ string) string {
		text := "status:\n  conditions:\n  - lastTransitionTime: \"2026-02-01T10:00:00Z\"\n    message: 'Internal error occurred:\n      " + hook + "'\n" + typ
		return "```\n# what stays\n$ kubectl get gears.acme.test g1 -n shop -o yaml\n" + mark + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+mark) + "\n```\n"
	}
	const typ, answers = "    reason: DeleteFailed\n    status: \"False\"\n    type: Ready\n", "have webhook w.acme.test answer again"
	checkAll(t, map[string]pasted{
		"comments":               {text: status("# ", typ), is: "Gear shop/g1", says: "failed calling webhook", does: answers},
		"of another language":    {text: status("// ", typ), is: "Gear shop/g1", says: "failed calling webhook", does: answers},
		"no comments":            {text: status("", typ), is: "Gear shop/g1", says: "failed calling webhook", does: answers},
		"cut before the type":    {text: status("# ", ""), is: "Gear shop/g1: Undecided", says: "failed calling webhook", does: answers},
		"a condition that is so": {text: strings.ReplaceAll(status("# ", strings.ReplaceAll(typ, "False", "True")), hook, "all is turned"), is: "Gear shop/g1", lacks: "webhook"},
	})
}

// TestWhyPastedUndeleted takes a condition that says that a deletion failed for what its holder says of this
// deletion, as it does an event; a condition of something else, and one that is well, it does not.
func TestWhyPastedUndeleted(t *testing.T) {
	condition := func(typ, status, reason, message string) string {
		return "It hangs:\n```\nstatus:\n  conditions:\n  - type: " + typ + "\n    status: \"" + status + "\"\n    reason: " + reason + "\n    message: '" + message + "'\n    lastTransitionTime: \"2026-02-01T10:00:00Z\"\n```\n"
	}
	const stuck, unknown = "Object NAME: Stuck Failing", "Object NAME: Undecided"
	checkAll(t, map[string]pasted{
		"by its reason":          {text: condition("Ready", "False", "DeleteFailed", "the shaft has teeth and it is refused"), is: stuck, says: "its holder tries and fails: \"the shaft has teeth", does: "mend what it names"},
		"by its message":         {text: condition("Synced", "False", "ReconcileError", "delete failed: failed to delete the shaft: it has teeth"), is: stuck, says: "its holder tries and fails", does: "mend what these words name"},
		"the other way round":    {text: condition("Ready", "False", "FailedToDelete", "the shaft is refused"), is: stuck, says: "its holder tries and fails"},
		"an update":              {text: condition("Ready", "False", "UpdateFailed", "update failed: the shaft is refused"), is: unknown, lacks: "tries and fails"},
		"another one's deletion": {text: condition("Ready", "False", "Bent", "the shaft failed to delete a tooth"), is: unknown, lacks: "tries and fails"},
		"well":                   {text: condition("Ready", "True", "DeleteFailed", "the shaft turns"), is: unknown, lacks: "tries and fails"},
	})
}

// TestWhyPastedElsewhere leads to what an object names and its holder waits for, where only the object was copied.
func TestWhyPastedElsewhere(t *testing.T) {
	snapshot := func(deleted, status string) string {
		return "apiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshot\nmetadata:\n  name: s1\n  namespace: shop\n" + deleted + "  finalizers:\n  - snapshot.storage.kubernetes.io/volumesnapshot-bound-protection\n" + status
	}
	const goes, bound = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n", "status:\n  boundVolumeSnapshotContentName: snapcontent-1\n  readyToUse: false\n"
	checkAll(t, map[string]pasted{
		"a content":      {text: snapshot(goes, bound), is: "VolumeSnapshot shop/s1: Undecided", holder: "snapshot controller", does: "see how VolumeSnapshotContent snapcontent-1 is"},
		"none":           {text: snapshot(goes, "status:\n  readyToUse: false\n"), is: "VolumeSnapshot shop/s1: Undecided", holder: "snapshot controller", lacks: "see how VolumeSnapshotContent"},
		"one that stays": {text: snapshot("  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n", bound), is: "VolumeSnapshot shop/s1: NotDeleting", holder: "snapshot controller", lacks: "see how VolumeSnapshotContent"},
	})
}

// TestWhyPastedOfOthers takes a line that is about another object for no word of the one that stands beside it: it is
// told as that one's.
func TestWhyPastedOfOthers(t *testing.T) {
	const claim = "\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: blue\n  namespace: shop\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - acme.test/oil\n"
	line := func(says string) string { return "2026-02-01 10:05:00.1 E | mill-operator: " + says + "\n" }
	const unsaid, heard = "Gear shop/blue: Undecided HolderUnknown", "Gear shop/blue: Undecided Failing"
	other := pasted{text: line(`failed to reconcile OilMill "shop/north". it is not empty: there are Gears`) + claim, is: unsaid, lacks: "OilMill"}
	checkAll(t, map[string]pasted{
		"of another one":           other,
		"what that waits for":      {text: line(`OilMill "shop/north" will not be deleted until no gear is left`) + claim, is: unsaid, lacks: "OilMill"},
		"of the same kind":         {text: line(`failed to reconcile Gear "shop/red": it is bent`) + claim, is: unsaid, lacks: "bent"},
		"that names it":            {text: line(`failed to reconcile OilMill "shop/north": Gear "shop/blue" is not empty`) + claim, is: "Gear shop/blue: Stuck Failing", says: "is not empty"},
		"of itself":                {text: line(`failed to reconcile Gear "shop/blue": it is bent`) + claim, is: "Gear shop/blue: Stuck Failing", says: "it is bent"},
		"of a kind named alike":    {text: line(`failed to reconcile ForgeGear "shop/blue-1": it is bent`) + claim, is: "Gear shop/blue: ", says: "says of ForgeGear blue-1"},
		"what it could not do":     {text: line(`failed to delete OilMill "shop/north": it is not empty`) + claim, is: heard, says: "says of it"},
		"what the server says":     {text: line(`OilMill "north" is invalid: spec.size: Required value`) + claim, is: heard, says: "says of it"},
		"nobody is named":          {text: line(`failed to reconcile: it is bent`) + claim, is: heard, says: "says of it"},
		"of another one, at peace": {text: strings.ReplaceAll(line(`OilMill "shop/north" is well`), " E |", " I |") + claim, is: unsaid, lacks: "OilMill"},
	})
	said := ""
	for _, e := range holdOf(other.read(t)).Evidence {
		said += e.Fact + "\n"
	}
	if !strings.Contains(said, "of OilMill north in namespace shop: failed to reconcile") {
		t.Errorf("it is not told as the other's:\n%s", said)
	}
}

// TestWhyPastedQuotedUse tells what still uses that for which a controller waits in vain, as a person quotes another program
// with that, as another way than to see what that is: nothing else that is quoted, and of no more than that.
func TestWhyPastedQuotedUse(t *testing.T) {
	log := func(words string) string {
		return "Deleting a Gear hangs.\n\n" + `{"level":"error","ts":1625580371.9100788,"logger":"controller","msg":"Reconciler error","controller":"gear","controllerGroup":"zorg.io","controllerKind":"Gear","name":"g-1","namespace":"shop","error":"` + words + `"}` + "\n\n"
	}
	const vain = "failed to delete teethGroup: timed out waiting for the condition"
	const named, keeps = "timed out waiting for machine m-1 to be deleted", "see what keeps machine m-1 from being deleted"
	const is, who, uses, waits = "Gear shop/g-1: Stuck Failing", "gear controller", "see what still uses tg-0933", "see what still uses the teethGroup"
	checkAll(t, map[string]pasted{
		"an event":          {text: log(vain) + "An event of the cloud says as expected \"_resource tg-0933 has a dependent object_\"\n", is: is, holder: who, says: `text written beside it says: "resource tg-0933 has a dependent object"`, does: waits},
		"a log":             {text: log(vain) + "In the logs of the provider I see `resource tg-0933 has a dependent object`\n", is: is, holder: who, says: "tg-0933", does: waits},
		"the provider":      {text: log(vain) + "The provider only reports \"DependencyViolation: resource tg-0933 has a dependent object\" then.\n", is: is, holder: who, says: "tg-0933", does: waits},
		"supposed":          {text: log(vain) + "The provider should say \"resource tg-0933 has a dependent object\"\n", is: is, holder: who, does: waits, lacks: "tg-0933"},
		"elsewhere":         {text: log(vain) + "The provider of another cluster says \"resource tg-0933 has a dependent object\"\n", is: is, holder: who, does: waits, lacks: "tg-0933"},
		"nothing of that":   {text: log(vain) + "The event of the cloud says \"resource tg-0933 turns very fast\"\n", is: is, holder: who, does: waits},
		"another failure":   {text: log("failed to delete teethGroup: AccessDenied: no") + "The event of the cloud says \"resource tg-0933 has a dependent object\"\n", is: is, holder: who, lacks: "tg-0933"},
		"without a quote":   {text: log(vain) + "I do not think that resource tg-0933 has a dependent object\n", is: is, holder: who, does: waits, lacks: "tg-0933"},
		"of what it names":  {text: log(named) + "The provider says \"machine m-1 is still in use by vm mill-prod\".\n", is: is, holder: who, says: "mill-prod", does: keeps},
		"an unrelated one":  {text: log(named) + "The controller logs \"disk is still in use by pod web-0\" for another disk of an unrelated mill.\n", is: is, holder: who, does: keeps, lacks: "web-0"},
		"what it names not": {text: log(named) + "The provider says \"volume vol-77 is still in use by vm mill-prod\".\n", is: is, holder: who, does: keeps, lacks: "mill-prod"},
		"for all of them":   {text: log(vain) + "The provider reports \"volume vol-77 is still in use by vm mill-prod\", and says so for all volumes.\n", is: is, holder: who, does: waits, lacks: "mill-prod"},
		"sometimes":         {text: log(vain) + "Sometimes the agent logs \"node drain skipped, 2 pods are in use\" on healthy machines.\n", is: is, holder: who, does: waits, lacks: "2 pods"},
	})
	o := pasted{text: log(vain) + "The provider only reports \"resource tg-0933 has a dependent object\" then.\n"}.read(t)
	if next := holdOf(o).Next; len(next) < 2 || !strings.Contains(next[1].Text, uses) || next[1].After {
		t.Errorf("what uses it is no other way: %+v", next)
	}
}
