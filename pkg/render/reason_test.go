package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

func exitOf(v explain.Verdict) int { return len(v) }

func reasonPrinted(t *testing.T, text *explain.ReasonText, format string, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Reason(&b, text, exitOf, format, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReason(t *testing.T) {
	text := &explain.ReasonText{
		Reason: "GearSeized", Group: "Gears", Meaning: "The gear does not turn: `kubectl turn` fails.",
		Evidence: "Its noise.", Next: "Oil it.", Verdicts: []explain.Verdict{explain.Stuck, explain.Unknown},
	}
	want := `GearSeized is a reason for which a hold lasts

  Meaning     The gear does not turn: kubectl
              turn fails.
  Known by    Its noise.
  Next        Oil it.
  Verdicts    Stuck (exit code 5)
              Unknown (exit code 7)
`
	if diff := cmp.Diff(want, reasonPrinted(t, text, "text", Options{Width: 48})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := reasonPrinted(t, text, "name", Options{}); got != "GearSeized\n" {
		t.Errorf("got %q", got)
	}
}

// A command of this program is told as a person can run it; one of kubectl, and
// what is no command, stays.
func TestReasonCommand(t *testing.T) {
	text := &explain.ReasonText{
		Reason: "GearSeized", Meaning: "Say kubectl finalizers aloud.", Evidence: "`kubectl get gears`.",
		Next: "Try `kubectl finalizers oil`, or `kubectl auth`.",
	}
	o := Options{Command: func(words []string) []string { return append([]string{"oil", "the"}, words[2:]...) }}
	want := `GearSeized is a reason for which a hold lasts

  Meaning     Say kubectl finalizers aloud.
  Known by    kubectl get gears.
  Next        Try oil the oil, or kubectl auth.
`
	if diff := cmp.Diff(want, reasonPrinted(t, text, "text", o)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReasonDocuments validates every reason in both languages.
func TestReasonDocuments(t *testing.T) {
	for _, text := range explain.Reasons() {
		inJSON := reasonPrinted(t, &text, "json", Options{})
		checkEntry(t, []byte(inJSON))
		fromYAML, err := yaml.YAMLToJSON([]byte(reasonPrinted(t, &text, "yaml", Options{})))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decodeObject(t, []byte(inJSON)), decodeObject(t, fromYAML)); diff != "" {
			t.Errorf("%s: YAML says something else (-json +yaml):\n%s", text.Reason, diff)
		}
		for line := range strings.Lines(reasonPrinted(t, &text, "text", Options{Width: 80})) {
			if len(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s: too wide: %s", text.Reason, line)
			}
		}
	}
}
