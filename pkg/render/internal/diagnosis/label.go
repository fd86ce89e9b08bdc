package diagnosis

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// labelled writes a value beside its label. Without one it continues the value above.
func (t *teller) labelled(label string, value ...paper.Span) { t.hanging(label, 0, value...) }

// hanging moves the lines after the first in by more, as behind a number.
func (t *teller) hanging(label string, more int, value ...paper.Span) {
	if label == "" {
		t.layout.Shift(paper.HeadColumns)
		t.layout.Para(paper.Para{Spans: value, Hang: more})
		t.layout.Shift(-paper.HeadColumns)
		return
	}
	p := paper.Headed(paper.Verdict, label, value...)
	p.Hang += more
	t.layout.Para(p)
}
