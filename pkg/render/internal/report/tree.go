package report

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/graph"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tree is objects with those that depend on them, from the top down.
type Tree []Node

// OfGraph tells what the deletion of some objects depends on.
func OfGraph(g *trace.Graph) *Report {
	asked := words.Asked(words.Nodes(g))
	r := &Report{Title: plain("What deletions depend on"), Lead: []Text{plain(graph.Sentence(g))}}
	if len(asked) == 1 {
		r.Title = append(plain("What depends on what: "), words.Named(paper.Name, g.Nodes[asked[0]].Ref, "")...)
	}
	if len(g.Nodes) > 0 {
		r.Sections = append(r.Sections, treeSection(g, nil))
	}
	if s := unread(g.Incomplete); s != nil {
		r.Sections = append(r.Sections, *s)
	}
	return r
}

// mostInFull bounds the rows of a tree that has all of each object.
const mostInFull = 2000

func treeSection(g *trace.Graph, verdicts map[int]explain.Verdict) Section {
	rows, visits := graph.Rows(g, false)
	var wide []paper.Row
	if len(rows) <= mostInFull {
		wide, _ = graph.Rows(g, true)
	}
	tree := make(Tree, len(rows))
	for i := range rows {
		tree[i] = Node{Row: rows[i]}
		if len(wide) > 0 {
			tree[i].More = wide[i].Body
		}
		if v := &visits[i]; v.Rest == "" && !v.Again {
			tree[i].Verdict = verdicts[v.Node]
		}
	}
	return Section{ID: "tree", Title: plain("Objects"), Blocks: []Block{tree}}
}

// unread lists what could not be read; nil where there is nothing.
func unread(problems []trace.Problem) *Section {
	if len(problems) == 0 {
		return nil
	}
	table := Table{Heads: []string{"What could not be read", "Why"}}
	for i := range problems {
		what, why := words.Unread(&problems[i])
		table.Rows = append(table.Rows, Row{Cells: []Text{plain(what), plain(why)}})
	}
	return &Section{ID: "incomplete", Title: plain("Incomplete: " + words.Count(len(table.Rows), "thing") + " could not be read"), Blocks: []Block{table}}
}
