package signs

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// ofItsDeletion reports whether a condition is of after the object was asked to go by what it says, where a
// copy does not tell when that was: who says that a deletion failed has tried it, and who says that it goes on has seen it.
func ofItsDeletion(h *hearing.Case, c manifest.Condition) bool {
	if !h.View.Copied || !h.Node.Since.IsZero() && !c.SaidAt().IsZero() {
		return false
	}
	failed := h.Node.Since.IsZero() && (deletionFailed.MatchString(c.Reason) || deleteFails.MatchString(c.Message))
	return failed || c.Status == "True" && goesByType.MatchString(c.Kind) && sentence.Restates(c.Message)
}

var (
	// goesByType is how conditions are called that are true while the object itself goes.
	goesByType = regex.New(`^(?i:deleting|terminating|deletion(?:started|triggered|requested|in_?progress)?)$`)
	// deletionFailed is how a reason says that the deletion of the object failed, in one word.
	deletionFailed = regex.New(`^(?i:(?:delet(?:e|ion|ing)|terminat(?:e|ion|ing)|destroy(?:ing)?|finali[sz](?:e|ation|er)|deprovision(?:ing)?|clean[ _-]?up)[ _-]?(?:call|resource|object)?[ _-]?(?:failed|failure|failing|error)|(?:failed|cannot)[ _-]?(?:to[ _-]?)?(?:delet(?:e|ion)|terminat(?:e|ion)|destroy|finali[sz](?:e|ation)|deprovision|clean[ _-]?up))$`)
	// deleteFails is how a message begins that says so.
	deleteFails = regex.New(`^(?i:(?:the )?(?:delete|deletion|destroy|finali[sz]\w+|deprovision\w*|clean[ -]?up)(?: \w+)? (?:failed|fails|error)\b)`)
)
