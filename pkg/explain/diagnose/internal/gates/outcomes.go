package gates

import (
	"context"
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// gateFact says what the gate is asked about and where that was read.
func gateFact(h *hearing.Case, g *gate) (n hearing.Notes) {
	const asked = "is asked about updates of this object"
	if g.backend == nil {
		n.Fact(h.View.NameOf(g.config), g.config.Kind+" "+g.name+" applies to updates of this object")
		return n
	}
	policy := "Fail"
	if g.open {
		policy = "Ignore"
	}
	n.Fact(h.View.NameOf(g.config)+": .webhooks", fmt.Sprintf("webhook %s %s; its failurePolicy is %s", g.name, asked, policy))
	return n
}

// webhookDown decides for a webhook that has to be asked and does not answer.
// The words are the server's, where a removal was tried out.
func webhookDown(ctx context.Context, h *hearing.Case, g *gate, served Answering, words string) (f hearing.Finding) {
	f.Join(gateFact(h, g))
	what := g.backend.servedBy() + " " + served.what
	if served.down {
		f.Fact(served.source, what)
	} else {
		what = "the call to " + g.backend.servedBy() + " fails" + phrase.Prefixed(": ", callTrouble(words))
		f.Hint(served.source, g.backend.servedBy()+" "+served.what)
	}
	if g.backend.noBundle {
		f.Hint(h.View.NameOf(g.config)+": .webhooks.clientConfig.caBundle", "empty: nothing but a public authority can vouch for what serves it; a certificate injector usually fills it in")
	}
	f.Join(blockedBy(h, g, "webhook "+g.name+": "+what))
	if g.backend.service.Name != "" {
		f.Join(restore(ctx, h, g.config, *g.backend, served))
	} else {
		f.Mend("have " + g.backend.servedBy() + " answer again")
		f.Next("see where the webhook leads", h.View.AsYAML(g.config)...)
	}
	f.Do(explain.Act(explain.Unprotects, g.config, "only if what served it is gone for good: take webhook "+g.name+" out of its configuration", h.View.Command(g.config, "edit")...).
		Costing("from then on nothing checks "+h.Kind.Resource+" in its place", explain.RiskMedium).For(explain.Guarded))
	message := "no update of it is accepted, so nobody can take the finalizer off: webhook " + g.name + " has to be asked, and " + what
	if served.starting {
		return f.Decide(explain.Waiting, explain.WebhookDown, message+"; it is starting")
	}
	return f.Decide(explain.Stuck, explain.WebhookDown, message)
}

// blockedBy has a gate block: of a configuration with several webhooks that one alone.
func blockedBy(h *hearing.Case, g *gate, what string) (n hearing.Notes) {
	n.BlockKnown(h.View, g.config, trace.Live, what)
	n.Blockers[0].Part = g.name
	return n
}

// callTrouble is what the server says after the address that it called.
func callTrouble(words string) string {
	_, rest, _ := strings.Cut(words, `Post "`)
	_, trouble, _ := strings.Cut(rest, `": `)
	return trouble
}

// webhookRefuses decides for a webhook that answers with a no.
func webhookRefuses(ctx context.Context, h *hearing.Case, g *gate, t *try) (f hearing.Finding) {
	words := t.reason()
	f.Mend("do what the webhook demands: " + phrase.OneLine(words))
	if g == nil {
		return f.Decide(explain.Stuck, explain.WebhookRefuses, "webhook "+t.refusal.Name+" refuses the removal: "+words)
	}
	f.Join(gateFact(h, g))
	f.Join(blockedBy(h, g, "webhook "+g.name+" refuses the removal"))
	served := AnswersOf(ctx, h.View, *g.backend)
	if b := g.backend.service; len(served.workloads) > 0 {
		first := served.workloads[0]
		f.Next("read what the webhook says of it", "kubectl", "logs", first.Short(), "-n", first.Namespace, "--tail=50")
	} else if b.Name != "" {
		f.Next("see what answers for the webhook, and read its log", "kubectl", "describe", "service/"+b.Name, "-n", b.Namespace)
	} else {
		f.Next("see what answers for the webhook, and read its log", h.View.AsYAML(g.config)...)
	}
	f.Warn("what the webhook protects may be there for a reason: ask whose it is before it is turned off")
	return f.Decide(explain.Stuck, explain.WebhookRefuses, "webhook "+g.name+" of "+g.config.Kind+" "+g.config.Name+" refuses the removal: "+words)
}

// policyRefuses decides for an admission policy that says no.
func policyRefuses(h *hearing.Case, g *gate, words string) (f hearing.Finding) {
	f.Join(blockedBy(h, g, g.config.Kind+" "+g.name+" refuses the removal"))
	if source, fault, demands := g.faultIn(words); fault != "" {
		give := ""
		if _, alone := readsObject(h.View, source); alone && strings.HasPrefix(fault, missingKey) {
			give = "; or give the object what the expression reads"
		}
		f.Mend("have the owner of the policy change its expression, which fails at this object (" + fault + "): test for what may be missing, or leave out what is being deleted" + give)
		words += phrase.Prefixed("; what it demands: ", demands)
	} else {
		f.Mend("do what the policy demands: " + phrase.OneLine(words) + "; where no change helps, have its owner leave out what is being deleted")
	}
	f.Next("read what the policy demands", h.View.AsYAML(g.config)...)
	f.Warn("what the policy protects may be there for a reason: ask whose it is before it is turned off")
	return f.Decide(explain.Stuck, explain.PolicyRefuses, g.config.Kind+" "+g.name+" refuses the removal: "+words)
}

// objectInvalid decides for an object that no longer passes validation, so that
// no write to it does.
func objectInvalid(ctx context.Context, h *hearing.Case, words string) (f hearing.Finding) {
	_, faults, _ := strings.Cut(words, " is invalid: ")
	faults = strings.ReplaceAll(faults, "<nil>: ", "") // how the server calls the whole object
	custom := h.Kind.MayBeCustom() && !strings.HasSuffix(h.Kind.Group, ".k8s.io")
	rule := ""
	var relax hearing.Notes
	if custom {
		rule, relax = ruleBroken(ctx, h, faults)
	}
	f.Do(explain.Act(explain.Changes, h.Node.Ref, "mend what the server names: "+phrase.OneLine(faults), h.View.Command(h.Node.Ref, "edit")...))
	f.Join(relax)
	if custom {
		f.Next("compare it with the schema, which has become stricter than the object, and may have to allow it again",
			"kubectl", "get", "crd", h.Kind.Resource+"."+h.Kind.Group, "-o", "yaml")
	}
	return f.Decide(explain.Stuck, explain.ObjectInvalid, "the server accepts no write to it, because it is not valid as it stands: "+explain.Joined("; ", faults, rule))
}

// putBackByAdmission decides for a removal that is accepted and undone.
func putBackByAdmission(h *hearing.Case, c *removalCase) (f hearing.Finding) {
	var names []string
	for _, g := range c.gates {
		if g.mutating {
			names = append(names, g.name)
			f.Join(gateFact(h, g.gate))
		}
	}
	who := "something that changes objects on admission"
	if len(names) > 0 {
		who = "one of " + phrase.Names(names)
		if len(names) == 1 {
			who = names[0]
		}
		for _, g := range c.gates {
			if g.mutating {
				f.Mend("have " + who + " leave alone what is being deleted: change it, or the rules by which it is asked")
				f.Next("see what it changes", h.View.AsYAML(g.config)...)
				break
			}
		}
	}
	return f.Decide(explain.Stuck, explain.PutBack, "the server takes the removal, and "+who+" puts the finalizer back into the same write")
}
