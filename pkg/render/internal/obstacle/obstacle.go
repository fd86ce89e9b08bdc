// Package obstacle tells what stands in the way of an operation.
package obstacle

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Text says what stands in the way of a move.
func Text(p *preflight.Result, look paper.Look, own words.Own) string {
	l := paper.NewLayout(look)
	l.Para(paper.Text(paper.Verdict, verdict(p)))
	words.Warn(l, p.Incomplete)
	if len(p.Clusters) > 0 {
		l.Para(paper.Text(paper.Plain, livingClusters(p)))
	}
	var rows []paper.Row
	for i := range p.Obstacles {
		rows = append(rows, row(&p.Obstacles[i], p, own))
	}
	l.Rows(rows)
	return l.Out.String()
}

func verdict(p *preflight.Result) string {
	place := words.Within(p.Namespace)
	switch n := len(p.Obstacles); {
	case n == 0 && len(p.Incomplete) > 0:
		return "Nothing that could be read" + place + " stands in the way of a move."
	case n == 0:
		return "Nothing stands in the way of a move: no object of the " + words.Count(p.Kinds, "kind") + " that it writes is being deleted" + place + "."
	case n == 1:
		return "Do not start a move into this cluster: 1 object" + place + " is being deleted."
	default:
		return "Do not start a move into this cluster: " + words.Count(n, "object") + place + " are being deleted."
	}
}

// clustersShown is how many living Clusters are named.
const clustersShown = 3

// livingClusters asks whether this is the right side of the move.
func livingClusters(p *preflight.Result) string {
	var names []string
	for _, c := range p.Clusters[:min(clustersShown, len(p.Clusters))] {
		name := c.Name
		if p.Namespace == "" {
			name = c.Namespace + "/" + name
		}
		names = append(names, paper.Identifier(name))
	}
	if more := len(p.Clusters) - len(names); more > 0 {
		names = append(names, "and "+strconv.Itoa(more)+" more")
	}
	verb := " live here: "
	if len(p.Clusters) == 1 {
		verb = " lives here: "
	}
	return words.Count(len(p.Clusters), "Cluster") + verb + strings.Join(names, ", ") +
		". If it is these that are to be moved, this is the wrong side: ask the cluster that they are to move into."
}

func row(o *preflight.Obstacle, p *preflight.Result, own words.Own) paper.Row {
	head := append(words.Named(paper.Name, o.Ref, p.Namespace), words.State(&o.Node, p.Clock())...)
	var body []paper.Para
	for _, f := range o.Finalizers {
		body = append(body, paper.Fact("finalizer", paper.Finalizer, paper.Identifier(f.Name)))
	}
	body = append(body,
		paper.Fact("why", paper.Message, paper.Prose(o.Why)),
		paper.Detail("next", paper.CommandSpan(own(words.Ask(&o.Node)...))),
	)
	return paper.Row{Head: paper.Para{Spans: head}, Body: body}
}
