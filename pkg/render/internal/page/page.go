// Package page writes a report as one HTML file that needs no network: it brings its style
// and its script with it, and its Content-Security-Policy lets a browser load and run
// nothing else, whatever the names in the cluster are.
package page

import (
	"crypto/sha256"
	_ "embed" // the style and the script
	"encoding/base64"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/report"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

// HTML is the report as a page.
func HTML(r *report.Report) string {
	var w writer
	w.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	w.meta("http-equiv", "Content-Security-Policy", "content", policy())
	w.meta("name", "viewport", "content", "width=device-width, initial-scale=1")
	w.meta("name", "color-scheme", "content", "light dark")
	w.meta("name", "referrer", "content", "no-referrer")
	w.open("title")
	w.text(r.Title.String())
	w.close("title")
	w.raw("\n<style>" + style + "</style>\n</head>\n<body>\n")
	w.header(r)
	w.raw("<main>\n")
	for i := range r.Sections {
		w.section(&r.Sections[i], "h2")
	}
	w.raw("</main>\n<footer>Made by kubectl finalizers. This file loads nothing and sends nothing.</footer>\n")
	w.raw("<script>" + script + "</script>\n</body>\n</html>\n")
	return w.out.String()
}

// policy lets a browser run the script and apply the style, and nothing else.
func policy() string {
	return "default-src 'none'; script-src " + hashOf(script) + "; style-src " + hashOf(style) + "; base-uri 'none'; form-action 'none'"
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (w *writer) header(r *report.Report) {
	w.raw("<header>\n")
	w.open("h1")
	w.spans(r.Title)
	w.close("h1")
	for i, text := range r.Lead {
		class := "lead"
		if i > 0 {
			class = "quiet"
		}
		w.open("p", "class", class)
		w.spans(text)
		w.close("p")
		w.raw("\n")
	}
	if len(r.Command) > 0 {
		w.command(r.Command)
	}
	w.raw("</header>\n<div class=\"bar\" hidden><input id=\"search\" type=\"search\" placeholder=\"Search in this report\" aria-label=\"Search in this report\" autocomplete=\"off\"><span id=\"told\" class=\"quiet\" role=\"status\"></span></div>\n")
}

// section is a part. What need not be read at first is folded.
func (w *writer) section(s *report.Section, heading string) {
	w.open("section", "id", s.ID)
	below := "h3"
	switch {
	case s.Folded:
		w.open("details")
		w.title(s, "summary", heading)
	case heading == "h2":
		w.open("details", "open", "")
		w.title(s, "summary", heading)
	default:
		w.title(s, "div", heading)
	}
	w.raw("<div class=\"inside\">\n")
	for _, b := range s.Blocks {
		b.To(w)
	}
	for i := range s.Below {
		w.section(&s.Below[i], below)
	}
	w.raw("</div>")
	if s.Folded || heading == "h2" {
		w.close("details")
	}
	w.close("section")
	w.raw("\n")
}

func (w *writer) title(s *report.Section, around, heading string) {
	w.open(around)
	w.open(heading)
	w.spans(s.Title)
	w.close(heading)
	w.verdict(s.Verdict)
	w.close(around)
	w.raw("\n")
}

// Facts is a list of terms.
func (w *writer) Facts(facts report.Facts) {
	w.raw("<dl>\n")
	for _, f := range facts {
		w.open("dt")
		w.spans(report.Text{f.Role.Of(f.Label)})
		w.close("dt")
		for _, l := range f.Lines {
			w.open("dd")
			w.spans(l.Text)
			if len(l.Command) > 0 {
				w.command(l.Command)
			}
			w.close("dd")
		}
		w.raw("\n")
	}
	w.raw("</dl>\n")
}

// command is one to be copied, or why there is none.
func (w *writer) command(words []string) {
	c := paper.CommandOf(words)
	if c.Unready != "" {
		w.open("p", "class", "quiet")
		w.text(c.Unready)
		w.close("p")
		return
	}
	w.open("div", "class", "cmd")
	w.open("code", "dir", "ltr")
	w.text(c.Line)
	w.close("code")
	w.close("div")
}

// least is how long a text is that stands on one line in a cell.
const least = 16

// Table has the columns in which something stands.
func (w *writer) Table(t *report.Table) {
	w.raw("<table><thead><tr>")
	used := t.Used()
	for _, j := range used {
		w.open("th", "scope", "col")
		w.text(t.Heads[j])
		w.close("th")
	}
	w.raw("</tr></thead>\n<tbody>\n")
	for i := range t.Rows {
		r := &t.Rows[i]
		w.open("tr")
		for _, j := range used {
			cell := r.Cells[j]
			if len(cell.String()) <= least {
				w.open("td", "class", "least")
			} else {
				w.open("td")
			}
			if j == 0 && r.To != "" {
				w.open("a", "href", "#"+r.To)
				w.spans(cell)
				w.close("a")
			} else {
				w.cell(cell, r.Verdict)
			}
			w.close("td")
		}
		w.close("tr")
		w.raw("\n")
	}
	w.raw("</tbody></table>\n")
}

// cell is a cell; one that is the verdict of its row looks like one.
func (w *writer) cell(cell report.Text, v explain.Verdict) {
	if v != "" && cell.String() == v.Words() {
		w.verdict(v)
		return
	}
	w.spans(cell)
}

func (w *writer) verdict(v explain.Verdict) {
	if v == "" {
		return
	}
	w.raw(" ")
	w.open("span", "class", "verdict "+string(v))
	w.text(v.Words())
	w.close("span")
}

// Timeline is a list.
func (w *writer) Timeline(moments report.Timeline) {
	w.raw("<ol class=\"timeline\">\n")
	for i := range moments {
		m := &moments[i]
		w.open("li", "class", string(m.Kind))
		w.open("span")
		w.open("time", "datetime", words.Timestamp(m.At))
		w.text(m.At.UTC().Format("2006-01-02 15:04:05") + " UTC")
		w.close("time")
		w.piece("away quiet", m.Away)
		w.close("span")
		w.open("span")
		w.piece("name", m.Object)
		w.piece("bold", m.By)
		w.piece("what", m.What)
		if m.Source != "" {
			w.piece("quiet", "["+m.Source+"]")
		}
		w.close("span")
		w.close("li")
		w.raw("\n")
	}
	w.raw("</ol>\n")
}

// piece is a text apart from what stands before it; nothing where it is empty.
func (w *writer) piece(class, text string) {
	if text == "" {
		return
	}
	w.open("span", "class", class)
	w.isolated(text)
	w.close("span")
	w.raw(" ")
}
