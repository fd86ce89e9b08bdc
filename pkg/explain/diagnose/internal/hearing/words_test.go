package hearing

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestKnown tells what the holder waits for beside words about something else: never twice, of Kubernetes itself, of who is
// only possible, or of what nobody takes off.
func TestKnown(t *testing.T) {
	for name, tt := range map[string]struct {
		holder  explain.Holder
		class   string
		message string
		want    bool
	}{
		"likely":     {holder: explain.Holder{Name: "mill", Confidence: explain.Likely}, message: "mill fails", want: true},
		"told":       {holder: explain.Holder{Name: "mill", Confidence: explain.Likely}, message: "mill has to take it off; it waits for the wheel to stand still; it ran"},
		"possible":   {holder: explain.Holder{Name: "mill", Confidence: explain.Possible}, message: "mill fails"},
		"Kubernetes": {holder: explain.Holder{Name: "mill", Confidence: explain.Certain, BuiltIn: true}, message: "mill fails"},
		"nobody's":   {holder: explain.Holder{Name: "mill", Confidence: explain.Likely}, class: catalogue.ClassNever, message: "mill fails"},
	} {
		h := &Case{}
		h.Holder = tt.holder
		h.Entry.Finalizer = catalogue.Finalizer{WaitsFor: "the wheel to stand still", Class: tt.class}
		known, is := h.Known(tt.message)
		if is != tt.want || is && known.Fact != "it waits for the wheel to stand still" {
			t.Errorf("%s: %t %q", name, is, known.Fact)
		}
	}
}
