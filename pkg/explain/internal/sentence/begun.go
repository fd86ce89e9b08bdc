package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// begun is how whoever keeps something outside of the cluster says that it was deleted there already, and is only kept for a
// while: pending_reclamation, soft-deleted, scheduled for deletion. What stands before it, up to a mark, is the first group.
var begun = regex.New(`(?i)([^:;,.{}()\[\]]*)\b(?:pending_(?:reclamation|deletion|delete|purge)|delete_requested|destroy_scheduled|soft[- ]deleted|deleted but recoverable` +
	`|(?:is|are|was|were|been|be)(?: already| currently| now)? scheduled for (?:deletion|destruction|removal|purge)|already scheduled for (?:deletion|destruction|removal|purge)` +
	`|in (?:an? |the )?["']?pending[ -](?:deletion|reclamation)["']? state)\b`)

// Begun reports whether words tell that what is to go was deleted already where it is, and is gone for good at its own time.
// Of what a controller needs they tell nothing of the kind, nor where they deny it.
func Begun(words string) bool {
	m := begun.FindStringSubmatch(words)
	if m == nil || notYetSo.MatchString(m[1]) || begunDenied.MatchString(m[1]) {
		return false
	}
	return !slices.ContainsFunc(neededWords, func(word string) bool { return strings.Contains(strings.ToLower(m[1]), word) })
}

// begunDenied is how it is denied.
var begunDenied = regex.New(`(?i)\b(?:not|no|cannot|without)\b|n't\b`)
