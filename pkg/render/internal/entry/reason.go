package entry

import (
	"fmt"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Reason says what a reason means.
func Reason(d *document.Reason, look paper.Look) string {
	l := paper.NewLayout(look)
	l.Para(paper.Para{Spans: []paper.Span{paper.Verdict.Of(d.Name), paper.Plain.Of(" is a reason for which a hold lasts")}})
	l.Line("", nil)
	fact(l, "Meaning", paper.Plain, d.Meaning)
	fact(l, "Known by", paper.Plain, d.Evidence)
	fact(l, "Next", paper.Plain, d.Next)
	label := "Verdicts"
	for _, v := range d.Verdicts {
		fact(l, label, paper.Plain, fmt.Sprintf("%s (exit code %d)", v.Verdict, v.ExitCode))
		label = ""
	}
	return l.Out.String()
}
