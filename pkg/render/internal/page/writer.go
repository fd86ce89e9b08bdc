package page

import (
	"html"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// writer writes HTML. What is no literal of this package goes through text or through the
// value of an attribute, and is escaped there.
type writer struct{ out strings.Builder }

// raw writes markup of this package.
func (w *writer) raw(markup string) { w.out.WriteString(markup) }

func (w *writer) text(text string) { w.out.WriteString(html.EscapeString(text)) }

// open begins an element. Attributes are names, each followed by its value.
func (w *writer) open(tag string, attributes ...string) {
	w.raw("<" + tag)
	for i := 0; i+1 < len(attributes); i += 2 {
		w.raw(" " + attributes[i] + "=\"")
		w.text(attributes[i+1])
		w.raw("\"")
	}
	w.raw(">")
}

func (w *writer) close(tag string) { w.raw("</" + tag + ">") }

// meta says something of the page itself.
func (w *writer) meta(attributes ...string) {
	w.open("meta", attributes...)
	w.raw("\n")
}

// isolated is a text that reorders nothing around it.
func (w *writer) isolated(text string) {
	if !paper.RightToLeft(text) {
		w.text(text)
		return
	}
	w.raw("<bdi>")
	w.text(text)
	w.raw("</bdi>")
}

// spans are pieces with their roles.
func (w *writer) spans(spans []paper.Span) {
	for _, s := range spans {
		class := classOf(s.Role)
		if class == "" || strings.TrimSpace(s.Text) == "" {
			w.isolated(s.Text)
			continue
		}
		w.open("span", "class", class)
		w.isolated(s.Text)
		w.close("span")
	}
}

// classOf is how the style sheet calls a role; empty for one that looks like any text.
func classOf(r paper.Role) string {
	switch r {
	case paper.Verdict:
		return "bold"
	case paper.Name:
		return "name"
	case paper.Asked:
		return "asked"
	case paper.Live, paper.Quiet:
		return "quiet"
	case paper.Grace:
		return "grace"
	case paper.Deleting:
		return "deleting"
	case paper.Missing:
		return "missing"
	case paper.Flag:
		return "flag"
	case paper.Finalizer:
		return "finalizer"
	default:
		return ""
	}
}
