package page

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/report"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

// markup is how a tag begins, and what it is called.
var markup = regexp.MustCompile(`<(/?[a-zA-Z!?][a-zA-Z0-9]*)`)

// written are the tags of a page.
var written = []string{
	"html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "p", "div", "input", "span", "main", "section", "details", "summary",
	"dl", "dt", "dd", "code", "table", "thead", "tbody", "tr", "th", "td", "a", "ol", "ul", "li", "time", "bdi", "footer", "script",
}

// evil is what a page that trusts its texts would run.
const evil = `<script>alert(1)</script>"><img src=x onerror=alert(2)> ' onclick='alert(3) &lt;b&gt; javascript:alert(4)`

func everywhere(text string) *report.Report {
	t := report.Text{paper.Plain.Of(text), paper.Name.Of(text), paper.Finalizer.Of(text)}
	return &report.Report{
		Title: t, Lead: []report.Text{t, t}, Command: []string{"kubectl", text},
		Sections: []report.Section{{
			ID: "one", Title: t, Verdict: explain.Stuck, Folded: true,
			Blocks: []report.Block{
				report.Facts{{Label: text, Lines: []report.Line{{Text: t, Command: []string{"kubectl", text}}}}},
				report.Table{Heads: []string{text}, Rows: []report.Row{{To: "one", Cells: []report.Text{t}}}},
				report.Timeline{{At: time.Unix(1, 0), Away: text, Object: text, By: text, What: text, Source: text}},
				report.Tree{{Row: paper.Row{Head: paper.Para{Spans: t}, Body: []paper.Para{{Spans: t}}}, More: []paper.Para{{Spans: t}}}},
			},
		}},
	}
}

// TestNothingIsMarkup has no tag but those of a page, wherever a text says otherwise.
func TestNothingIsMarkup(t *testing.T) {
	for _, text := range append(hostile.Texts, evil) {
		for _, safe := range []string{paper.Prose(text), paper.Identifier(text)} {
			checkTags(t, HTML(everywhere(safe)))
		}
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		checkTags(t, HTML(report.OfGraph(sample.RandomGraph(r))))
	}
}

func checkTags(t *testing.T, page string) {
	t.Helper()
	for _, m := range markup.FindAllStringSubmatch(strings.TrimPrefix(page, "<!doctype html>"), -1) {
		if !slices.Contains(written, strings.TrimPrefix(m[1], "/")) {
			t.Fatalf("a tag %q in\n%s", m[1], page)
		}
	}
	if strings.Count(page, "<script>") != 1 || strings.Count(page, "</script>") != 1 {
		t.Fatal("more than one script")
	}
	open, closed := strings.Count(page, "<li"), strings.Count(page, "</li>")
	if open != closed || strings.Count(page, "<ul") != strings.Count(page, "</ul>") || strings.Count(page, "<details") != strings.Count(page, "</details>") {
		t.Fatalf("lists are not closed:\n%s", page)
	}
}

// TestDeepTree nests no further than browsers do, and says on which level the rest is.
func TestDeepTree(t *testing.T) {
	var tree report.Tree
	for i := range 300 {
		tree = append(tree, report.Node{Row: paper.Row{Depth: i, Last: true, Open: i < 299, Head: paper.Text(paper.Name, fmt.Sprintf("n%d", i))}})
	}
	var w writer
	w.Tree(tree)
	got := w.out.String()
	checkTags(t, HTML(&report.Report{Sections: []report.Section{{ID: "tree", Blocks: []report.Block{tree}}}}))
	if n := strings.Count(got, "<details"); n != deepest {
		t.Errorf("nested %d deep, not %d", n, deepest)
	}
	if !strings.Contains(got, "level 299") || strings.Contains(got, "level 48<") {
		t.Error("the levels are not said")
	}
}

// TestLargeTree shows at first only the beginning of what is large.
func TestLargeTree(t *testing.T) {
	tree := report.Tree{{Row: paper.Row{Open: true, Head: paper.Text(paper.Name, "root")}}}
	for range unfolded {
		tree = append(tree, report.Node{Row: paper.Row{Depth: 1, Open: true}}, report.Node{Row: paper.Row{Depth: 2, Open: true}}, report.Node{Row: paper.Row{Depth: 3}})
	}
	var w writer
	w.Tree(tree)
	got := w.out.String()
	if open, all := strings.Count(got, "<details open>"), strings.Count(got, "<details"); open != unfolded+1 || all != 2*unfolded+1 {
		t.Errorf("%d of %d are unfolded", open, all)
	}
}

// TestOwn holds that the style and the script can stand in a page and ask for nothing.
func TestOwn(t *testing.T) {
	for name, text := range map[string]string{"style": style, "script": script} {
		for _, bad := range []string{"</", "http:", "https:", "url(", "@import", "eval(", "innerHTML", "\t"} {
			if strings.Contains(text, bad) {
				t.Errorf("the %s has %q", name, bad)
			}
		}
	}
	page := HTML(&report.Report{})
	if !strings.Contains(page, "script-src &#39;sha256-") || strings.Contains(page, "unsafe") || strings.Contains(page, " style=") || strings.Contains(page, " onclick=") {
		t.Error("the policy is not what it has to be")
	}
}
