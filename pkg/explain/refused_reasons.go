package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// gateFact says what the gate is asked about and where that was read.
func (h *hearing) gateFact(g *gate) {
	const asked = "is asked about updates of this object"
	if g.backend == nil {
		h.fact(h.nameOf(g.config), g.config.Kind+" "+g.name+" applies to updates of this object")
		return
	}
	policy := "Fail"
	if g.open {
		policy = "Ignore"
	}
	h.fact(h.nameOf(g.config)+": .webhooks", fmt.Sprintf("webhook %s %s; its failurePolicy is %s", g.name, asked, policy))
}

// webhookDown decides for a webhook that has to be asked and does not answer.
// The words are the server's, where a removal was tried out.
func (h *hearing) webhookDown(ctx context.Context, g *gate, served answering, words string) bool {
	h.gateFact(g)
	what := g.backend.servedBy() + " " + served.what
	if served.down {
		h.fact(served.source, what)
	} else {
		what = "the call to " + g.backend.servedBy() + " fails" + prefixed(": ", callTrouble(words))
		h.hint(served.source, g.backend.servedBy()+" "+served.what)
	}
	if g.backend.noBundle {
		h.hint(h.nameOf(g.config)+": .webhooks.clientConfig.caBundle", "empty: nothing but a public authority can vouch for what serves it; a certificate injector usually fills it in")
	}
	h.blockKnown(g.config, trace.Live, "webhook "+g.name+": "+what)
	if g.backend.service.Name != "" {
		h.restore(ctx, g.config, *g.backend, served)
	} else {
		h.next("see where the webhook leads, and what should answer there", h.asYAML(g.config)...)
	}
	h.next("only if what served it is gone for good: take webhook "+g.name+" out of its configuration; from then on nothing checks "+h.kind.Resource+" in its place",
		h.command(g.config, "edit")...)
	message := "no update of it is accepted, so nobody can take the finalizer off: webhook " + g.name + " has to be asked, and " + what
	if served.starting {
		return h.decide(Waiting, WebhookDown, message+"; it is starting")
	}
	return h.decide(Stuck, WebhookDown, message)
}

// callTrouble is what the server says after the address that it called.
func callTrouble(words string) string {
	_, rest, _ := strings.Cut(words, `Post "`)
	_, trouble, _ := strings.Cut(rest, `": `)
	return trouble
}

// webhookRefuses decides for a webhook that answers with a no.
func (h *hearing) webhookRefuses(ctx context.Context, g *gate, t *try) bool {
	words := afterColon(t.words, "denied the request")
	if g == nil {
		return h.decide(Stuck, WebhookRefuses, "webhook "+t.gate+" refuses the removal: "+words)
	}
	h.gateFact(g)
	h.blockKnown(g.config, trace.Live, "webhook "+g.name+" refuses the removal")
	served := h.answersOf(ctx, *g.backend)
	if b := g.backend.service; len(served.workloads) > 0 {
		first := served.workloads[0]
		h.next("read what the webhook says of it", "kubectl", "logs", short(first), "-n", first.Namespace, "--tail=50")
	} else if b.Name != "" {
		h.next("see what answers for the webhook, and read its log", "kubectl", "describe", "service/"+b.Name, "-n", b.Namespace)
	} else {
		h.next("see what answers for the webhook, and read its log", h.asYAML(g.config)...)
	}
	h.next("meet what it demands: compare the object with its words", h.asYAML(h.node.Ref)...)
	h.warn("what the webhook protects may be there for a reason: ask whose it is before it is turned off")
	return h.decide(Stuck, WebhookRefuses, "webhook "+g.name+" refuses the removal: "+words)
}

// policyRefuses decides for an admission policy that says no.
func (h *hearing) policyRefuses(g *gate, words string) bool {
	h.blockKnown(g.config, trace.Live, g.config.Kind+" "+g.name+" refuses the removal")
	h.next("read what the policy demands", h.asYAML(g.config)...)
	h.next("compare the object with it; where no change helps, ask the policy's owner to leave out what is being deleted", h.asYAML(h.node.Ref)...)
	h.warn("what the policy protects may be there for a reason: ask whose it is before it is turned off")
	return h.decide(Stuck, PolicyRefuses, g.config.Kind+" "+g.name+" refuses the removal: "+words)
}

// objectInvalid decides for an object that no longer passes validation, so that
// no write to it does.
func (h *hearing) objectInvalid(words string) bool {
	_, faults, _ := strings.Cut(words, " is invalid: ")
	h.next("see the field that the server names", h.asYAML(h.node.Ref)...)
	if strings.Contains(h.kind.Group, ".") && !strings.HasSuffix(h.kind.Group, ".k8s.io") {
		h.next("compare it with the schema, which has become stricter than the object; mend the field, or have the schema allow it again",
			"kubectl", "get", "crd", h.kind.Resource+"."+h.kind.Group, "-o", "yaml")
	}
	return h.decide(Stuck, ObjectInvalid, "the server accepts no write to it, because it is not valid as it stands: "+faults)
}

// putBackByAdmission decides for a removal that is accepted and undone.
func (h *hearing) putBackByAdmission(c *removalCase) bool {
	var names []string
	for _, g := range c.gates {
		if g.mutating {
			names = append(names, g.name)
			h.gateFact(g.gate)
		}
	}
	who := "something that changes objects on admission"
	if len(names) > 0 {
		who = "one of " + naming(names)
		if len(names) == 1 {
			who = names[0]
		}
		for _, g := range c.gates {
			if g.mutating {
				h.next("see what it changes", h.asYAML(g.config)...)
				break
			}
		}
	}
	return h.decide(Stuck, PutBack, "the server takes the removal, and "+who+" puts the finalizer back into the same write")
}

// asYAML is the command that shows an object whole.
func (w *world) asYAML(ref trace.Ref) []string {
	return w.command(ref, "get", "-o", "yaml")
}

// afterColon is the text after the first colon that follows the mark, or all of
// it.
func afterColon(text, mark string) string {
	_, rest, found := strings.Cut(text, mark)
	if !found {
		return text
	}
	_, reason, found := strings.Cut(rest, ": ")
	if !found {
		return "it gives no reason"
	}
	return reason
}
