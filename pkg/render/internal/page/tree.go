package page

import (
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/report"
)

const (
	// deepest is how far a tree is nested. Browsers give up at some hundreds of elements.
	deepest = 48
	// unfolded is up to how many rows a tree is shown whole; of a larger one only the
	// first levels are.
	unfolded   = 400
	openLevels = 2
)

// Tree writes rows as lists within lists. What lies deeper than can be nested stands on
// the last level, with the number of its own.
func (w *writer) Tree(rows report.Tree) {
	w.raw("<ul class=\"tree\">\n")
	open := 0
	for i := range rows {
		r := &rows[i]
		depth := min(r.Depth, deepest)
		for ; open > depth; open-- {
			w.raw("</ul></details></li>\n")
		}
		w.raw("<li>")
		if !r.Open || depth == deepest {
			w.raw("<div class=\"leaf\">")
			w.node(r)
			w.raw("</div>")
			w.below(r)
			w.raw("</li>\n")
			continue
		}
		if len(rows) <= unfolded || depth < openLevels {
			w.raw("<details open><summary>")
		} else {
			w.raw("<details><summary>")
		}
		w.node(r)
		w.raw("</summary>")
		w.below(r)
		w.raw("<ul>\n")
		open++
	}
	for ; open > 0; open-- {
		w.raw("</ul></details></li>\n")
	}
	w.raw("</ul>\n")
}

func (w *writer) node(r *report.Node) {
	if r.Depth > deepest {
		w.piece("quiet", "level "+strconv.Itoa(r.Depth))
	}
	w.spans(r.Head.Spans)
	w.verdict(r.Verdict)
}

// below is what is to be said of an object beside its name, and all that there is.
func (w *writer) below(r *report.Node) {
	short := "body short"
	if len(r.More) == 0 {
		short = "body"
	}
	w.paras(short, r.Body)
	w.paras("body full", r.More)
}

func (w *writer) paras(class string, paras []paper.Para) {
	if len(paras) == 0 {
		return
	}
	w.open("div", "class", class)
	for _, p := range paras {
		w.open("div")
		w.spans(p.Spans)
		w.close("div")
	}
	w.close("div")
}
