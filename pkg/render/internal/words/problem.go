package words

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// How much of what could not be read a person is shown.
const (
	problemNames    = 6 // in one warning
	problemWarnings = 5
	problemColumns  = 160 // of the server's own words
)

// Problems are a warning for each group of things that could not be read for
// one reason in one namespace, for the standard error; nothing where there
// is no problem. Past the first few it only counts them: the JSON output
// has all. Each names the cluster, where there is a name.
func Problems(ps []trace.Problem, cluster string, look paper.Look) string {
	l := paper.NewLayout(look)
	of := " "
	if cluster != "" {
		of = " " + paper.Prose(cluster) + ": "
	}
	groups := groupProblems(gathered(ps))
	shown := groups[:min(problemWarnings, len(groups))]
	for i, g := range shown {
		spans := []paper.Span{paper.Flag.Of("warning:"), paper.Plain.Of(of + "could not read " + g.list()), paper.Quiet.Of(" (" + g.why(l.Sheet.Marks) + ")")}
		if i == len(shown)-1 {
			spans = append(spans, paper.Plain.Of("; the answer may be incomplete"))
		}
		l.Para(paper.Para{Spans: spans, Hang: 2})
	}
	if left := namesOf(groups[len(shown):]); left > 0 {
		l.Para(paper.Para{Spans: []paper.Span{paper.Flag.Of("warning:"), paper.Plain.Of(strings.TrimSuffix(of, " ") + More(left) + "; see -o json")}, Hang: 2})
	}
	return l.Out.String()
}

// Warn says on an answer that it is not whole, where it is not.
func Warn(l *paper.Layout, ps []trace.Problem) {
	if len(ps) > 0 {
		l.Para(paper.Para{Spans: []paper.Span{paper.Flag.Of("! "), paper.Plain.Of(Incomplete(ps))}, Hang: 2})
	}
}

// Incomplete says on the answer itself that it is not whole.
func Incomplete(ps []trace.Problem) string {
	ps = gathered(ps)
	groups := groupProblems(ps)
	if !slices.ContainsFunc(ps, func(p trace.Problem) bool { return !outside(p) && p.Reason != trace.CopiedInPart }) && slices.ContainsFunc(ps, outside) {
		return "incomplete: only what the file holds was read; a snapshot would show who holds it and what else is said of it"
	}
	return "incomplete: could not read " + groups[0].list() + More(namesOf(groups[1:]))
}

// gathered leaves out what is not in the dump where all else is not either.
func gathered(ps []trace.Problem) []trace.Problem {
	if !slices.ContainsFunc(ps, outside) {
		return ps
	}
	return slices.DeleteFunc(slices.Clone(ps), func(p trace.Problem) bool { return p.Reason == trace.NotInDump && !outside(p) })
}

// Unsaid leaves out that only a file was read, and what is not in it, where Incomplete says so.
func Unsaid(ps []trace.Problem) []trace.Problem {
	return slices.DeleteFunc(slices.Clone(gathered(ps)), outside)
}

// outside reports whether nothing but what a file holds could be read: a snapshot that lacks
// one answer of the server is another thing.
func outside(p trace.Problem) bool { return p.About.Outside }

// Unread says what could not be read, and why.
func Unread(p *trace.Problem) (what, why string) {
	why = reasonText(p.Reason)
	if p.Message != "" && telling(p.Reason) {
		why += ": " + paper.Prose(p.Message)
	}
	return paper.Prose(p.About.String()), why
}

// problemGroup is what could not be read for one reason in one place.
type problemGroup struct {
	names   []string
	place   string
	reason  string
	message string
}

// groupProblems keeps the order in which each group first appears.
func groupProblems(ps []trace.Problem) []problemGroup {
	type key struct{ place, reason, message string }
	var groups []problemGroup
	at := map[key]int{}
	for _, p := range ps {
		k := key{place: paper.Prose(p.About.Place()), reason: p.Reason}
		if telling(p.Reason) {
			k.message = paper.Prose(p.Message)
		}
		i, known := at[k]
		if !known {
			i = len(groups)
			at[k] = i
			groups = append(groups, problemGroup{place: k.place, reason: p.Reason, message: k.message})
		}
		groups[i].names = append(groups[i].names, paper.Prose(p.About.Label()))
	}
	return groups
}

// namesOf counts what groups name.
func namesOf(groups []problemGroup) int {
	n := 0
	for _, g := range groups {
		n += len(g.names)
	}
	return n
}

// telling reports whether the server's words say more than the reason does.
func telling(reason string) bool {
	switch reason {
	case trace.Forbidden, trace.TimedOut, trace.NotInDump:
		return false
	}
	return true
}

func (g problemGroup) list() string {
	shown := g.names[:min(problemNames, len(g.names))]
	text := strings.Join(shown, ", ") + More(len(g.names)-len(shown))
	if g.place != "" {
		text += " " + g.place
	}
	return text
}

func (g problemGroup) why(m paper.Marks) string {
	text := reasonText(g.reason)
	if g.message != "" {
		text += ": " + paper.Shorten(g.message, problemColumns, m.Ellipsis)
	}
	return text
}

func reasonText(reason string) string {
	switch reason {
	case trace.Forbidden:
		return "forbidden"
	case trace.TimedOut:
		return "timed out"
	case trace.Unavailable:
		return "not available"
	case trace.Undecodable:
		return "could not be decoded"
	case trace.ReadFailed:
		return "failed"
	case trace.NotInDump:
		return "not in the dump"
	case trace.CopiedInPart:
		return "copied in part"
	case trace.LimitReached:
		return "limit reached"
	}
	return paper.Identifier(reason)
}
