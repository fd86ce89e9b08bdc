package outlook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Question is what was asked.
type Question struct {
	// Operation is "delete" or "uninstall".
	Operation string
	// Commands do it, word by word, and Checks print nothing once it is done.
	Commands [][]string
	Checks   [][]string
	// Installation is what is deleted by name, and what belongs to it.
	Installation *install.Installation
	// Foresee tells what comes of deleting other objects instead, in the same cluster; nil
	// where that is not known.
	Foresee func(objects []trace.Ref) *preflight.Forecast
}

// Tell makes the answer. Nothing of what is given is changed.
func Tell(q *Question, g *trace.Graph, f *preflight.Forecast, rest *Rest) *Answer {
	t := &telling{q: q, f: f, rest: rest, graph: graphOf(g), gone: goneOf(f)}
	t.out = &Answer{
		At: f.At, AtLeast: f.AtLeast, Operation: q.Operation, Title: q.Installation.Title, Forecast: f,
		Unseen: q.Installation.Unseen,
	}
	t.out.Incomplete = problemsOf(q.Installation.Incomplete, f.Incomplete, rest.Incomplete)
	t.goes()
	t.lost()
	t.stops()
	t.behind()
	t.traps()
	t.out.Reasons = t.reasons()
	t.out.Verdict = t.out.Reasons[0]
	t.order()
	return t.out
}

type telling struct {
	q     *Question
	f     *preflight.Forecast
	rest  *Rest
	graph *above
	gone  gone
	out   *Answer
}

// problemsOf are all problems, each once.
func problemsOf(lists ...[]trace.Problem) []trace.Problem {
	out := slices.Concat(lists...)
	slices.SortFunc(out, trace.Problem.Compare)
	return slices.Compact(out)
}

// groups gathers objects by a key, in the order in which each first appears.
type groups[T any] struct {
	at  map[string]int
	all []T
}

func (g *groups[T]) of(key string, begin func() T) *T {
	if g.at == nil {
		g.at = map[string]int{}
	}
	at, known := g.at[key]
	if !known {
		at = len(g.all)
		g.at[key] = at
		g.all = append(g.all, begin())
	}
	return &g.all[at]
}

func groupOf(n *trace.Node) Group { return Group{Group: n.Group, Kind: n.Kind, Resource: n.Resource} }

func (g *Group) add(f *preflight.Fate) {
	g.Count += f.Count
	if f.Name != "" {
		g.Objects = append(g.Objects, f.Ref)
	}
}

func kindKey(n *trace.Node) string { return n.Kind + "." + n.Group }

// goes counts by kind what is gone in the end.
func (t *telling) goes() {
	var all groups[Group]
	for i := range t.f.Fates {
		if f := &t.f.Fates[i]; f.Outcome == preflight.Goes || f.Outcome == preflight.GoesAfter {
			all.of(kindKey(&f.Node), func() Group { return groupOf(&f.Node) }).add(f)
		}
	}
	t.out.Goes = all.all
}

func (t *telling) named(meant func(*preflight.Fate) bool) bool {
	return slices.ContainsFunc(t.f.Fates, func(f preflight.Fate) bool { return f.Why == preflight.Named && meant(&f) })
}

func compareGroups(a, b Group) int {
	return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Kind, b.Kind))
}
