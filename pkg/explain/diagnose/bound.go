package diagnose

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// longestText is how much is shown of any one text. What controllers and
// webhooks say can be longer than a screen, and its end then says little.
const longestText = 2000

// bound cuts what came from the cluster at a length that can be read.
func bound(h *explain.Hold) {
	h.Message = bounded(h.Message)
	for i := range h.Evidence {
		h.Evidence[i].Fact = bounded(h.Evidence[i].Fact)
	}
	for i := range h.Blockers {
		h.Blockers[i].What = bounded(h.Blockers[i].What)
	}
	for i := range h.Warnings {
		h.Warnings[i].Text = bounded(h.Warnings[i].Text)
	}
	for i := range h.Next {
		h.Next[i].Text = bounded(h.Next[i].Text)
		h.Next[i].Cost.Loss = bounded(h.Next[i].Cost.Loss)
	}
	h.Cost.Identity, h.Cost.Policy = bounded(h.Cost.Identity), bounded(h.Cost.Policy)
}

func bounded(text string) string { return phrase.Shortened(text, longestText, "…") }
