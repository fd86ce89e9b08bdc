package diagnose_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// listing is a catalogue with a project that lists kinds.
func listing(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	const text = `
project: Zorg Gears
types:
  gears.zorg.io: GearBox=gbx ShaftBoxRing Mill=zml
components: [{name: zorg operator}]
finalizers:
- {pattern: zorg.io/cleanup, kinds: ["*.*.zorg.io"], component: zorg operator, loss: The gears turn on, risk: high, confidence: high}
- {pattern: zorg-gears/keep, kinds: [Deployment], component: zorg operator, waitsFor: gears to be uninstalled, class: onRequest, loss: none, risk: low, confidence: high}
- {pattern: zorg.io/tar, kinds: [Tar.zorg.io], component: zorg operator, waitsFor: the tar to be gone, class: waits, loss: none, risk: low, confidence: high}
`
	c, err := catalogue.Load(fstest.MapFS{"gears.yaml": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWhyPastedGroup knows who holds an object of which nobody told the group: by a group in which the text shows it, or,
// beside a word of the project that lists its kind, by that and by what is short for it.
func TestWhyPastedGroup(t *testing.T) {
	const hangs = "Cannot delete it\n\n`kubectl delete TYPE -n shop g1`\n\nIt hangs for ever.\n\n"
	const conflict = "```\nfound left over: namespace: shop, name: g1, existing_kind: GROUP/v1, Kind=GearBox\n```\n"
	const part = "KIND hangs\n```yaml\nstatus:\n  conditions:\n  - {type: Ready, status: \"False\", reason: DeleteFailed, message: \"Delete call failed: it is bent\", lastTransitionTime: \"2026-03-01T10:00:00Z\"}\n```\nThe KIND cannot be deleted.\n"
	const ours, theirs = "We run Zorg Gears.\n", "It is one of our own platform.\n"
	of := func(typ string) string { return strings.Replace(hangs, "TYPE", typ, 1) }
	in := func(group string) string { return strings.Replace(conflict, "GROUP", group, 1) }
	kind := func(name string) string { return strings.ReplaceAll(part, "KIND", name) }
	const none, cleanup, holds = explain.NotCopied, "zorg.io/cleanup", "zorg operator"
	all := map[string]pasted{
		"what is short for it":        {text: of("gbx") + ours, is: "GearBox shop/g1: ", holder: holds, finalizer: cleanup},
		"short and a slash":           {text: "`kubectl delete gbx/g1 -n shop`\n\nIt hangs for ever.\n" + ours, is: "GearBox shop/g1: ", holder: holds},
		"short for a plain word":      {text: of("zml") + ours, is: "Mill shop/g1: ", holder: holds},
		"short for what nobody names": {text: of("gbx") + theirs, is: "Gbx shop/g1: ", finalizer: none},
		"short in another group":      {text: of("gbx") + ours + "Here gbx is our CRD, gbx.fleet.brak.dev.\n", is: "Gbx shop/g1: ", finalizer: none},
		"short of another finalizer":  {text: of("gbx") + ours + "Its finalizer is brak.dev/oil.\n", is: "Gbx shop/g1: ", finalizer: "brak.dev/oil"},
		"short for nothing":           {text: of("gbq") + ours, is: "Gbq shop/g1: ", finalizer: none},
		"short for our own":           {text: of("pvc"), is: "PersistentVolumeClaim shop/g1: ", holder: "pvc protection"},
		"a group that is shown":       {text: of("gearbox") + in("gears.zorg.io"), is: "GearBox shop/g1: ", holder: holds, finalizer: cleanup},
		"a group of nobody":           {text: of("gearbox") + in("ops.brak.dev"), is: "GearBox shop/g1: ", finalizer: none},
		"a kind of one project":       {text: kind("ShaftBoxRing") + "zorgapi: Error 403: it is bent\n", is: "ShaftBoxRing NAME: Stuck Failing", holder: holds, finalizer: cleanup, costs: "turn on"},
		"a kind of a platform":        {text: kind("ShaftBoxRing") + theirs, is: "ShaftBoxRing NAME: Stuck Failing", finalizer: none},
		"a kind of another":           {text: kind("ShaftMillRing") + ours, is: "ShaftMillRing NAME: Stuck Failing", finalizer: none},
		"a kind of its own name":      {text: kind("ShaftBoxRing") + ours + "It is one of the shaftboxrings.ops.brak.dev here.\n", is: "ShaftBoxRing NAME: Stuck Failing", finalizer: none},
	}
	for name, p := range all {
		p.known = listing(t)
		all[name] = p
	}
	checkAll(t, all)
}

// TestWhyPastedLedTo knows who holds a kind of a plain word by whose log was copied, where that tells of such objects that
// their deletion fails.
func TestWhyPastedLedTo(t *testing.T) {
	const part = "It hangs\n```\nkind: Machine\nstatus:\n  lastOperation:\n    description: Drain failed - it is bent\n    lastUpdateTime: \"2026-03-01T10:00:00Z\"\n    state: Failed\n    type: Delete\n```\n\nWHO logs:\n```\nW0301 10:00:01.325790       1 m.go:658] LINE\n```\n"
	text := func(who, line string) string { return strings.NewReplacer("WHO", who, "LINE", line).Replace(part) }
	const fails = "Drain failed for machine \"m-1\": it is bent"
	checkAll(t, map[string]pasted{
		"its program":         {text: text("machine-controller-manager", fails), is: "Machine NAME: Stuck Failing", holder: "machine-controller-manager", finalizer: "machine.sapcloud.io/machine-controller-manager", costs: "The VM keeps running"},
		"another program":     {text: text("zorg-gear-operator", fails), is: "Machine NAME: Stuck Failing", holder: "zorg-gear-operator", finalizer: explain.NotCopied},
		"that says of others": {text: text("machine-controller-manager", "Drain failed for gear \"m-1\": it is bent"), is: "Machine NAME: Stuck Failing", holder: "machine-controller-manager", finalizer: explain.NotCopied},
		"that does well":      {text: text("machine-controller-manager", "Drain of machine \"m-1\" is done"), is: "Machine NAME: Stuck Failing", holder: "machine-controller-manager", finalizer: explain.NotCopied},
	})
}

// TestWhyPastedOperation takes an operation that deletes and has failed for why an object stays, also where nothing tells
// since when it goes and who holds it.
func TestWhyPastedOperation(t *testing.T) {
	const part = "It hangs\n```\nstatus:\n  lastOperation:\n    description: WORDS\n    lastUpdateTime: \"2026-03-01T10:00:00Z\"\n    state: STATE\n    type: TYPE\n```\nThe `GearBox` objects are stuck in Terminating.\n"
	text := func(words, state, typ string) string {
		return strings.NewReplacer("WORDS", words, "STATE", state, "TYPE", typ).Replace(part)
	}
	checkAll(t, map[string]pasted{
		"a deletion that failed": {text: text("the shaft is bent", "Failed", "Delete"), is: "GearBox NAME: Stuck Failing", says: "the shaft is bent"},
		"by another word":        {text: text("cannot take the belt off", "Error", "Deletion"), is: "GearBox NAME: Stuck Failing", says: "belt off"},
		"one that goes on":       {text: text("taking the belt off", "Processing", "Delete"), is: "GearBox NAME: Stuck HolderUnknown"},
		"that went well":         {text: text("the belt is off", "Successful", "Delete"), is: "GearBox NAME: Stuck HolderUnknown"},
		"one that makes":         {text: text("the shaft is bent", "Failed", "Create"), is: "GearBox NAME: Stuck HolderUnknown"},
	})
}

// TestWhyPastedSpeaker gives the words of a program that the text names to no other one, and takes a plain word for the kind
// of an object only where its group, or the name of the program, is told with it.
func TestWhyPastedSpeaker(t *testing.T) {
	const part = "My Backup backup-1 cannot be deleted, it hangs:\n```\n$ kubectl get backups.velero.io\nNAME       STATUS     AGE\nbackup-1   Deleting   3d\n```\nLEADS\n```\nlevel=error msg=\"LINE\"\n```\n"
	const nameless = "It hangs\n```\nkind: Gear\napiVersion: GROUP/v1\nstatus:\n  lastOperation:\n    description: Drain failed - it is bent\n    lastUpdateTime: \"2026-03-01T10:00:00Z\"\n    state: Failed\n    type: Delete\n```\n\nWHO logs:\n```\nW0301 10:00:01.325790       1 m.go:658] failed to drain gear \"m-1\": it is bent\n```\n"
	text := func(leads, line string) string {
		return strings.NewReplacer("LEADS", leads, "LINE", line).Replace(part)
	}
	const fails = "failed to delete old backup snapshots: it is bent"
	checkAll(t, map[string]pasted{
		"its own program":  {text: text("Logs of velero-manager:", fails), of: "backup-1", is: "Backup backup-1: Stuck Failing", holder: "velero node agent", says: "it is bent"},
		"another program":  {text: text("Logs of zorg-manager:", fails), of: "backup-1", is: "Backup backup-1: Stuck ", holder: "velero node agent", lacks: "it is bent"},
		"nobody's program": {text: text("It prints:", fails), of: "backup-1", is: "Backup backup-1: Stuck Failing", holder: "velero node agent", says: "it is bent"},
	})
	for who, want := range map[string]explain.Confidence{"zorg-manager": explain.Likely, "mill-manager": explain.Possible} {
		text := strings.NewReplacer("GROUP", "zorg.io", "WHO", who).Replace(nameless)
		if got := holdOf(pasted{text: text}.read(t)).Holder; got.Name != who || got.Confidence != want {
			t.Errorf("%s: held by %s, %s, want %s", who, got.Name, got.Confidence, want)
		}
	}
}
