package acts

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What has to go first is looked for where the catalogue names its kind, in a copy, and not where that
// word only stands before another thing.
func TestSeeWhatIsLeft(t *testing.T) {
	served := serving{kinds: []trace.Kind{
		{Group: "acme.io", Version: "v1", Kind: "Medium", Resource: "media", Singular: "medium", Namespaced: true, Listable: true},
		{Group: "acme.io", Version: "v1", Kind: "Gear", Resource: "gears", Singular: "gear", Namespaced: true, Listable: true},
	}}
	view, err := sight.New(t.Context(), served, nil, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	var causes []catalogue.Cause
	look := func(waitsFor string, copied bool) []string {
		view.Copied = copied
		h := &hearing.Case{
			View: view, Kind: trace.Kind{Group: "acme.io", Kind: "Gear"},
			Node:  &trace.Node{Ref: trace.Ref{Group: "acme.io", Kind: "Gear", Namespace: "shop", Name: "g-1"}},
			Entry: catalogue.Entry{Finalizer: catalogue.Finalizer{WaitsFor: waitsFor, Causes: causes}},
		}
		if steps := SeeWhatIsLeft(h).Steps; len(steps) > 0 {
			return steps[0].Command
		}
		return nil
	}
	media := []string{"kubectl", "get", "media.acme.io", "-n", "shop"}
	for waitsFor, want := range map[string][]string{
		"its Media to be gone, in the order of its topology":       media,
		"all its Media of the pool to be deleted":                  media,
		"no Medium that uses it":                                   media,
		"the account to be closed, and its Media to be gone":       media,
		"the Medium drives to be gone":                             nil,
		"its Medium to be ready":                                   nil,
		"its Gears to be gone":                                     nil,
		"the account to be closed; up to 1.1 its Media to be gone": nil,
	} {
		if got := look(waitsFor, true); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", waitsFor, got, want)
		}
		if got := look(waitsFor, false); got != nil {
			t.Errorf("of a cluster that is there, %s: %q", waitsFor, got)
		}
	}
	causes = []catalogue.Cause{{Text: "the shaft is bent"}, {Text: "the mill stands still"}, {Text: "a Medium is left"}}
	for waitsFor, want := range map[string][]string{
		"no Medium, and the mill and its shaft gone": nil, // others keep it more often
		"no Medium that uses it":                     media,
		"its Media to be gone, and the mill":         media,
	} {
		if got := look(waitsFor, true); !slices.Equal(got, want) {
			t.Errorf("with causes, %s: %q, want %q", waitsFor, got, want)
		}
	}
}

// Nothing leads to the deletion of what an object was made for: only what the holder itself asks to go has to go first.
func TestSeeWhatIsLeftDeletesNoOwner(t *testing.T) {
	served := serving{kinds: []trace.Kind{
		{Group: "acme.io", Version: "v1", Kind: "Medium", Resource: "media", Singular: "medium", Namespaced: true, Listable: true},
	}}
	view, err := sight.New(t.Context(), served, nil, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	view.Copied = true
	for waitsFor, asked := range map[string]bool{
		"its Medium to be gone, which it asks to go":           true,
		"all its Media, which it deletes, to be gone":          true,
		"its Medium, which is deleted with it, to be gone":     true,
		"its Medium to be gone":                                false,
		"the Medium that it was made for to be deleted":        false,
		"its Medium to be gone, and then one try to drop it":   false,
		"every Medium to be going":                             false,
		"its Medium to be gone; what is left of it it deletes": false,
	} {
		h := &hearing.Case{
			View: view, Kind: trace.Kind{Group: "acme.io", Kind: "Gear"},
			Node:  &trace.Node{Ref: trace.Ref{Group: "acme.io", Kind: "Gear", Namespace: "shop", Name: "g-1"}},
			Entry: catalogue.Entry{Finalizer: catalogue.Finalizer{WaitsFor: waitsFor}},
		}
		steps := SeeWhatIsLeft(h).Steps
		if len(steps) != 1 || strings.Contains(steps[0].Text, "go first") != asked || strings.Contains(steps[0].Text, "for its sake alone") == asked {
			t.Errorf("%s: %+v", waitsFor, steps)
		}
	}
}

// Kinds that are known to be in no namespace are looked for in none, also where a copy does not tell.
func TestSeeWhatIsLeftInNoNamespace(t *testing.T) {
	known, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	view, err := sight.New(t.Context(), serving{}, known, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	view.Copied = true
	for kind, want := range map[string][]string{
		"VolumeSnapshotContent": {"kubectl", "get", "volumesnapshotcontents"},
		"VolumeSnapshotDiary":   {"kubectl", "get", "volumesnapshotdiaries", "-n", "shop"},
	} {
		h := &hearing.Case{
			View: view, Kind: trace.Kind{Group: "acme.io", Kind: "Gear"},
			Node:  &trace.Node{Ref: trace.Ref{Group: "acme.io", Kind: "Gear", Namespace: "shop", Name: "g-1"}},
			Entry: catalogue.Entry{Finalizer: catalogue.Finalizer{WaitsFor: "its " + kind + " to be gone"}},
		}
		if got := SeeWhatIsLeft(h).Steps; len(got) != 1 || !slices.Equal(got[0].Command, want) {
			t.Errorf("%s: %+v, want %q", kind, got, want)
		}
	}
}
