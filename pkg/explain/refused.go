package explain

import (
	"context"
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// gatesMemory is what a diagnosis has learnt of the API server's admission, and
// of what serves webhooks and aggregated APIs. Its zero value is ready.
type gatesMemory struct {
	admission   memo[string, admission] // one value
	covers      memo[coverage, []covering]
	backends    memo[backend, answering]
	expressions memo[string, *expression]
	tests       tests
}

// stopsAnyWriter reports whether what the reason tells of does not depend on
// who the holder is, so that it is one cause for the finalizers of several.
func stopsAnyWriter(r Reason) bool {
	return slices.Contains([]Reason{WebhookDown, WebhookRefuses, PolicyRefuses, ConversionFails}, r)
}

// obstruction is a gate that is sure to refuse an attempt, whoever makes it.
type obstruction struct {
	*gate
	// served is how the backend of a webhook fares; a policy has words instead.
	served answering
	words  string
}

// closed returns the first gate that is sure to refuse, as far as what is
// stored in the cluster tells.
func (w *world) closed(ctx context.Context, a *attempt, gates []covering) *obstruction {
	for _, c := range gates {
		if c.odds != sure {
			continue
		}
		if c.backend != nil {
			if served := w.answersOf(ctx, *c.backend); served.down && !c.open {
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
func (h *hearing) removalOf(ctx context.Context) *removalCase {
	if h.obj == nil || !slices.Contains(h.obj.GetFinalizers(), h.hold.Finalizer) {
		return nil
	}
	c := &removalCase{attempt: h.removal(h.kind, h.obj, h.hold.Finalizer)}
	c.gates = h.applying(ctx, c.attempt)
	c.closed = h.closed(ctx, c.attempt, c.gates)
	return c
}

// gatesAhead warns of what would refuse a removal by hand as well, whatever
// else keeps the holder from it. It decides nothing.
func gatesAhead(ctx context.Context, h *hearing) bool {
	c := h.removalOf(ctx)
	if c == nil || c.closed == nil {
		return false
	}
	if c.closed.backend != nil {
		h.warn(fmt.Sprintf("taking it off by hand would be refused too: webhook %s has to be asked, and %s %s",
			c.closed.name, c.closed.backend.servedBy(), c.closed.served.what))
	} else {
		h.warn("taking it off by hand would be refused too, by " + c.closed.config.Kind + " " + c.closed.name + ": " + c.closed.words)
	}
	return false
}

// writeRefused decides where the API server refuses the write that takes the
// finalizer off, whoever makes it or at least when the holder does.
func writeRefused(ctx context.Context, h *hearing) bool {
	c := h.removalOf(ctx)
	if c == nil {
		return false
	}
	t := h.tryOut(ctx, c)
	switch t.outcome {
	case accepted:
		h.fact(t.source(), "the server would take the removal")
		return false
	case untried, unanswered, forbidden:
		return c.closed != nil && h.judgeClosed(ctx, c.closed)
	default:
	}
	if !t.meetsHolder(c, &h.hold.Holder) {
		return false
	}
	if c.closed == nil { // else this was said already
		h.warn("taking it off by hand would be refused too")
	}
	return h.judgeAnswer(ctx, c, &t)
}

// writeDoubted is for a refusal that the person who asks met, and of which it
// is not known whether the holder meets it. It comes last.
func writeDoubted(ctx context.Context, h *hearing) bool {
	c := h.removalOf(ctx)
	if c == nil {
		return false
	}
	t := h.tryOut(ctx, c)
	switch t.outcome {
	case webhookFails, webhookDenies, policyDenies:
	default:
		return false
	}
	h.judgeAnswer(ctx, c, &t)
	refusal := "webhook " + t.gate + " has to be asked and does not answer"
	if t.outcome != webhookFails {
		refusal = t.gate + " says: " + afterColon(t.words, "denied")
	}
	if t.as.User != "" {
		return h.decide(Unknown, h.hold.Reason, "a removal by "+h.holderName()+", which may be its holder, would be refused: "+refusal)
	}
	return h.decide(Unknown, h.hold.Reason, "a removal by you would be refused, and whether one by "+h.holderName()+" would be too is not known: "+refusal)
}

// judgeClosed decides without a try.
func (h *hearing) judgeClosed(ctx context.Context, o *obstruction) bool {
	if o.backend != nil {
		return h.webhookDown(ctx, o.gate, o.served, "")
	}
	h.gateFact(o.gate)
	return h.policyRefuses(o.gate, o.words)
}

// judgeAnswer decides by the server's own words.
func (h *hearing) judgeAnswer(ctx context.Context, c *removalCase, t *try) bool {
	h.fact(t.source(), t.words)
	g := c.named(t.gate)
	switch t.outcome {
	case webhookFails:
		if g == nil {
			return h.decide(Stuck, WebhookDown, "the API server refuses the removal: webhook "+t.gate+" has to be asked and does not answer")
		}
		return h.webhookDown(ctx, g, h.answersOf(ctx, *g.backend), t.words)
	case webhookDenies:
		return h.webhookRefuses(ctx, g, t)
	case policyDenies:
		if g == nil {
			g = &gate{config: trace.Ref{Group: admissionGroup, Kind: "ValidatingAdmissionPolicy", Name: t.gate}, name: t.gate}
		}
		return h.policyRefuses(g, afterColon(t.words, "denied request"))
	case invalid:
		return h.objectInvalid(t.words)
	case conversionFails:
		return h.conversionFails(ctx, t.words)
	case putBack:
		return h.putBackByAdmission(c)
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
