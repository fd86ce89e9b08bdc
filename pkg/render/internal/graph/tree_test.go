package graph

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// drawn are the characters of guides, in both kinds of letters.
var drawn = strings.NewReplacer("│", " ", "├", " ", "└", " ", "─", " ", "|", " ", "`--", "   ", "|--", "   ")

// TestGuidesSayNothing takes the guides away: what stands below what is still
// told by how far it is moved in, as it is to somebody who has it read aloud.
func TestGuidesSayNothing(t *testing.T) {
	for file, first := range sample.Firsts(t, "*.txtar") {
		g := sample.Graph(t, first)
		if len(g.Nodes) > 40 {
			continue // too deep for guides: numbers stand for them
		}
		tr := tree{g: g, marks: paper.MarksFor(paper.Look{}), home: words.Home(words.Nodes(g))}
		lines := strings.Split(Tree(g, paper.Look{}), "\n")
		for _, r := range tr.rows() {
			head := r.Head.Lines(0)[0]
			want := paper.Sheet{}.Paint(head)
			at := slices.IndexFunc(lines, func(l string) bool { return strings.TrimLeft(drawn.Replace(l), " ") == drawn.Replace(want) })
			if at < 0 {
				t.Fatalf("%s: no line is %q", file, want)
			}
			blank := drawn.Replace(lines[at])
			if in := len(blank) - len(strings.TrimLeft(blank, " ")); in != r.Depth*paper.WideStep {
				t.Errorf("%s: %q is moved in by %d, not %d", file, want, in, r.Depth*paper.WideStep)
			}
			lines = lines[at+1:]
		}
	}
}
