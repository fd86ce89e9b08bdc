package render

import (
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestStepsDiscreet shows the two in documents.
func TestStepsDiscreet(t *testing.T) {
	s := stepOf(&explain.Step{Text: "a", Command: []string{"kubectl", "get", "secrets/s", "-o", "yaml"}})
	if s.Command[0] != "sh" || !strings.HasPrefix(s.Shell, "sh -c ") || s.Withheld != "" {
		t.Errorf("a Secret is printed: %+v", s)
	}
	s = stepOf(&explain.Step{Text: "a", Command: []string{"kubectl", "get", "pods", "-l", "a=\n$(id)"}})
	if len(s.Command) > 0 || s.Shell != "" || !strings.HasPrefix(s.Withheld, "no ready command: ") {
		t.Errorf("a line break is part of a command: %+v", s)
	}
}

// TestStepsTake has each form say what a command takes: the text where that is
// something, the wide form and the document always.
func TestStepsTake(t *testing.T) {
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data"}
	d := &explain.Diagnosis{
		At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		Objects: []explain.Object{{
			Node: trace.Node{Ref: claim, Resource: "persistentvolumeclaims", State: trace.Deleting, Asked: true}, Verdict: explain.Stuck,
			Holds: []explain.Hold{{
				Finalizer: "a/b", Verdict: explain.Stuck, Reason: explain.InUse, Message: "in use",
				Next: []explain.Step{
					explain.Act(explain.Deletes, claim, "delete this", "kubectl", "delete", "pvc/data").Costing("its volume goes too", "high"),
					explain.Act(explain.Deletes, claim, "delete that", "kubectl", "delete", "pvc/data").Costing("nothing else goes with it: it has no volume", "low"),
				},
			}},
		}},
		Causes: []explain.Cause{{Reason: explain.InUse, Verdict: explain.Stuck, Holds: []explain.Place{{}}, Chain: []explain.Place{{}}}},
	}
	text, wide := printed(t, Why, d, Options{}), printed(t, WhyWide, d, Options{})
	for _, want := range []struct {
		words      string
		text, wide bool
	}{
		{"delete this; its volume goes too", true, true},
		{"delete that; nothing else goes with it: it has no volume", false, true},
	} {
		if strings.Contains(text, want.words) != want.text || strings.Contains(wide, want.words) != want.wide {
			t.Errorf("%q: want %t in\n%s\nand %t in\n%s", want.words, want.text, text, want.wide, wide)
		}
	}
	s := stepOf(&d.Objects[0].Holds[0].Next[0])
	if s.Effect != "Deletes" || s.Target == nil || s.Target.Name != "data" || s.Cost == nil || *s.Cost != (Cost{Loss: "its volume goes too", Risk: "high"}) {
		t.Errorf("got %+v", s)
	}
	checkDiagnosis(t, d)
}
