package entry

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// labelColumns is the width of the longest label and the blanks before and after.
const labelColumns = len("  Confidence  ")

// fact writes a label and what there is to say; nothing where there is nothing.
func fact(l *paper.Layout, label string, r paper.Role, text string) { factIn(l, label, r, text, 0) }

// factIn moves the lines after the first in by some columns more.
func factIn(l *paper.Layout, label string, r paper.Role, text string, more int) {
	if text == "" {
		return
	}
	beside(l, paper.Quiet.Of("  "+label), labelColumns, paper.Para{Spans: []paper.Span{r.Of(text)}, Hang: more})
}

// beside writes a paragraph to the right of a lead, which stands alone in its
// columns.
func beside(l *paper.Layout, lead paper.Span, columns int, p paper.Para) {
	room := 0
	if l.Width > 0 {
		room = l.Width - columns
	}
	for _, li := range p.Lines(room) {
		lead.Text = paper.Padded(lead.Text, columns)
		l.Line("", append(paper.Line{lead}, li...))
		lead.Text = ""
	}
}
