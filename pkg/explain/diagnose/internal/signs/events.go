package signs

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// eventWords are the messages of the Warnings about the object.
func eventWords(ctx context.Context, h *hearing.Case) []Word {
	var out []Word
	for _, e := range h.View.EventsOf(ctx, h.Node) {
		if e.Message != "" {
			out = append(out, Word{
				Text: e.Message, reason: e.Reason, source: sourceOf(e), First: e.First, Last: e.Last, count: e.Count,
				since: !e.Last.IsZero() && !h.Node.Since.IsZero() && !e.Last.Before(h.Node.Since), fails: errorLike(e.Reason) || errorLike(e.Message),
				by: e.Component, author: authorOf(h, e.Component),
			})
		}
	}
	return out
}

// sourceOf says where an event was read.
func sourceOf(e sight.Event) string {
	return "event " + e.Reason + phrase.Prefixed(" of ", e.Component)
}
