package remove

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Warning is what the diagnosis warns of at objects that the plan leaves alone.
type Warning struct {
	Text    string
	Objects []trace.Ref
	// waiting are those of the objects that wait for a planned one: it goes on with
	// them once that is through.
	waiting []trace.Ref
}

// sum is what a digest takes of a warning.
func (w *Warning) sum() string {
	var names []string
	for _, at := range w.waiting {
		names = append(names, strings.Join([]string{at.Group, at.Kind, at.Namespace, at.Name}, "/"))
	}
	return sum(append(slices.Sorted(slices.Values(names)), w.Text)...)
}

// warningsOf are those of an object: of the hold that is taken off first, and
// then of all else that holds it, each once.
func warningsOf(o *explain.Object, first *explain.Hold) []string {
	var texts []string
	add := func(warnings []explain.Warning) {
		for _, w := range warnings {
			if text := w.String(); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	add(first.Warnings)
	for i := range o.Holds {
		add(o.Holds[i].Warnings)
	}
	return texts
}

// warningsBeside are those of the objects that the plan leaves alone: what is
// done to the planned ones may be just what they warn of.
func (m *maker) warningsBeside() []Warning {
	var out []Warning
	waits := m.waiting()
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
			if waits[i] {
				out[at].waiting = append(out[at].waiting, o.Ref)
			}
		}
	}
	return out
}

// waiting are the objects that wait for one of the plan, or for one that does.
func (m *maker) waiting() map[int]bool {
	waits := map[int]bool{}
	for _, p := range m.places {
		waits[p.Object] = true
	}
	for grows := true; grows; {
		grows = false
		for i := range m.diagnosis.Objects {
			if !waits[i] && m.waitsFor(i, waits) {
				waits[i], grows = true, true
			}
		}
	}
	return waits
}

func (m *maker) waitsFor(object int, others map[int]bool) bool {
	return slices.ContainsFunc(m.diagnosis.Objects[object].Holds, func(h explain.Hold) bool {
		return slices.ContainsFunc(h.Blockers, func(b explain.Blocker) bool { return others[b.Object] })
	})
}
