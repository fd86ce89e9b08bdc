package hearing

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// BlockersListed is how many blockers a hold lists. The rest are alike, and
// its message counts them.
const BlockersListed = 20

// Notes are what is told of a hold beside its outcome. The zero value tells
// nothing.
type Notes struct {
	Evidence []explain.Evidence
	Blockers []explain.Blocker
	Steps    []explain.Step
	Warnings []explain.Warning
	// Actor is who has to act, nil where nothing new was found out of that.
	Actor *Actor
	// Cost is what taking the finalizer off costs, nil where that stays as it is.
	Cost *explain.Cost
}

// Join adds what another one tells.
func (n *Notes) Join(other Notes) {
	n.Evidence = append(n.Evidence, other.Evidence...)
	for _, b := range other.Blockers {
		n.block(b)
	}
	n.Steps = append(n.Steps, other.Steps...)
	n.Warnings = append(n.Warnings, other.Warnings...)
	if other.Actor != nil {
		n.Actor = other.Actor
	}
	if other.Cost != nil {
		n.Cost = other.Cost
	}
}

// Add adds evidence as it is, on one line.
func (n *Notes) Add(e explain.Evidence) {
	e.Fact, e.Words = phrase.OneLine(e.Fact), phrase.OneLine(e.Words)
	n.Evidence = append(n.Evidence, e)
}

// Fact adds strong evidence.
func (n *Notes) Fact(source, fact string) { n.Add(explain.Evidence{Fact: fact, Source: source}) }

// Quote adds strong evidence, with the words of the cluster that it quotes.
func (n *Notes) Quote(source, fact, words string) {
	n.Add(explain.Evidence{Fact: fact, Source: source, Words: words})
}

// Hint adds weak evidence.
func (n *Notes) Hint(source, fact string) {
	n.Add(explain.Evidence{Fact: fact, Source: source, Weak: true})
}

// Next adds a step that changes nothing. The words of the command are not quoted.
func (n *Notes) Next(text string, command ...string) { n.Do(explain.Look(text, command...)) }

// Mend adds an act in words.
func (n *Notes) Mend(text string) { n.Do(explain.Tell(text)) }

// Await adds the step that waits until the object is gone, for as long as that may take.
func (n *Notes) Await(h *Case, text string) {
	n.Do(explain.Await(text, h.View.Command(h.Node.Ref, "wait", "--for=delete", "--timeout=5m")...))
}

// PlanRemoval adds the plan of taking the finalizer off, behind when that is to be done. What else may help comes before it.
func (n *Notes) PlanRemoval(h *Case, when string) {
	aside, by := ": ", "this"
	if strings.Contains(when, aside) {
		aside = "; "
	}
	if h.Node.Name == explain.NoName {
		by = "kubectl finalizers remove, with its name,"
	}
	n.SeeCost(h, when+aside+by+" prints a plan and changes nothing")
}

// SeeCost is PlanRemoval with a text that is whole.
func (n *Notes) SeeCost(h *Case, text string) {
	switch {
	case h.Finalizer == "" || h.Finalizer == explain.NotCopied || h.Node.Name == explain.NoName && h.Holder.BuiltIn:
	case h.Node.Name == explain.NoName:
		plan := explain.Tell(text).For(explain.Guarded)
		plan.Effect = explain.Reads
		n.Do(plan)
	default:
		words := h.View.Command(h.Node.Ref, "finalizers", "remove", "--finalizer", h.Finalizer)
		n.Do(explain.Look(text, words...).For(explain.Guarded))
	}
}

// TakeOff is the only way out for what nobody takes off.
func TakeOff(h *Case) (n Notes) {
	n.PlanRemoval(h, "make sure that what it guarded is cleaned up, then take it off by hand")
	for i := range n.Steps {
		n.Steps[i].Aim = explain.Mends
	}
	return n
}

// Do adds a step.
func (n *Notes) Do(step explain.Step) { n.Steps = append(n.Steps, step) }

// AskAgain adds the step that asks of the object once more, with further flags.
func (n *Notes) AskAgain(h *Case, text string, flags ...string) {
	step := explain.Look(text, h.View.Command(h.Node.Ref, append([]string{"finalizers", "why-stuck"}, flags...)...)...)
	step.Again = true
	n.Do(step)
}

// Warn adds what to take care of.
func (n *Notes) Warn(text string) { n.Warnings = append(n.Warnings, explain.Warning{Text: text}) }

// Never adds what must not be done: the text completes "never …".
func (n *Notes) Never(text string) {
	n.Warnings = append(n.Warnings, explain.Warning{Text: text, Never: true})
}

// Block adds an object that the holder waits for, as it is now.
func (n *Notes) Block(ctx context.Context, w *sight.View, ref trace.Ref, what string) {
	n.BlockKnown(w, ref, w.Look(ctx, ref).State, what)
}

// BlockKnown is Block where the state is known already.
func (n *Notes) BlockKnown(w *sight.View, ref trace.Ref, state trace.State, what string) {
	kind, _ := w.Kind(ref.Group, ref.Kind)
	n.block(explain.Blocker{Ref: ref, Resource: kind.Resource, Object: -1, State: state, What: phrase.OneLine(what)})
}

// BlockGuessed is BlockKnown where nothing tells that the holder waits for it. No circle is made of that.
func (n *Notes) BlockGuessed(w *sight.View, ref trace.Ref, state trace.State, what string) {
	kind, _ := w.Kind(ref.Group, ref.Kind)
	n.block(explain.Blocker{Ref: ref, Resource: kind.Resource, Object: -1, State: state, What: phrase.OneLine(what), Guessed: true})
}

// BlockBriefs makes blockers of objects of which only metadata was read.
func (n *Notes) BlockBriefs(w *sight.View, rows []sight.Brief, what func(*sight.Brief) string) {
	for i := range rows {
		if n.Room() <= 0 {
			return
		}
		n.BlockKnown(w, rows[i].Ref, w.StateOfBrief(&rows[i]), what(&rows[i]))
	}
}

// BlockFact adds a blocker that is no object.
func (n *Notes) BlockFact(what string) {
	n.block(explain.Blocker{Object: -1, What: phrase.OneLine(what)})
}

// Room is how many more blockers are listed.
func (n *Notes) Room() int { return BlockersListed - len(n.Blockers) }

// block adds a blocker. An object that is found in two ways is one.
func (n *Notes) block(b explain.Blocker) {
	if b.Name == "" || !slices.ContainsFunc(n.Blockers, func(known explain.Blocker) bool { return known.Ref == b.Ref }) {
		n.Blockers = append(n.Blockers, b)
	}
}

// Telling marks all evidence: the outcome rests on it.
func (n Notes) Telling() Notes {
	n.Evidence = slices.Clone(n.Evidence)
	for i := range n.Evidence {
		n.Evidence[i].Telling = true
	}
	return n
}

// IfStill are the steps against what was said last so long before the copy that it may be over: what is said newest is
// looked at first. They stay as they are where that was not long before.
func IfStill(h *Case, quiet bool, ago string, steps Notes) Notes {
	if !quiet {
		return steps
	}
	for i := range steps.Steps {
		if s := &steps.Steps[i]; s.Aim == explain.Mends {
			s.Text = "if that is still so, " + s.Text
		}
	}
	newest := explain.Look("see what was said newest, in the events and in the log of whoever says so: these words came last "+ago+" before this was copied, and may be over",
		slices.Concat([]string{"kubectl", "get", "events"}, h.where(), []string{"--sort-by=.lastTimestamp"})...)
	steps.Steps = slices.Insert(steps.Steps, 0, newest.For(explain.Mends))
	return steps
}

// where are the flags of a command for the namespace in which the events of the object are: those of one in no namespace are
// in default, and those of one that was copied without it may be in any.
func (h *Case) where() []string {
	if h.Node.Namespace == "" && SubjectOf(h).Anywhere {
		return []string{"-A"}
	}
	return []string{"-n", cmp.Or(h.Node.Namespace, "default")}
}
