package acts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// stays is what is not ended for the sake of what it holds.
var stays = regex.New(`(?i)^(?:the )?(?:nodes?|backups?|snapshots?|machines?|servers?|instances?|hosts?)\b`)

// LetGo is the step to who holds on to something: an object that uses it, where there is one, or somebody
// whom the words name and who is not gone by now.
func LetGo(h *hearing.Case, words, user string, gone []string) (n hearing.Notes) {
	what, by := sentence.HeldBy(words)
	if user != "" {
		what, by = cmp.Or(what, "it"), user
	}
	left := func(named string) bool { return strings.HasSuffix(by, named[strings.LastIndexAny(named, " ")+1:]) }
	if runs := h.Holder.Workload.Name; by == "" || slices.ContainsFunc(gone, left) || runs != "" && strings.Contains(by, runs) {
		return n
	}
	ends := ", or end that where nobody needs it"
	if stays.MatchString(by) {
		ends = ""
	}
	n.Mend("have " + by + " let go of " + what + ends)
	return n
}
