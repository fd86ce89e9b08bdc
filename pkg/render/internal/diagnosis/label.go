package diagnosis

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// labelled writes a value beside its label. Without one it continues the value above.
func (t *teller) labelled(label string, value ...paper.Span) { t.hanging(label, 0, value...) }

// hanging moves the lines after the first in by more, as behind a number.
func (t *teller) hanging(label string, more int, value ...paper.Span) {
	if label == "" {
		t.layout.Shift(headColumns)
		t.layout.Para(paper.Para{Spans: value, Hang: more})
		t.layout.Shift(-headColumns)
		return
	}
	p := headed(paper.Verdict, label, value...)
	p.Hang += more
	t.layout.Para(p)
}

// headColumns is the width of the longest label of an answer and the blanks after it.
const headColumns = len("If forced") + 2

// head fills the column of the labels.
func head(label string) string { return label + strings.Repeat(" ", headColumns-len(label)) }

// headed is a part of an answer beside its label.
func headed(r paper.Role, label string, value ...paper.Span) paper.Para {
	return paper.Para{Spans: append([]paper.Span{r.Of(head(label))}, value...), Hang: headColumns}
}
