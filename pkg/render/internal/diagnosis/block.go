package diagnosis

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// inBlocks is the diagnosis with its causes as a person is told of them: those
// together that differ by nothing but the finalizer, and those that only objects
// nearby wait for after all others. The diagnosis that was given stays as it is.
func inBlocks(d *explain.Diagnosis) *explain.Diagnosis {
	var own, nearby []explain.Cause
	for i := range d.Causes {
		if c := d.Causes[i]; reached(d, &c) {
			own = join(d, own, c)
		} else {
			nearby = join(d, nearby, c)
		}
	}
	blocks := *d
	blocks.Causes = slices.Concat(own, nearby)
	return &blocks
}

// join adds a cause to one that says the same of the same objects, or else to
// the list.
func join(d *explain.Diagnosis, causes []explain.Cause, c explain.Cause) []explain.Cause {
	for i := range causes {
		if same(d, &causes[i], &c) {
			causes[i].Holds = append(slices.Clip(causes[i].Holds), c.Holds...)
			causes[i].Frees = max(causes[i].Frees, c.Frees)
			return causes
		}
	}
	return append(causes, c)
}

// same reports whether two causes have the same objects, reason, holder and
// words. What is no finalizer is never one with what is.
func same(d *explain.Diagnosis, a, b *explain.Cause) bool {
	first, second := d.Of(a.Holds[0]), d.Of(b.Holds[0])
	return a.Reason == b.Reason && a.Verdict == b.Verdict && a.Message == b.Message && a.Holder == b.Holder &&
		first.Health == second.Health && first.Cost == second.Cost &&
		first.Finalizer != "" && second.Finalizer != "" &&
		slices.Equal(heldObjects(a), heldObjects(b))
}

// merged is the first hold of a cause, with what is to be known and done about
// the cause's other holds on the same object.
func merged(d *explain.Diagnosis, c *explain.Cause) *explain.Hold {
	hold := *d.Of(c.Holds[0])
	for _, p := range c.Holds[1:] {
		if p.Object != c.Holds[0].Object || p == c.Holds[0] {
			continue
		}
		more := d.Of(p)
		hold.Blockers = union(hold.Blockers, more.Blockers, func(a, b explain.Blocker) bool { return a == b })
		hold.Evidence = union(hold.Evidence, more.Evidence, func(a, b explain.Evidence) bool { return a == b })
		hold.Warnings = union(hold.Warnings, more.Warnings, func(a, b string) bool { return a == b })
		hold.Next = union(hold.Next, more.Next, func(a, b explain.Step) bool {
			return a.Text == b.Text && slices.Equal(a.Command, b.Command)
		})
	}
	return &hold
}

// union is a list and what another has beyond it.
func union[T any](list, more []T, equal func(a, b T) bool) []T {
	out := slices.Clip(list)
	for _, m := range more {
		if !slices.ContainsFunc(list, func(l T) bool { return equal(l, m) }) {
			out = append(out, m)
		}
	}
	return out
}

// finalizersOf are the finalizers of a cause, each once.
func finalizersOf(d *explain.Diagnosis, c *explain.Cause) []string {
	var names []string
	seen := map[string]bool{}
	for _, p := range c.Holds {
		if name := d.Of(p).Finalizer; name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
