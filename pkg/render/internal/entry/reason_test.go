package entry

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

func told(text *explain.ReasonText, own func(words ...string) []string, look paper.Look) string {
	d := document.ReasonOf(text, func(v explain.Verdict) int { return len(v) }, own)
	return Reason(&d, look)
}

func TestReason(t *testing.T) {
	text := &explain.ReasonText{
		Reason: "GearSeized", Group: "Gears", Meaning: "The gear does not turn: `kubectl turn` fails.",
		Evidence: "Its noise.", Next: "Oil it.", Verdicts: []explain.Verdict{explain.Stuck, explain.Undecided},
	}
	want := `GearSeized is a reason for which a hold lasts

  Meaning     The gear does not turn: kubectl
              turn fails.
  Known by    Its noise.
  Next        Oil it.
  Verdicts    Stuck (exit code 5)
              Undecided (exit code 9)
`
	if diff := cmp.Diff(want, told(text, own, paper.Look{Width: 48})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A command of this program is told as a person can run it; one of kubectl, and
// what is no command, stays.
func TestReasonCommand(t *testing.T) {
	text := &explain.ReasonText{
		Reason: "GearSeized", Meaning: "Say kubectl finalizers aloud.", Evidence: "`kubectl get gears`.",
		Next: "Try `kubectl finalizers oil`, or `kubectl auth`.",
	}
	own := func(words ...string) []string { return append([]string{"oil", "the"}, words...) }
	want := `GearSeized is a reason for which a hold lasts

  Meaning     Say kubectl finalizers aloud.
  Known by    kubectl get gears.
  Next        Try oil the oil, or kubectl auth.
`
	if diff := cmp.Diff(want, told(text, own, paper.Look{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReasonsFit(t *testing.T) {
	for _, text := range explain.Reasons() {
		for line := range strings.Lines(told(&text, own, paper.Look{Width: 80})) {
			if len(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s: too wide: %s", text.Reason, line)
			}
		}
	}
}
