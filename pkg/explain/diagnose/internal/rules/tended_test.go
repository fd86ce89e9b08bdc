package rules

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestMayAwait has a holder wait for what belongs to its object where the catalogue does not tell otherwise.
func TestMayAwait(t *testing.T) {
	for name, of := range map[string]struct {
		class, waits string
		want         bool
	}{
		"nobody knows it":      {want: true},
		"its gears":            {catalogue.ClassWaits, "its Gears to be gone, and then the box to be given back", true},
		"one gear":             {catalogue.ClassWaits, "the last gear of it to be gone", true},
		"something else":       {catalogue.ClassWaits, "the box to be given back", false},
		"another kind":         {catalogue.ClassWaits, "no GearClass to name it", false},
		"nothing":              {catalogue.ClassWaits, "nothing: its gears are collected after it", false},
		"what is only asked":   {catalogue.ClassWaits, "its gears to be asked to go; nobody waits for the end of it", false},
		"what is not awaited":  {catalogue.ClassWaits, "the box to be given back; gears are not waited for", false},
		"it asks":              {catalogue.ClassAsks, "its gears to be asked to go", false},
		"it goes at once":      {catalogue.ClassAtOnce, "nothing: it is taken off on sight", false},
		"it tries once":        {catalogue.ClassOnce, "one try to stop its gears", false},
		"a person takes it":    {catalogue.ClassOnRequest, "somebody to release its gears", false},
		"nobody takes it":      {catalogue.ClassNever, "its gears to be gone", false},
		"at once, untold what": {catalogue.ClassAtOnce, "", false},
	} {
		e := catalogue.Entry{Finalizer: catalogue.Finalizer{Class: of.class, WaitsFor: of.waits}}
		if got := mayAwait(&e, trace.Ref{Kind: "Gear"}); got != of.want {
			t.Errorf("%s: mayAwait = %v, want %v", name, got, of.want)
		}
	}
}
