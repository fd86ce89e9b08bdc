// Package report makes an answer into a document of parts, for what has no columns to lay
// it out in: Markdown for a ticket, HTML for a browser. It says what stands where; how that
// is written, and what has to be escaped there, is for the printers above.
package report

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Report is an answer. Its texts are on one line each, and safe to be seen.
type Report struct {
	Title   Text
	Verdict explain.Verdict // empty where nothing is judged
	// Lead is the answer in a few sentences.
	Lead []Text
	// Command asks for the answer once more; nil where that is not known.
	Command  []string
	Sections []Section
}

// Text is a run of pieces, each with its role.
type Text []paper.Span

// String is the text without its roles.
func (t Text) String() string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Section is a part with a title.
type Section struct {
	ID      string // unique in a report, letters and digits
	Title   Text
	Verdict explain.Verdict // empty where nothing is judged
	// Folded says that it need not be read at first.
	Folded bool
	Blocks []Block
	Below  []Section
}

// Block is a piece of a section: Facts, Table, Timeline or Tree.
type Block interface{ To(Writer) }

// Writer writes each sort of block.
type Writer interface {
	Facts(Facts)
	Table(*Table)
	Timeline(Timeline)
	Tree(Tree)
}

// Facts are values beside their labels.
type Facts []Fact

// Fact is one of them, on a line or several.
type Fact struct {
	Role  paper.Role // of the label
	Label string
	Lines []Line
}

// Line is a text, and the command that it speaks of, word by word.
type Line struct {
	Text    Text
	Command []string
}

// Table is rows of cells below their heads.
type Table struct {
	Heads []string
	Rows  []Row
}

// Used are the columns in which something stands.
func (t *Table) Used() []int {
	var used []int
	for i := range t.Heads {
		if slices.ContainsFunc(t.Rows, func(r Row) bool { return len(r.Cells[i].String()) > 0 }) {
			used = append(used, i)
		}
	}
	return used
}

// Row is one row of a table.
type Row struct {
	Verdict explain.Verdict // empty where nothing is judged
	// To is the section that tells more of it, empty for none.
	To    string
	Cells []Text
}

// Moment is one thing that happened.
type Moment struct {
	At   time.Time
	Kind explain.MomentKind
	// Away is how far from the deletion it was, empty where that is not known.
	Away   string
	Object string // empty where all are of one
	By     string
	What   string
	Source string
}

// Node is a row of a tree.
type Node struct {
	paper.Row

	Verdict explain.Verdict // empty where nothing is judged
	// More is all that there is to be told of the object, in the place of Body; nil where
	// that is left out.
	More []paper.Para
}

// To has them written.
func (f Facts) To(w Writer) { w.Facts(f) }

// To has it written.
func (t Table) To(w Writer) { w.Table(&t) }

// To has it written.
func (t Timeline) To(w Writer) { w.Timeline(t) }

// To has it written.
func (t Tree) To(w Writer) { w.Tree(t) }

func plain(text string) Text { return Text{paper.Plain.Of(text)} }
