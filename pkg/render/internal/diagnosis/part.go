package diagnosis

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"

// HolderLine says who has to act, how sure that is, and how they fare.
func HolderLine(h *explain.Hold) string { return holderLine(h) }

// BlockerText names what is waited for, and says what it is now.
func BlockerText(b *explain.Blocker) string { return blockerText(b) }

// Sentence is the sentence that answers first. Searched is where objects were looked for
// that nobody named.
func Sentence(d *explain.Diagnosis, searched string) string {
	return verdict(d.Told(), d.Asked(), searched)
}
