package gates

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
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
	// served is what can be seen of the backend of a webhook; a policy has words instead.
	served Answering
	words  string
}

// What conditions and policies say is evaluated here only for what no server is asked,
// or cannot tell: of a dump, and where there is no right to try, there is no answer;
// a refusal of the one who asks may not be one of the holder, whose rights are not
// lent; a webhook that is down would keep each try waiting; and a delete is never
// tried. Where the server accepts, that counts, whatever was evaluated.

// closed returns the first gate that is sure to refuse.
func closed(ctx context.Context, w *sight.View, a *attempt, gates []covering) *obstruction {
	return cmp.Or(unanswering(ctx, w, gates), refusing(a, gates))
}

// unanswering returns the first webhook that has to be asked and is down.
func unanswering(ctx context.Context, w *sight.View, gates []covering) *obstruction {
	for _, c := range gates {
		if c.odds != sure || c.backend == nil || c.open {
			continue
		}
		if served := AnswersOf(ctx, w, *c.backend); served.down {
			return &obstruction{gate: c.gate, served: served}
		}
	}
	return nil
}

// refusing returns the first policy that refuses, as it is stored.
func refusing(a *attempt, gates []covering) *obstruction {
	for _, c := range gates {
		if c.odds != sure || c.backend != nil {
			continue
		}
		if o, words := c.refuses(a); o == sure {
			return &obstruction{gate: c.gate, words: words}
		}
	}
	return nil
}

// removalCase is what can be said of the write that takes the finalizer off.
type removalCase struct {
	*attempt
	gates []covering
	// down is a webhook that keeps it from being done, nil for none.
	down *obstruction
	// closed is that or a policy, which is evaluated when it is asked for.
	closed func() *obstruction
}

// removalOf prepares the case; it is nil where there is no such write.
func removalOf(ctx context.Context, h *hearing.Case) *removalCase {
	if h.Object == nil || !slices.Contains(h.Object.GetFinalizers(), h.Finalizer) {
		return nil
	}
	c := &removalCase{attempt: removal(h.View, h.Kind, h.Object, h.Finalizer)}
	c.gates = applying(ctx, h.View, c.attempt)
	c.down = unanswering(ctx, h.View, c.gates)
	c.closed = sync.OnceValue(func() *obstruction { return cmp.Or(c.down, refusing(c.attempt, c.gates)) })
	return c
}

// Ahead warns of what would refuse a removal by hand as well, whatever
// else keeps the holder from it.
func Ahead(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	c := removalOf(ctx, h)
	if c == nil || len(c.gates) == 0 {
		return n
	}
	if c.down != nil {
		n.Warn(fmt.Sprintf("taking it off by hand would be refused too: webhook %s has to be asked, and %s %s",
			c.down.name, c.down.backend.servedBy(), c.down.served.what))
		return n
	}
	if t := tryOut(ctx, h, c); t.outcome == accepted {
		return n
	}
	if o := c.closed(); o != nil {
		n.Warn("taking it off by hand would be refused too, by " + o.config.Kind + " " + o.name + ": " + o.words)
	}
	return n
}

// WriteRefused decides where the API server refuses the write that takes the
// finalizer off, whoever makes it or at least when the holder does.
func WriteRefused(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	c := removalOf(ctx, h)
	if c == nil {
		return f
	}
	t := tryOut(ctx, h, c)
	switch t.outcome {
	case accepted:
		f.Add(explain.Evidence{Kind: explain.WouldAccept, Source: t.source(), Fact: "the server would take the removal"})
		return f
	case untried, unanswered, forbidden:
		if o := c.closed(); o != nil {
			return judgeClosed(ctx, h, o)
		}
		return f
	default:
	}
	if !t.meetsHolder(c, &h.Holder) {
		return f
	}
	if c.closed() == nil { // else this was said already
		f.Warn("taking it off by hand would be refused too")
	}
	return f.And(judgeAnswer(ctx, h, c, &t))
}

// WriteDoubted is for a refusal that the person who asks met, and of which it
// is not known whether the holder meets it. It comes last.
func WriteDoubted(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	c := removalOf(ctx, h)
	if c == nil {
		return f
	}
	t := tryOut(ctx, h, c)
	switch t.outcome {
	case webhookFails, webhookDenies, policyDenies:
	default:
		return f
	}
	f = judgeAnswer(ctx, h, c, &t)
	refusal := "webhook " + t.refusal.Name + " has to be asked and does not answer"
	if t.outcome != webhookFails {
		refusal = t.refusal.Name + " says: " + t.reason()
	}
	if t.as.User != "" {
		return f.Decide(explain.Undecided, f.Reason, "a removal by "+t.as.User+", under which its holder may run, would be refused: "+refusal)
	}
	return f.Decide(explain.Undecided, f.Reason, "a removal by you would be refused, and whether one by "+h.HolderName()+" would be too is not known: "+refusal)
}

// judgeClosed decides without a try.
func judgeClosed(ctx context.Context, h *hearing.Case, o *obstruction) (f hearing.Finding) {
	if o.backend != nil {
		return webhookDown(ctx, h, o.gate, o.served, "")
	}
	f.Join(gateFact(h, o.gate))
	return f.And(policyRefuses(h, o.gate, o.words))
}

// judgeAnswer decides by the server's own words.
func judgeAnswer(ctx context.Context, h *hearing.Case, c *removalCase, t *try) (f hearing.Finding) {
	f.Quote(t.source(), t.words, t.words)
	g := c.named(t.refusal.Name)
	switch t.outcome {
	case webhookFails:
		if g == nil {
			return f.Decide(explain.Stuck, explain.WebhookDown, "the API server refuses the removal: webhook "+t.refusal.Name+" has to be asked and does not answer")
		}
		return f.And(webhookDown(ctx, h, g, AnswersOf(ctx, h.View, *g.backend), t.words))
	case webhookDenies:
		return f.And(webhookRefuses(ctx, h, g, t))
	case policyDenies:
		if g == nil {
			g = &gate{config: trace.Ref{Group: manifest.AdmissionGroup, Kind: cmp.Or(t.refusal.Kind, "ValidatingAdmissionPolicy"), Name: t.refusal.Name}, name: t.refusal.Name}
		}
		return f.And(policyRefuses(h, g, t.reason()))
	case invalid:
		return f.And(objectInvalid(ctx, h, t.words))
	case conversionFails:
		return f.And(judgeConversion(ctx, h, t.words))
	case putBack:
		return f.And(putBackByAdmission(h, c))
	default:
		return f
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
