package gates

import (
	"context"
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// StopsAnyWriter reports whether what the reason tells of does not depend on
// who the holder is, so that it is one cause for the finalizers of several.
func StopsAnyWriter(r explain.Reason) bool {
	return slices.Contains([]explain.Reason{explain.WebhookDown, explain.WebhookRefuses, explain.PolicyRefuses, explain.ConversionFails}, r)
}

// obstruction is a gate that is sure to refuse an attempt, whoever makes it.
type obstruction struct {
	*gate
	// served is how the backend of a webhook fares; a policy has words instead.
	served Answering
	words  string
}

// closed returns the first gate that is sure to refuse, as far as what is
// stored in the cluster tells.
func closed(ctx context.Context, w *sight.View, a *attempt, gates []covering) *obstruction {
	for _, c := range gates {
		if c.odds != sure {
			continue
		}
		if c.backend != nil {
			if served := AnswersOf(ctx, w, *c.backend); served.down && !c.open {
				return &obstruction{gate: c.gate, served: served}
			}
			continue
		}
		if o, words := c.rules.refuses(a); o == sure {
			return &obstruction{gate: c.gate, words: words}
		}
	}
	return nil
}

// removalCase is what can be said of the write that takes the finalizer off.
type removalCase struct {
	*attempt
	gates  []covering
	closed *obstruction
}

// removalOf prepares the case; it is nil where there is no such write.
func removalOf(ctx context.Context, h *hearing.Case) *removalCase {
	if h.Object == nil || !slices.Contains(h.Object.GetFinalizers(), h.Hold.Finalizer) {
		return nil
	}
	c := &removalCase{attempt: removal(h.View, h.Kind, h.Object, h.Hold.Finalizer)}
	c.gates = applying(ctx, h.View, c.attempt)
	c.closed = closed(ctx, h.View, c.attempt, c.gates)
	return c
}

// Ahead warns of what would refuse a removal by hand as well, whatever
// else keeps the holder from it. It decides nothing.
func Ahead(ctx context.Context, h *hearing.Case) bool {
	c := removalOf(ctx, h)
	if c == nil || c.closed == nil {
		return false
	}
	if c.closed.backend != nil {
		h.Warn(fmt.Sprintf("taking it off by hand would be refused too: webhook %s has to be asked, and %s %s",
			c.closed.name, c.closed.backend.servedBy(), c.closed.served.what))
	} else {
		h.Warn("taking it off by hand would be refused too, by " + c.closed.config.Kind + " " + c.closed.name + ": " + c.closed.words)
	}
	return false
}

// WriteRefused decides where the API server refuses the write that takes the
// finalizer off, whoever makes it or at least when the holder does.
func WriteRefused(ctx context.Context, h *hearing.Case) bool {
	c := removalOf(ctx, h)
	if c == nil {
		return false
	}
	t := tryOut(ctx, h, c)
	switch t.outcome {
	case accepted:
		h.Add(explain.Evidence{Kind: explain.WouldAccept, Source: t.source(), Fact: "the server would take the removal"})
		return false
	case untried, unanswered, forbidden:
		return c.closed != nil && judgeClosed(ctx, h, c.closed)
	default:
	}
	if !t.meetsHolder(c, &h.Hold.Holder) {
		return false
	}
	if c.closed == nil { // else this was said already
		h.Warn("taking it off by hand would be refused too")
	}
	return judgeAnswer(ctx, h, c, &t)
}

// WriteDoubted is for a refusal that the person who asks met, and of which it
// is not known whether the holder meets it. It comes last.
func WriteDoubted(ctx context.Context, h *hearing.Case) bool {
	c := removalOf(ctx, h)
	if c == nil {
		return false
	}
	t := tryOut(ctx, h, c)
	switch t.outcome {
	case webhookFails, webhookDenies, policyDenies:
	default:
		return false
	}
	judgeAnswer(ctx, h, c, &t)
	refusal := "webhook " + t.gate + " has to be asked and does not answer"
	if t.outcome != webhookFails {
		refusal = t.gate + " says: " + afterColon(t.words, "denied")
	}
	if t.as.User != "" {
		return h.Decide(explain.Unknown, h.Hold.Reason, "a removal by "+h.HolderName()+", which may be its holder, would be refused: "+refusal)
	}
	return h.Decide(explain.Unknown, h.Hold.Reason, "a removal by you would be refused, and whether one by "+h.HolderName()+" would be too is not known: "+refusal)
}

// judgeClosed decides without a try.
func judgeClosed(ctx context.Context, h *hearing.Case, o *obstruction) bool {
	if o.backend != nil {
		return webhookDown(ctx, h, o.gate, o.served, "")
	}
	gateFact(h, o.gate)
	return policyRefuses(h, o.gate, o.words)
}

// judgeAnswer decides by the server's own words.
func judgeAnswer(ctx context.Context, h *hearing.Case, c *removalCase, t *try) bool {
	h.Fact(t.source(), t.words)
	g := c.named(t.gate)
	switch t.outcome {
	case webhookFails:
		if g == nil {
			return h.Decide(explain.Stuck, explain.WebhookDown, "the API server refuses the removal: webhook "+t.gate+" has to be asked and does not answer")
		}
		return webhookDown(ctx, h, g, AnswersOf(ctx, h.View, *g.backend), t.words)
	case webhookDenies:
		return webhookRefuses(ctx, h, g, t)
	case policyDenies:
		if g == nil {
			g = &gate{config: trace.Ref{Group: admissionGroup, Kind: "ValidatingAdmissionPolicy", Name: t.gate}, name: t.gate}
		}
		return policyRefuses(h, g, afterColon(t.words, "denied request"))
	case invalid:
		return objectInvalid(h, t.words)
	case conversionFails:
		return judgeConversion(ctx, h, t.words)
	case putBack:
		return putBackByAdmission(h, c)
	default:
		return false
	}
}

// named returns the gate of that name among those that apply.
func (c *removalCase) named(name string) *gate {
	for _, g := range c.gates {
		if g.name == name {
			return g.gate
		}
	}
	return nil
}
