package explain

import (
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
	if s := Look("ask the cloud"); s.Effect != "" || !s.Effect.Wakes() {
		t.Errorf("a text alone has an effect: %+v", s)
	}
	at := trace.Ref{Kind: "Pod", Namespace: "shop", Name: "a"}
	if s := Act(Deletes, at, "delete it", "kubectl", "delete", "pod/a").Costing("all", "high"); s.Effect != Deletes || s.Target != at || s.Cost != (Cost{Loss: "all", Risk: "high"}) {
		t.Errorf("got %+v", s)
	}
}
