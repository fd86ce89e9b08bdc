package diagnosis

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// How much the answer about many objects shows.
const (
	tableCauses  = 20  // a row each
	advisedSteps = 5   // of what to do first
	tableColumns = 140 // of why, in a terminal
	roomForWhy   = 40  // with less, the other columns are made narrower
)

// group is the answer about many objects: a row a cause, what to do first about the worst
// of them, and how more is told of each.
func (t *teller) group() {
	rows := t.d.Rows()
	if len(rows) == 0 {
		return
	}
	t.layout.Gap()
	shown := rows[:min(len(rows), tableCauses)]
	t.layout.Table(t.table(shown))
	if left := len(rows) - len(shown); left > 0 {
		t.layout.Say(paper.Quiet, "and "+words.Count(left, "more cause")+": -o wide")
	}
	t.layout.Gap()
	t.steps(shown)
	t.layout.Command(0, head("Details"), t.Own(words.Ask(&t.d.Objects[rows[0].At.Object].Node)...))
	more := "and so of any other; -o wide has all of each"
	if len(rows) == 1 {
		more = "-o wide has all of it"
	}
	t.labelled("", paper.Quiet.Of(more))
}

// table has the names of kinds without their groups, and only a number of what is blocked,
// where there is too little room for why beside them.
func (t *teller) table(rows []explain.Row) paper.Table {
	table := t.columns(rows, false)
	if room := t.layout.Width; room > 0 && table.Before()+roomForWhy > room {
		return t.columns(rows, true)
	}
	return table
}

func (t *teller) columns(rows []explain.Row, narrow bool) paper.Table {
	table := paper.Table{Heads: []string{"#", "OBJECT", "NAMESPACE", "AGE", "VERDICT", "BLOCKS", "BECAUSE"}}
	for i := range rows {
		r := &rows[i]
		table.Rows = append(table.Rows, []paper.Cell{
			numbered(i, len(rows)), paper.CellOf(paper.Name, t.nameOf(r.At.Object, narrow)+words.More(r.More)), t.elsewhere(r.At.Object), t.age(r),
			paper.CellOf(verdictRole(r.Verdict), r.Verdict.Words()), paper.CellOf(paper.Plain, t.blocked(r, narrow)), t.why(r),
		})
	}
	return table.Used()
}

// numbered is the number of one of several causes.
func numbered(i, of int) paper.Cell {
	if of == 1 {
		return nil
	}
	return paper.CellOf(paper.Verdict, strconv.Itoa(i+1))
}

func verdictRole(v explain.Verdict) paper.Role {
	if v == explain.Stuck {
		return paper.Flag
	}
	return paper.Verdict
}

// nameOf is an object as one types it. In narrow columns the group is left out where no
// other kind of the answer has the same name.
func (t *teller) nameOf(object int, narrow bool) string {
	ref := t.d.Objects[object].Ref
	if narrow && !slices.ContainsFunc(t.d.Objects, func(o explain.Object) bool { return o.Kind == ref.Kind && o.Group != ref.Group }) {
		ref.Group = ""
	}
	return words.KindName(ref)
}

// elsewhere is the namespace of an object where that is not plain.
func (t *teller) elsewhere(object int) paper.Cell {
	if ns := t.d.Objects[object].Namespace; ns != t.home {
		return paper.CellOf(paper.Quiet, paper.Identifier(ns))
	}
	return nil
}

func (t *teller) age(r *explain.Row) paper.Cell {
	if clock := t.d.Clock(); !r.Since.IsZero() && !clock.Copied() && !clock.AtLeast {
		return paper.CellOf(paper.Plain, clock.Age(r.Since))
	}
	return nil
}

// blocked names what the farthest of those that wait for a cause is, and counts the others.
func (t *teller) blocked(r *explain.Row, narrow bool) string {
	switch {
	case r.Blocks == 0:
		return ""
	case narrow:
		return words.Count(r.Blocks, "object")
	}
	held := t.d.Causes[r.Cause].Objects()
	first := -1
	if len(r.Chain) > 0 && !slices.Contains(held, r.Chain[0].Object) {
		first = r.Chain[0].Object
	} else if waiters := t.waiters(held); len(waiters) == 1 {
		first = waiters[0]
	}
	if first < 0 {
		return words.Count(r.Blocks, "object")
	}
	return words.KindName(t.d.Objects[first].Ref) + words.More(r.Blocks-1)
}

// why is the cause in the cluster's own words, and the finalizer that it is about.
func (t *teller) why(r *explain.Row) paper.Cell {
	columns := tableColumns
	if t.layout.Width == 0 {
		columns = causeColumns
	}
	because := paper.Message.Of(t.fit(r.Because, columns))
	if len(r.Finalizers) == 0 {
		return paper.Cell{because}
	}
	return paper.Cell{words.Finalizer(r.Finalizers[0]), paper.Plain.Of(words.More(len(r.Finalizers)-1) + ": "), because}
}

// steps tells what to do first, and what not to, about the worst causes: once what is true
// of several.
func (t *teller) steps(rows []explain.Row) {
	told, warned := 0, map[string]bool{}
	for i := range rows {
		r := &rows[i]
		cautions := slices.DeleteFunc(slices.Clone(r.Cautions), func(c explain.Caution) bool {
			key := fmt.Sprint(c.Text, c.Objects)
			again := warned[key]
			warned[key] = true
			return again
		})
		mended := mendedWith(rows, i)
		if told == advisedSteps || mended == "" && len(cautions) == 0 {
			t.unsaid += len(cautions)
			continue
		}
		told++
		number := ""
		if len(rows) > 1 {
			number = cmp.Or(mended, strconv.Itoa(i+1)) + ". "
		}
		if mended != "" {
			t.act(doFirst, number, r.First, stepColumns)
			number = strings.Repeat(" ", len(number))
		}
		shown := cautions[:min(len(cautions), shownCaution)]
		t.unsaid += len(cautions) - len(shown)
		for j := range shown {
			t.caution(r.At.Object, &shown[j], number)
			number = strings.Repeat(" ", len(number))
		}
	}
	t.careless()
}

// mendedWith are the numbers of the causes of which the first step is that of this one;
// empty where it has none, or one before it has the same.
func mendedWith(rows []explain.Row, i int) string {
	var numbers []string
	for j := range rows {
		switch {
		case rows[i].First == nil || rows[j].First == nil, rows[j].First.Text != rows[i].First.Text, !slices.Equal(rows[j].First.Command, rows[i].First.Command):
		case j < i:
			return ""
		default:
			numbers = append(numbers, strconv.Itoa(j+1))
		}
	}
	return strings.Join(numbers, ", ")
}
