package document

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Reason is what a reason means, for programs, described by docs/schema/entry.v1.json.
type Reason struct {
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

// ReasonOf returns what a reason means as a document. The exit code of a verdict is
// the program's to say, and own makes a command of it into one that a person can run.
func ReasonOf(t *explain.ReasonText, exit func(explain.Verdict) int, own func(words ...string) []string) Reason {
	return Reason{
		APIVersion: APIVersion, Kind: ReasonKind, Name: string(t.Reason), Group: t.Group,
		Meaning: unquoted(t.Meaning, own), Evidence: unquoted(t.Evidence, own), Next: unquoted(t.Next, own),
		Verdicts: each(t.Verdicts, func(v *explain.Verdict) ReasonVerdict { return ReasonVerdict{string(*v), exit(*v)} }),
	}
}

// unquoted takes the backquotes off, which are for Markdown. A command of this
// program between them becomes the one that a person can run.
func unquoted(text string, own func(words ...string) []string) string {
	parts := strings.Split(text, "`")
	for i := 1; i < len(parts); i += 2 {
		if words, found := strings.CutPrefix(parts[i], "kubectl finalizers "); found {
			parts[i] = paper.ShownLine(own(strings.Fields(words)...))
		}
	}
	return strings.Join(parts, "")
}
