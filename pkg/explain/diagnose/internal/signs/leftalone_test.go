package signs

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

func TestOthersFinalizers(t *testing.T) {
	for text, want := range map[string]bool{
		"none of our finalizers is on it, nothing to do":                            true,
		"our finalizer is gone":                                                     true,
		"waiting for other finalizers to be removed before deleting the volume":     false,
		"other finalizers are there, deleting the volume":                           false,
		"our finalizer is not present yet, waiting for the volume before we set it": false,
	} {
		if got := sentence.OfOthersFinalizers(text) && !saysWaits(Word{Text: text}); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
