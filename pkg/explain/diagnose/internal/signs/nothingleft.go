package signs

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// NothingLeft tells beside what the catalogue says would be lost that somebody says of that that nothing of it is
// there: the grade stays, for nothing proves it.
func NothingLeft(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Cost.Loss == "" || h.Cost.Proven || h.Cost.Claimed || h.Cost.Contrary != "" || h.Cost.Risk == explain.RiskLow || !h.Node.State.Going() {
		return n
	}
	by, said := saidNothingLeft(ctx, h)
	if said == "" {
		return n
	}
	cost := h.Cost
	cost.Contrary = "the " + by + ` says "` + strings.TrimRight(said, ":;, ") + `"`
	n.Cost = &cost
	return n
}

// saidNothingLeft is the last that says so of the object, and where that stands.
func saidNothingLeft(ctx context.Context, h *hearing.Case) (by, said string) {
	ofIt := strings.ToLower(h.Kind.Kind)
	tells := func(text string) bool {
		return sentence.NothingLeft(text) && !strings.HasSuffix(strings.ToLower(text), ofIt)
	}
	for _, w := range words(ctx, h) {
		if !w.stale && !w.passed && w.of.Name == "" && w.since && tells(w.Line()) {
			by, said = w.source, w.Line()
		}
	}
	if said != "" || len(h.View.Logs.Aside) == 0 {
		return by, said
	}
	subject, alone := hearing.SubjectOf(h), spokenOnly(h)
	for _, l := range linesBeside(h) {
		if text := phrase.OneLine(l.Message); l.Answer == "" && namingOf(h, subject, &l, alone) >= logline.Nearly && tells(text) {
			by, said = besideIt, redact.Text(text)
		}
	}
	if said != "" || !h.GoesAlone() {
		return by, said
	}
	for _, told := range sentence.Split(holder.Prose(h)) {
		if tells(told) {
			return holder.TextBeside, redact.Text(strings.TrimSpace(told))
		}
	}
	return "", ""
}
