package render

import (
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Options say what the output goes to. The zero value is right for a pipe: no
// limit of width, no colour, Unicode guides.
type Options struct {
	// Width is the number of columns that text for people fits into. Zero
	// means no limit; a width below 40 counts as 40, because names are never cut.
	Width int
	// Color allows colour and weight. Nothing is said by colour alone.
	Color bool
	// ASCII draws guides and marks in ASCII. Text from the cluster keeps its
	// letters.
	ASCII bool
	// Searched is where objects were looked for that nobody named, as in "in
	// namespace shop". It is said where none was found.
	Searched string
	// Cluster is what a warning calls the cluster that it is about, where many were asked.
	Cluster string
	// Said is that the answer beside the warnings tells where only a file was read.
	Said bool
	// Command turns a command of this program, word by word and called "kubectl",
	// "finalizers", into the one that a person can run: under the name that the
	// program has for them, on the same cluster. Nil changes nothing. The commands
	// of a diagnosis and of a plan are printed as they are.
	Command func(words []string) []string
}

// look is how an output looks.
func (o Options) look() paper.Look { return paper.Look{Width: o.Width, Color: o.Color, ASCII: o.ASCII} }

// command is one of this program, as a person can run it.
func (o Options) command(words ...string) []string {
	words = append([]string{"kubectl", "finalizers"}, words...)
	if o.Command == nil {
		return words
	}
	return o.Command(words)
}

// Problems writes a warning for each group of things that could not be read for one
// reason in one place, for the standard error; nothing where there is no problem.
func Problems(w io.Writer, ps []trace.Problem, o Options) error {
	if o.Said {
		ps = words.Unsaid(ps)
	}
	if len(ps) == 0 {
		return nil
	}
	return paper.Send(w, "warnings", words.Problems(ps, o.Cluster, o.look()))
}

// ActionLine is what is being done for an action, on one line.
func ActionLine(a *remove.Action, what string) string {
	return words.KindName(a.Object.Ref) + ": " + paper.Prose(what)
}

// Line makes text from outside safe to print on one line of a terminal. It is
// for what does not come from a graph, such as an error that quotes a server.
func Line(text string) string { return paper.Prose(text) }

// Columns is how wide a line is in a terminal. Colour takes no room.
func Columns(line string) int { return paper.Width(line) }

// Fit returns text for one line that takes at most so many columns: cut, with the
// ellipsis at its end, where it takes more.
func Fit(text string, columns int, ellipsis string) string { return paper.Fit(text, columns, ellipsis) }

// ShownLine writes a command in a log or in the middle of a sentence. Words of
// which no command is made are spelled out, and so do not name what they named.
func ShownLine(words []string) string { return paper.ShownLine(words) }
