package remove

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Warning is what the diagnosis warns of at objects that the plan leaves alone.
type Warning struct {
	Text    string
	Objects []trace.Ref
}

// warningsOf are those of an object: of the hold that is taken off first, and
// then of all else that holds it, each once.
func warningsOf(o *explain.Object, first *explain.Hold) []string {
	warnings := slices.Clone(first.Warnings)
	for i := range o.Holds {
		for _, text := range o.Holds[i].Warnings {
			if !slices.Contains(warnings, text) {
				warnings = append(warnings, text)
			}
		}
	}
	return warnings
}

// warningsBeside are those of the objects that the plan leaves alone: what is
// done to the planned ones may be just what they warn of.
func (m *maker) warningsBeside() []Warning {
	var out []Warning
	for i := range m.diagnosis.Objects {
		if slices.ContainsFunc(m.places, func(p explain.Place) bool { return p.Object == i }) {
			continue
		}
		o := &m.diagnosis.Objects[i]
		for _, text := range warningsOf(o, &explain.Hold{}) {
			at := slices.IndexFunc(out, func(w Warning) bool { return w.Text == text })
			if at < 0 {
				at = len(out)
				out = append(out, Warning{Text: text})
			}
			out[at].Objects = append(out[at].Objects, o.Ref)
		}
	}
	return out
}
