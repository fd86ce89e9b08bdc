package diagnose

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// rowSays tells with a hold what the row of its object says that was copied beside it, where no other words of the cluster
// tell how it is. One that was copied with the time of its deletion tells that itself, and the row may be older.
func rowSays(h *hearing.Case, hold explain.Hold) explain.Hold {
	if !h.Node.Since.IsZero() {
		return hold
	}
	said := redact.Text(shown.State(h))
	if said == "" || hold.Reason != explain.Silent && hold.Reason != explain.HolderUnknown || restsOn(&hold, func(words string) bool { return words != "" }) {
		return hold
	}
	hold.Message = explain.Joined("; ", hold.Message, "its row says: "+said)
	hold.Evidence = append(hold.Evidence, explain.Evidence{Kind: explain.Said, Fact: "its row in a table says " + said, Source: "table copied beside it", Words: said})
	return hold
}
