package diagnosis

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// HolderLine says who has to act, how sure that is, and how they fare.
func HolderLine(h *explain.Hold) string { return holderLine(h) }

// BlockerText names what is waited for, and says what it is now.
func BlockerText(b *explain.Blocker) string { return blockerText(b) }

// Sentence is the sentence that answers first. Searched is where objects were looked for
// that nobody named.
func Sentence(d *explain.Diagnosis, searched string) string {
	return verdict(d.Told(), d.Asked(), searched)
}

// Price is what is lost, at which risk, and what that is called outside of the cluster.
func Price(p *explain.Price) string {
	return price(p.Cost, lossOf(p.Cost, p.Undone, paper.Prose(p.Cost.Loss)))
}

// Labelled is a step behind the word that says when it is right.
type Labelled struct {
	Label string
	*explain.Step
}

const doFirst = "Do first"

// Steps are all of a cause, in the order in which they are told. One without a label
// belongs to the one before it.
func Steps(p *explain.Part) []Labelled {
	var out []Labelled
	if p.First != nil {
		out = append(out, Labelled{doFirst, p.First})
	}
	if p.Keep != nil {
		out = append(out, Labelled{"", p.Keep})
	}
	for i := range p.Or {
		out = append(out, Labelled{otherLabel(p, i), &p.Or[i]})
	}
	for i := range p.Looks {
		out = append(out, Labelled{"See", &p.Looks[i]})
	}
	return out
}

// otherLabel tells what comes after a step from what is done in its place.
func otherLabel(p *explain.Part, i int) string {
	if p.Or[i].After || p.First.Aim == explain.Looks {
		return "Then"
	}
	return "Or"
}

// actsAfter reports whether the first step is in words alone and what follows it is the act, with its command: neither is
// enough without the other.
func actsAfter(p *explain.Part) bool {
	return p.First != nil && len(p.First.Command) == 0 && p.Or[0].After && len(p.Or[0].Command) > 0
}

// CautionLabel is the word before a warning.
func CautionLabel(w *explain.Caution) string {
	if w.Never {
		return "Never"
	}
	return "Careful"
}
