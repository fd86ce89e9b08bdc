package serve

import (
	"cmp"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// notJudged is the verdict on what has not been going for long enough to be judged.
const notJudged explain.Verdict = "NotJudged"

// labels name a series of what is being deleted.
type labels struct {
	group, kind, namespace string
	judged
}

// series is how many objects share the labels, and the oldest of them.
type series struct {
	labels
	objects int
	since   time.Time
}

// seriesOf are the series of the objects, a line for each of their finalizers. Of no more
// than most each has its own; of more, those of the oldest objects, and the others are
// one for each verdict. Folded says how many these were.
func seriesOf(all []entry, most int) (out []series, folded int) {
	by := map[labels]*series{}
	add := func(l labels, one series) {
		s := by[l]
		if s == nil {
			s = &series{labels: l, since: one.since}
			by[l] = s
		}
		s.objects += one.objects
		if one.since.Before(s.since) {
			s.since = one.since
		}
	}
	for i := range all {
		e := &all[i]
		for _, line := range e.lines() {
			add(labels{e.kind.Group, e.kind.Kind, e.Namespace, line}, series{objects: 1, since: e.Since})
		}
	}
	for _, s := range by {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b series) int { return cmp.Or(a.since.Compare(b.since), a.compare(b.labels)) })
	room := most - len(verdicts)
	if len(out) <= most {
		return out, 0
	}
	rest := out[room:]
	clear(by)
	for _, s := range rest {
		add(labels{judged: judged{verdict: s.verdict}}, s)
	}
	out = out[:room:room]
	for _, v := range verdicts {
		if s := by[labels{judged: judged{verdict: v}}]; s != nil {
			out = append(out, *s)
		}
	}
	return out, len(rest)
}

// verdicts are those that an object of the account may have.
var verdicts = []explain.Verdict{
	explain.InGrace, explain.Progressing, explain.Waiting, explain.Stuck, explain.Undecided,
	explain.NotDeleting, explain.NotAsked, explain.Absent, notJudged,
}

func (l labels) compare(m labels) int {
	return cmp.Or(
		cmp.Compare(l.group, m.group), cmp.Compare(l.kind, m.kind), cmp.Compare(l.namespace, m.namespace),
		cmp.Compare(l.finalizer, m.finalizer), cmp.Compare(l.holder, m.holder), cmp.Compare(l.verdict, m.verdict), cmp.Compare(l.reason, m.reason),
	)
}

// lines are how an object was judged, or a line for each finalizer that was not.
func (i *item) lines() []judged {
	if len(i.judged) > 0 {
		return i.judged
	}
	if len(i.Finalizers) == 0 {
		return []judged{{verdict: notJudged}}
	}
	var out []judged
	for _, f := range i.Finalizers {
		if line := (judged{finalizer: f, verdict: notJudged}); !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}
