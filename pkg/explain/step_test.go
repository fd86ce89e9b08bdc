package explain

import (
	"slices"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestEffects pins the order, and that what is no effect counts as the gravest.
func TestEffects(t *testing.T) {
	all := append(Effects(), "", "Explodes")
	for i, e := range all {
		for j, than := range all {
			known := min(i, len(effects)-1) < min(j, len(effects)-1)
			if e.Milder(than) != known {
				t.Errorf("%q milder than %q: %t", e, than, !known)
			}
		}
		if e.Wakes() != (e != Reads) {
			t.Errorf("%q wakes: %t", e, e.Wakes())
		}
	}
	for effect, takes := range map[Effect]bool{Reads: false, Starts: false, Changes: false, Unprotects: true, Stops: true, Deletes: true, Unbounded: true, "": true} {
		if effect.Takes() != takes {
			t.Errorf("%q takes: %t", effect, !takes)
		}
	}
}

func TestConstructors(t *testing.T) {
	if s := Look("read the log", "kubectl", "logs", "a"); s.Effect != Reads || s.Target != (trace.Ref{}) {
		t.Errorf("got %+v", s)
	}
	if s := Tell("ask the cloud"); s.Effect != "" || !s.Effect.Wakes() || s.Aim != Mends {
		t.Errorf("a text alone has an effect: %+v", s)
	}
	if s := Await("it ends by itself", "kubectl", "wait", "a"); s.Effect != Reads || s.Aim != Waits {
		t.Errorf("got %+v", s)
	}
	at := trace.Ref{Kind: "Pod", Namespace: "shop", Name: "a"}
	if s := Act(Deletes, at, "delete it", "kubectl", "delete", "pod/a").Costing("all", RiskHigh); s.Effect != Deletes || s.Target != at || s.Cost != (Cost{Loss: "all", Risk: RiskHigh}) {
		t.Errorf("got %+v", s)
	}
}

// TestOrdered has what mends before what looks, what takes something after what does not,
// and only one look.
func TestOrdered(t *testing.T) {
	at := trace.Ref{Kind: "Pod", Name: "a"}
	steps := []Step{
		Look("look", "kubectl", "get", "pods"), Act(Deletes, at, "force it").For(Guarded), Act(Deletes, at, "delete it"), Tell("have it tried again").Then(), Look("look again", "kubectl", "describe", "pods"),
		Await("wait", "kubectl", "wait", "a"), Act(Changes, at, "keep it").For(Keeps), Act(Starts, at, "start it"), Tell("ask the cloud"), Look("plan", "kubectl", "finalizers", "remove").For(Guarded),
	}
	var got []string
	for _, s := range Ordered(steps) {
		got = append(got, s.Text)
	}
	want := []string{"start it", "ask the cloud", "delete it", "have it tried again", "keep it", "wait", "look", "plan", "force it"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if steps[0].Text != "look" || len(Ordered(nil)) != 0 {
		t.Error("the steps that were given have changed")
	}
}

// TestForetold: a person is led to what comes of a delete, unless it is of one plain pod, or
// takes nothing.
func TestForetold(t *testing.T) {
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data"}
	pod := trace.Ref{Kind: "Pod", Namespace: "shop", Name: "web-0"}
	of := func(effect Effect, target trace.Ref, risk Risk) bool {
		s := Act(effect, target, "do it", "kubectl", "do").Costing("all", risk)
		return s.Foretold()
	}
	for i, foretold := range []bool{of(Deletes, claim, "high"), of(Deletes, claim, ""), of(Deletes, trace.Ref{Group: "example.com", Kind: "Pod", Name: "p"}, "medium")} {
		if !foretold {
			t.Errorf("%d: not foretold", i)
		}
	}
	for i, foretold := range []bool{of(Deletes, claim, "low"), of(Deletes, pod, "high"), of(Stops, claim, "high"), of(Deletes, trace.Ref{}, "high")} {
		if foretold {
			t.Errorf("%d: foretold", i)
		}
	}
}
