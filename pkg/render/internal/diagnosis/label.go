package diagnosis

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// labelled writes a value beside its label. Without one it continues the value
// above. A value that begins with a number hangs by more.
func (t *teller) labelled(label string, value []paper.Span, hang ...int) {
	more := 0
	for _, n := range hang {
		more += n
	}
	if label != "" {
		p := paper.Headed(paper.Verdict, label, value...)
		p.Hang += more
		t.layout.Para(p)
		return
	}
	t.layout.Shift(paper.HeadColumns)
	t.layout.Para(paper.Para{Spans: value, Hang: more})
	t.layout.Shift(-paper.HeadColumns)
}
