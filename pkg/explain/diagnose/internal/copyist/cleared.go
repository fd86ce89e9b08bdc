package copyist

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// patchesSpec is a command that patches the finalizers in the spec of a namespace.
	patchesSpec = regex.New(`^(?:kubectl|oc|k) (?:-\S+ )*patch (?:-\S+ )*(?:ns|namespaces?)[ /](\S+) .*["']?spec\\?["']?\s*:\s*\{\s*\\?["']?finalizers`)
	// clearedBy is how a person tells that they have ended what they name, by what somebody else writes or by /finalize.
	clearedBy = regex.New(`(?i)\b(?:I|we)(?: (?:have|had|finally|only|then|just|eventually))* (?:(?:could|was able to|were able to|managed to)(?: (?:finally|only|then|just))* (?:clear|remove|delete|get rid of|force|clean|finalize|purge|resolve|fix|solve|kill)|cleared|removed|deleted|got rid of|forced|cleaned|finalized|purged|resolved|fixed|solved|killed) ([^.;,]{2,80}?) (?:by way of|by|with|using|via|following|through|thanks to)\b.*(?:https?://\S*(?:finalize|terminating|stuck|namespace)|/finalize\b)`)
	// doubted is what may not be so, or is of another.
	doubted = regex.New(`(?i)\?\s*$|\b(?:if|how|before|afraid|could not|couldn't|cannot|can't|not able|unable|should|would|might|tried|try|don't|do not|want\w*|other|others|another|different|last|previous\w*|elsewhere|ago|once|staging|avoid|never|he|she|they|colleague\w*)\b`)
	// filling are words beside the name of what is ended.
	filling = []string{"the", "ns", "out", "up", "away", "off"}
)

// ClearedPast tells where a person has ended a namespace past its controller, or has changed what only that may change.
func ClearedPast(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || !h.Kind.IsNamespace() || !h.Node.State.Going() || !h.GoesAlone() {
		return n
	}
	for _, c := range run(h) {
		command := c.text
		if m := patchesSpec.FindStringSubmatch(command); m != nil && isOrStandsFor(h, m[1]) {
			n.Add(asRun(command))
			n.Warn("to patch spec.finalizers of a namespace changes nothing, as the API server leaves that to its /finalize; it was tried by a command copied beside it")
			return n
		}
	}
	for _, said := range sentencesOf(h) {
		if m := clearedBy.FindStringSubmatch(said); m != nil && meant(h, m[1]) && !doubted.MatchString(said) {
			n.Add(holder.AsTold(said))
			n.Warn("it was cleared by hand" + byText + ", after this was copied or once before: where that was by /finalize, what was left in it is not gone: it stays stored, and comes back with a namespace of the same name")
			return n
		}
	}
	return n
}

// isOrStandsFor reports whether a word of a command is the name of the namespace, or a variable where no other is asked for.
func isOrStandsFor(h *hearing.Case, word string) bool {
	word = strings.Trim(word, `"'`)
	return word == h.Node.Name || h.GoesAlone() && strings.HasPrefix(word, "$")
}

// meant reports whether words name the namespace, and nothing else.
func meant(h *hearing.Case, words string) bool {
	names := 0
	for word := range strings.FieldsSeq(words) {
		switch word = strings.Trim(word, "`'\""); {
		case slices.Contains([]string{"it", "this", "that", "namespace", h.Node.Name}, word):
			names++
		case !slices.Contains(filling, word):
			return false
		}
	}
	return names > 0
}
