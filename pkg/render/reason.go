package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// ReasonKind is the kind of the document that docs/schema/entry.v1.json
// describes beside the finalizers.
const ReasonKind = "Reason"

// ReasonDocument is what a reason means, for programs.
type ReasonDocument struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Name       string          `json:"name"`
	Group      string          `json:"group"`
	Meaning    string          `json:"meaning"`
	Evidence   string          `json:"evidence"`
	Next       string          `json:"next"`
	Verdicts   []ReasonVerdict `json:"verdicts"`
}

// ReasonVerdict is a verdict that a reason comes with.
type ReasonVerdict struct {
	Verdict string `json:"verdict"`
	// ExitCode is that of why-stuck where this is the worst of the answer.
	ExitCode int `json:"exitCode"`
}

// Reason writes what a reason means, in one of EntryFormats. The exit code of a
// verdict is the program's to say.
func Reason(w io.Writer, t *explain.ReasonText, exit func(explain.Verdict) int, format string, o Options) error {
	d := ReasonDocument{
		APIVersion: APIVersion, Kind: ReasonKind, Name: string(t.Reason), Group: t.Group,
		Meaning: o.unquoted(t.Meaning), Evidence: o.unquoted(t.Evidence), Next: o.unquoted(t.Next),
	}
	for _, v := range t.Verdicts {
		d.Verdicts = append(d.Verdicts, ReasonVerdict{Verdict: string(v), ExitCode: exit(v)})
	}
	switch format {
	case "json":
		return sendEntryJSON(w, d)
	case "yaml":
		return paper.SendYAML(w, d)
	case "name":
		return paper.Send(w, "names", d.Name+"\n")
	}
	return paper.Send(w, "reason", d.text(o))
}

// unquoted takes the backquotes off, which are for Markdown. A command of this
// program between them becomes the one that a person can run.
func (o Options) unquoted(text string) string {
	parts := strings.Split(text, "`")
	for i := 1; i < len(parts); i += 2 {
		if words, own := strings.CutPrefix(parts[i], "kubectl finalizers "); own {
			parts[i] = ShellLine(o.command(strings.Fields(words)...))
		}
	}
	return strings.Join(parts, "")
}

func (d *ReasonDocument) text(o Options) string {
	l := paper.NewLayout(o.look())
	l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Verdict, Text: d.Name}, {Role: paper.Plain, Text: " is a reason for which a hold lasts"}}})
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
