package diagnose_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestWhyPastedShape knows what a status that was copied alone is most likely of, by what stands in it, and who holds such;
// by less than two signs nothing is told.
func TestWhyPastedShape(t *testing.T) {
	known, err := catalogue.Load(fstest.MapFS{"gears.yaml": {Data: []byte(`
project: Zorg Gears
signs:
- {kind: Gear.zorg.io, fields: [status.toothCount], conditions: [ShaftTurning], source: s}
- {kind: Mill.zorg.io, fields: [status.sailCount], conditions: [SailTurning], source: s}
components: [{name: zorg operator}, {name: zorg keeper}]
finalizers:
- {pattern: zorg.io/cleanup, kinds: [Gear.zorg.io], component: zorg operator, waitsFor: its teeth to be gone, class: waits, loss: The teeth stay, risk: high, confidence: high}
- {pattern: zorg.io/mill, kinds: [Mill.zorg.io], component: zorg operator, waitsFor: its sails to be gone, class: waits, loss: The sails stay, risk: high, confidence: high}
`)}, "brak.yaml": {Data: []byte(`
project: Brak Boxes
components: [{name: brak}]
finalizers:
- {pattern: brak.dev/mill, kinds: [Mill.zorg.io], component: brak, waitsFor: its boxes to be gone, class: waits, loss: Boxes stay, risk: low, confidence: high}
`)}})
	if err != nil {
		t.Fatal(err)
	}
	const gear = "It hangs:\n```\nstatus:\n  toothCount: 3\n  conditions:\n  - {type: ShaftTurning, status: \"False\", reason: DeleteFailed, message: \"delete failed: the shaft is bent\", lastTransitionTime: \"2026-03-01T10:00:00Z\"}\n```\n"
	mill := strings.NewReplacer("toothCount", "sailCount", "ShaftTurning", "SailTurning", "DeleteFailed", "Deleting", "delete failed: the shaft is bent", "").Replace(gear)
	const likely = "taken for what it most likely is, by what stands in it: zorg operator "
	for name, tt := range map[string]pasted{
		"by two":          {text: gear, is: "Gear NAME: Stuck", holder: "zorg operator", finalizer: "zorg.io/cleanup", says: likely, costs: "The teeth stay"},
		"by one":          {text: strings.Replace(gear, "toothCount", "size", 1), is: "Object NAME: Stuck", says: "delete failed: the shaft is bent", lacks: "most likely"},
		"several hold it": {text: mill, is: "Mill NAME: Undecided", holder: "zorg operator", finalizer: "zorg.io/mill", says: likely, does: "see which finalizers it has: that was not copied, and they tell who has to act; on one of its kind these are known: brak.dev/mill, zorg.io/mill"},
		"its kind stands": {text: "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata: {name: g1, deletionTimestamp: \"2026-03-01T10:00:00Z\", finalizers: [zorg.io/cleanup]}\n" + strings.TrimPrefix(gear, "It hangs:\n```\n"), is: "Gear g1: Stuck", holder: "zorg operator", lacks: "most likely"},
	} {
		tt.known = known
		t.Run(name, tt.check)
	}
}

// TestWhyPastedOnlyGoing says of conditions that tell of a deletion and of nothing else that they are no reason, and nothing
// where one of them says more.
func TestWhyPastedOnlyGoing(t *testing.T) {
	const text = "It hangs:\n```\nkind: Gear\napiVersion: zorg.io/v1\nstatus:\n  phase: Deleting\n  conditions:\n  - {type: ShaftTurning, status: \"True\"}\n  - {type: Ready, status: \"False\", reason: REASON, message: \"WORDS\"}\n```\n"
	for said, want := range map[[2]string]bool{
		{"Deleting", ""}: true,
		{"DeletionInProgress", "Deletion was triggered"}:        true,
		{"DeletionFailed", ""}:                                  false,
		{"DeletionBlocked", ""}:                                 false,
		{"Deleting", "waiting for the shaft"}:                   false,
		{"Deleting", "Deleting: waiting for the shaft to stop"}: false,
		{"Bent", "the shaft is bent"}:                           false,
	} {
		o := pasted{text: strings.NewReplacer("REASON", said[0], "WORDS", said[1]).Replace(text)}.read(t)
		got := false
		for _, e := range holdOf(o).Evidence {
			got = got || e.Fact == "by Ready it is only said that it goes, and not what it waits for"
		}
		if got != want {
			t.Errorf("%q: told %v, want %v: %s", said, got, want, holdOf(o).Message)
		}
	}
}
