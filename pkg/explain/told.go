package explain

import (
	"cmp"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Asked are the indexes of the objects that the question was about: those marked, and all
// of them where none is.
func (d *Diagnosis) Asked() []int {
	var asked, all []int
	for i := range d.Objects {
		all = append(all, i)
		if d.Objects[i].Asked {
			asked = append(asked, i)
		}
	}
	if len(asked) == 0 {
		return all
	}
	return asked
}

// Told is the diagnosis with its causes as a person is told of them: those together that
// differ by nothing but the finalizer, and those that only objects nearby wait for after
// all others. Where several objects were asked about, the worst comes first, and of these
// what has lasted longest. The diagnosis itself stays as it is.
func (d *Diagnosis) Told() *Diagnosis {
	var own, nearby []Cause
	for i := range d.Causes {
		if c := d.Causes[i]; d.Reached(&c) {
			own = d.join(own, c)
		} else {
			nearby = d.join(nearby, c)
		}
	}
	if len(d.Asked()) > 1 {
		slices.SortStableFunc(own, func(a, b Cause) int {
			return cmp.Or(cmp.Compare(Rank(b.Verdict), Rank(a.Verdict)), Oldest(d.since(&a), d.since(&b)))
		})
	}
	told := *d
	told.Causes = slices.Concat(own, nearby)
	return &told
}

// since is when the first of the objects that a cause holds was asked to go, zero where that
// is not known. What is in grace tells only when that ends.
func (d *Diagnosis) since(c *Cause) time.Time {
	var first time.Time
	for _, p := range c.Holds {
		o := &d.Objects[p.Object]
		if o.State == trace.Deleting && !o.Since.IsZero() && (first.IsZero() || o.Since.Before(first)) {
			first = o.Since
		}
	}
	return first
}

// Oldest puts a time before a later one, and before one that is not known.
func Oldest(a, b time.Time) int {
	if a.IsZero() || b.IsZero() {
		return cmp.Compare(b.Unix(), a.Unix())
	}
	return a.Compare(b)
}

// Reached reports whether something that was asked about waits for the cause.
func (d *Diagnosis) Reached(c *Cause) bool {
	if len(c.Chain) > 0 && d.Objects[c.Chain[0].Object].Asked {
		return true
	}
	for i := range d.Objects {
		if d.Objects[i].Asked {
			return false
		}
	}
	return true // nothing was asked about: everything was
}

// join adds a cause to one that says the same of the same objects, or else to the list.
func (d *Diagnosis) join(causes []Cause, c Cause) []Cause {
	for i := range causes {
		if d.alike(&causes[i], &c) {
			causes[i].Holds = append(slices.Clip(causes[i].Holds), c.Holds...)
			causes[i].Frees = max(causes[i].Frees, c.Frees)
			return causes
		}
	}
	return append(causes, c)
}

// alike reports whether two causes have the same objects, reason, holder and words. What
// is no finalizer is never one with what is.
func (d *Diagnosis) alike(a, b *Cause) bool {
	first, second := d.Of(a.Holds[0]), d.Of(b.Holds[0])
	return a.Reason == b.Reason && a.Verdict == b.Verdict && a.Message == b.Message && a.Holder == b.Holder &&
		first.Health == second.Health && first.Cost == second.Cost &&
		first.Finalizer != "" && second.Finalizer != "" &&
		slices.Equal(a.Objects(), b.Objects())
}

// Objects are the objects that the cause holds itself, each once.
func (c *Cause) Objects() []int {
	var out []int
	seen := map[int]bool{}
	for _, p := range c.Holds {
		if !seen[p.Object] {
			seen[p.Object] = true
			out = append(out, p.Object)
		}
	}
	return out
}

// Finalizers are those of a cause, each once.
func (d *Diagnosis) Finalizers(c *Cause) []string { return d.finalizersOf(c.Holds) }

func (d *Diagnosis) finalizersOf(holds []Place) []string {
	var names []string
	seen := map[string]bool{}
	for _, p := range holds {
		if name := d.Of(p).Finalizer; name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// Merged is the first hold of a cause, with what is to be known and done about the
// cause's other holds on the same object.
func (d *Diagnosis) Merged(c *Cause) *Hold { return d.mergedAt(c.Holds[0], c.Holds) }

func (d *Diagnosis) mergedAt(at Place, holds []Place) *Hold {
	hold := *d.Of(at)
	for _, p := range holds {
		if p.Object != at.Object || p == at {
			continue
		}
		more := d.Of(p)
		hold.Blockers = union(hold.Blockers, more.Blockers, func(a, b Blocker) bool { return a == b })
		hold.Evidence = union(hold.Evidence, more.Evidence, func(a, b Evidence) bool { return a == b })
		hold.Warnings = union(hold.Warnings, more.Warnings, func(a, b Warning) bool { return a == b })
		hold.Next = withSteps(hold.Next, more.Next)
	}
	return &hold
}

// withSteps is a list of steps and what another has beyond it. Of two that differ only in the
// finalizer that they are about, one is for both.
func withSteps(list, more []Step) []Step {
	out := slices.Clone(list)
	for _, m := range more {
		at := slices.IndexFunc(out, func(s Step) bool {
			return s.Text == m.Text && slices.Equal(unfinalized(s.Command), unfinalized(m.Command))
		})
		if at < 0 {
			out = append(out, m)
			continue
		}
		out[at].Command = withFinalizers(out[at].Command, m.Command)
	}
	return out
}

// ofFinalizer is the flag of this program that names a finalizer. It may be given more than once.
const ofFinalizer = "--finalizer"

// unfinalized is a command without the finalizers that it names.
func unfinalized(command []string) (out []string) {
	for i, word := range command {
		if word != ofFinalizer && (i == 0 || command[i-1] != ofFinalizer) {
			out = append(out, word)
		}
	}
	return out
}

// withFinalizers is a command with the finalizers, too, that another one names.
func withFinalizers(command, more []string) []string {
	last := lastIndex(command, ofFinalizer)
	if last < 0 || last+1 >= len(command) {
		return command
	}
	for i := 0; i+1 < len(more); i++ {
		if more[i] == ofFinalizer && !slices.Contains(command, more[i+1]) {
			last += 2
			command = slices.Insert(slices.Clone(command), last, ofFinalizer, more[i+1])
		}
	}
	return command
}

func lastIndex(words []string, word string) int {
	for i, w := range slices.Backward(words) {
		if w == word {
			return i
		}
	}
	return -1
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
