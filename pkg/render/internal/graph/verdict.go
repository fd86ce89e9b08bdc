package graph

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// verdict is the sentence that answers first. It claims only what the graph
// holds: what was not found may still be there.
func verdict(g *trace.Graph) string {
	asked := words.Asked(words.Nodes(g))
	switch len(asked) {
	case 0:
		return "No object was found."
	case 1:
		return verdictOne(g, asked[0])
	default:
		return verdictMany(g, asked)
	}
}

func verdictOne(g *trace.Graph, i int) string {
	n := &g.Nodes[i]
	subject := words.Typed(n)
	below := tallyOf(g, reach(g, []int{i})[1:])
	switch n.State {
	case trace.Deleting:
		return subject + words.Deleting(n, g.Clock()) + holds(n, below, "holds", "hold") + "." + words.Undated(n.Since, g.Clock())
	case trace.Grace:
		return subject + " is " + words.StateText(n, g.Clock()) + holds(n, below, "would hold", "would hold") + "."
	case trace.Gone:
		return subject + " does not exist" + referrers(below) + "."
	case trace.Recreated:
		return subject + " is not the object that was meant: another one now stands under this name" + referrers(below) + "."
	case trace.Unreadable:
		return subject + " could not be read, so whether it is being deleted is not known."
	default:
		return subject + " is not being deleted" + holds(n, below, "would hold", "would hold") + deletingBelow(below, g.Clock()) + "."
	}
}

// holds counts the finalizers on the object and below it.
func holds(n *trace.Node, below tally, one, many string) string {
	verb := many
	if len(n.Finalizers) == 1 {
		verb = one
	}
	own := words.Count(len(n.Finalizers), "finalizer") + " " + verb + " it"
	switch {
	case len(n.Finalizers) > 0 && below.finalizers > 0:
		return "; " + own + ", and " + words.Thousands(below.finalizers) + " more on " + words.Count(below.holders, "object") + " below it"
	case len(n.Finalizers) > 0:
		return "; " + own
	case below.finalizers > 0:
		return "; " + below.held() + " below it"
	default:
		return "; no finalizer was found on it or below it"
	}
}

func deletingBelow(below tally, clock trace.Clock) string {
	switch below.deleting {
	case 0:
		return ""
	case 1:
		return "; 1 object below it has been deleting" + words.ForAge(below.oldest, clock)
	default:
		text := "; " + words.Count(below.deleting, "object") + " below it are being deleted"
		if !below.oldest.IsZero() {
			text += ", the longest" + words.ForAge(below.oldest, clock)
		}
		return text
	}
}

func referrers(below tally) string {
	switch below.objects {
	case 0:
		return ""
	case 1:
		return "; 1 object still depends on it"
	default:
		return "; " + words.Count(below.objects, "object") + " still depend on it"
	}
}

func verdictMany(g *trace.Graph, asked []int) string {
	var parts []string
	own := tallyOf(g, asked)
	if own.deleting > 0 {
		longest := ""
		if own.deleting > 1 && !own.oldest.IsZero() {
			longest = ", the longest"
		}
		parts = append(parts, words.Thousands(own.deleting)+" deleting"+longest+words.ForAge(own.oldest, g.Clock()))
	}
	for _, s := range []struct {
		state trace.State
		text  string
	}{
		{trace.Grace, "in grace"},
		{trace.Live, "not being deleted"},
		{trace.Gone, "gone"},
		{trace.Recreated, "recreated under the same name"},
		{trace.Unreadable, "not readable"},
	} {
		if n := own.states[s.state]; n > 0 {
			parts = append(parts, words.Thousands(n)+" "+s.text)
		}
	}
	text := words.Count(len(asked), "object") + words.Within(words.Home(words.Nodes(g))) + ": " + strings.Join(parts, "; ") + "."
	all := tallyOf(g, reach(g, asked))
	if all.finalizers == 0 {
		return text + " No finalizer was found on them or below them."
	}
	return text + " " + all.held() + " among them and below."
}

// tally sums up a set of objects.
type tally struct {
	objects    int
	finalizers int
	holders    int // objects with a finalizer
	deleting   int
	oldest     time.Time // the earliest deletion, zero where none is known
	states     map[trace.State]int
}

func (t tally) held() string {
	return words.Count(t.finalizers, "finalizer") + " on " + words.Count(t.holders, "object")
}

func tallyOf(g *trace.Graph, nodes []int) tally {
	t := tally{objects: len(nodes), states: map[trace.State]int{}}
	for _, i := range nodes {
		n := &g.Nodes[i]
		t.states[n.State]++
		if len(n.Finalizers) > 0 {
			t.holders++
			t.finalizers += len(n.Finalizers)
		}
		if n.State != trace.Deleting {
			continue
		}
		t.deleting++
		if !n.Since.IsZero() && (t.oldest.IsZero() || n.Since.Before(t.oldest)) {
			t.oldest = n.Since
		}
	}
	return t
}
