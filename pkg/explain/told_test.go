package explain

import (
	"strings"
	"testing"
)

// TestMergedSteps tells a step once that is the same for several finalizers of an object, with all
// of them, and apart what differs in more.
func TestMergedSteps(t *testing.T) {
	step := func(text, command string) Step { return Step{Text: text, Command: strings.Fields(command)} }
	hold := func(steps ...Step) Hold { return Hold{Finalizer: "any", Next: steps} }
	for _, tt := range []struct {
		name  string
		holds []Hold
		want  string
	}{
		{
			"one for three finalizers",
			[]Hold{
				hold(step("look", "kubectl get a"), step("plan", "kubectl finalizers remove a --finalizer x --from f")),
				hold(step("look", "kubectl get a"), step("plan", "kubectl finalizers remove a --finalizer y --from f")),
				hold(step("plan", "kubectl finalizers remove a --finalizer z --from f")),
			},
			"look: kubectl get a; plan: kubectl finalizers remove a --finalizer x --finalizer y --finalizer z --from f",
		},
		{
			"of two objects",
			[]Hold{
				hold(step("plan", "kubectl finalizers remove a --finalizer x")),
				hold(step("plan", "kubectl finalizers remove b --finalizer y")),
			},
			"plan: kubectl finalizers remove a --finalizer x; plan: kubectl finalizers remove b --finalizer y",
		},
		{
			"in other words",
			[]Hold{
				hold(step("plan", "kubectl finalizers remove a --finalizer x")),
				hold(step("act", "kubectl finalizers remove a --finalizer y")),
			},
			"plan: kubectl finalizers remove a --finalizer x; act: kubectl finalizers remove a --finalizer y",
		},
		{
			"of all and of one",
			[]Hold{
				hold(step("plan", "kubectl finalizers remove a")),
				hold(step("plan", "kubectl finalizers remove a --finalizer y")),
			},
			"plan: kubectl finalizers remove a",
		},
	} {
		d := &Diagnosis{Objects: []Object{{Holds: tt.holds}}}
		c := &Cause{}
		for i := range tt.holds {
			c.Holds = append(c.Holds, Place{Object: 0, Hold: i})
		}
		var got []string
		for _, s := range d.Merged(c).Next {
			got = append(got, s.Text+": "+strings.Join(s.Command, " "))
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
		if first := strings.Join(d.Objects[0].Holds[0].Next[0].Command, " "); strings.Count(first, "--finalizer") > 1 {
			t.Errorf("%s: a hold was changed: %s", tt.name, first)
		}
	}
}
