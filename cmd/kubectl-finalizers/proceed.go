package main

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
)

// proceed is the command that carries out just this plan: the one that was typed,
// with the digest. It is nil where a guard refuses, and for a dump.
func (o *removeOptions) proceed(p *remove.Plan, digest string) []string {
	if p.Refused() || digest == "" {
		return nil
	}
	return o.typed("--confirm=" + digest)
}

// typed is the command that was typed, naming the context that it was meant for,
// with what says whether to carry it out replaced.
func (o *removeOptions) typed(instead ...string) []string {
	words := []string{"kubectl", "finalizers"}
	typed, operands := pasted.Public(o.words), []string(nil)
	if end := slices.Index(typed, "--"); end >= 0 {
		typed, operands = typed[:end], typed[end:]
	}
	for _, w := range typed {
		switch {
		case w == "--confirm", w == "--dry-run", strings.HasPrefix(w, "--confirm="), strings.HasPrefix(w, "--dry-run="):
		default:
			words = append(words, w)
		}
	}
	return o.reach.As.Command(slices.Concat(words, o.context, instead, operands))
}

// addressPlan makes the commands that a plan names reach the same cluster.
func (o *removeOptions) addressPlan(p *remove.Plan) {
	for i := range p.Actions {
		for j := range p.Actions[i].Objections {
			objection := &p.Actions[i].Objections[j]
			objection.Instead = o.reach.Command(objection.Instead)
		}
	}
}

// without is the command that plans what no guard refuses, nil where there is none or one
// command cannot say it.
func (o *removeOptions) without(p *remove.Plan) []string {
	words := pasted.Without(p)
	if words == nil {
		return nil
	}
	return o.reach.As.Command(slices.Concat(words, o.kept, o.context))
}
