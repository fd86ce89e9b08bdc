package clusters

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// How much a person is shown without -o wide.
const (
	shownRows     = 40 // of the table
	shownAlerts   = 10 // clusters that gave no answer, or not a whole one
	advisedCauses = 5
	shownCommands = 4 // of one step, a cluster each
	whyColumns    = 140
	roomForWhy    = 40 // with less, kinds stand without their groups
	stepColumns   = 240
)

// Telling says how the answers are told.
type Telling struct {
	Look paper.Look
	Wide bool
	// Own makes a command of this program into one that a person can run on a cluster.
	Own func(cluster int, words ...string) []string
}

// Diagnoses is what keeps objects in many clusters: how many have what, a row a cause and
// cluster, with the same number for what is alike, and what to do first. The wide form has
// all of each cluster below.
func Diagnoses(answers []fleet.Answer[explain.Diagnosis], o Telling) string {
	diagnoses := make([]*explain.Diagnosis, len(answers))
	for i := range answers {
		diagnoses[i] = answers[i].Value
	}
	t := teller{Telling: o, answers: answers, causes: fleet.Causes(diagnoses), layout: paper.NewLayout(o.Look)}
	t.layout.Say(paper.Verdict, t.verdict())
	t.alerts()
	if len(t.causes) > 0 {
		t.layout.Gap()
		t.table()
		t.layout.Gap()
		t.advice()
	}
	t.same()
	if o.Wide {
		t.layout.Gap()
		t.layout.Out.WriteString(Each(answers, o.Look, func(i int, d *explain.Diagnosis) string {
			own := func(words ...string) []string { return o.Own(i, words...) }
			return diagnosis.Text(d, diagnosis.Telling{Look: o.Look, Wide: true, Own: own})
		}))
	}
	return t.layout.Out.String()
}

type teller struct {
	Telling
	answers []fleet.Answer[explain.Diagnosis]
	causes  []fleet.Cause
	layout  *paper.Layout
}

// verdict counts the clusters by the worst that is true in each.
func (t *teller) verdict() string {
	counts := map[string]int{}
	for i := range t.answers {
		counts[standing(t.answers[i].Value)]++
	}
	var parts []string
	for _, s := range standings {
		switch n := counts[s]; n {
		case 0:
		case len(t.answers):
			return words.Count(n, "cluster") + each(n) + s + "."
		default:
			parts = append(parts, words.Thousands(n)+" "+s)
		}
	}
	return words.Count(len(t.answers), "cluster") + ": " + strings.Join(parts, ", ") + "."
}

func each(n int) string {
	if n == 1 {
		return ", "
	}
	return ", each "
}

const (
	withNothing   = "with nothing being deleted"
	withoutAnswer = "without an answer"
)

// standings are what clusters are counted by, what needs a person first.
var standings = []string{
	withSome(explain.Stuck), withoutAnswer, withSome(explain.Undecided), withSome(explain.Waiting), withSome(explain.InGrace), withSome(explain.Progressing), withSome(explain.NotAsked), withNothing,
}

func withSome(v explain.Verdict) string { return "with something " + v.Words() }

func standing(d *explain.Diagnosis) string {
	if d == nil {
		return withoutAnswer
	}
	if v := d.Verdict(); slices.Contains(standings, withSome(v)) {
		return withSome(v)
	}
	return withNothing
}

// alerts name the clusters of which not all is known, and why.
func (t *teller) alerts() {
	left := 0
	for i := range t.answers {
		a := &t.answers[i]
		var said []string
		for _, err := range a.Errs {
			said = append(said, paper.Prose(err.Error()))
		}
		if a.Value != nil && len(a.Value.Incomplete) > 0 {
			said = append(said, words.Incomplete(a.Value.Incomplete))
		}
		if len(said) == 0 {
			continue
		}
		if left++; left <= shownAlerts || t.Wide {
			t.layout.Para(paper.Alert(paper.Identifier(a.Name()) + ": " + strings.Join(said, "; ")))
		}
	}
	if left -= shownAlerts; left > 0 && !t.Wide {
		t.layout.Say(paper.Quiet, "and "+words.Count(left, "more cluster")+": -o wide")
	}
}

// table has a row for each cause of each cluster.
func (t *teller) table() {
	table, left := t.rows(false)
	if room := t.layout.Width; room > 0 && table.Before()+roomForWhy > room {
		table, left = t.rows(true)
	}
	t.layout.Table(table)
	if left > 0 {
		t.layout.Say(paper.Quiet, "and "+words.Count(left, "more row")+": -o wide")
	}
}

// rows are the table, and how many of its rows are not shown.
func (t *teller) rows(narrow bool) (shown paper.Table, left int) {
	table := paper.Table{Heads: []string{"#", "CONTEXT", "OBJECT", "NAMESPACE", "AGE", "VERDICT", "BLOCKS", "BECAUSE"}}
	total := 0
	for n := range t.causes {
		for i := range t.causes[n].Rows {
			if total++; total <= shownRows || t.Wide {
				table.Rows = append(table.Rows, t.row(n, &t.causes[n].Rows[i], narrow))
			}
		}
	}
	return table.Used(), total - len(table.Rows)
}

func (t *teller) row(cause int, r *fleet.Row, narrow bool) []paper.Cell {
	d := t.answers[r.Cluster].Value
	o := &d.Objects[r.At.Object]
	ref := o.Ref
	if narrow {
		ref.Group = "" // kubectl takes it so too, and the commands below have it
	}
	number, age, blocks := "", "", ""
	if len(t.causes) > 1 {
		number = strconv.Itoa(cause + 1)
	}
	if clock := d.Clock(); !r.Since.IsZero() {
		age = clock.Age(r.Since)
	}
	if r.Blocks > 0 {
		blocks = words.Thousands(r.Blocks)
	}
	because := paper.Prose(r.Because)
	if len(r.Finalizers) > 0 {
		because = paper.Identifier(r.Finalizers[0]) + words.More(len(r.Finalizers)-1) + ": " + because
	}
	role := paper.Verdict
	if r.Verdict == explain.Stuck {
		role = paper.Flag
	}
	return []paper.Cell{
		paper.CellOf(paper.Verdict, number), paper.CellOf(paper.Asked, paper.Identifier(t.answers[r.Cluster].Name())),
		paper.CellOf(paper.Name, words.KindName(ref)+words.More(r.More)), paper.CellOf(paper.Quiet, paper.Identifier(o.Namespace)),
		paper.CellOf(paper.Plain, age), paper.CellOf(role, r.Verdict.Words()), paper.CellOf(paper.Plain, blocks), paper.CellOf(paper.Message, t.fit(because, whyColumns)),
	}
}

// advice says of the worst causes in how many clusters each is, and what to do first.
func (t *teller) advice() {
	shown := t.causes[:min(len(t.causes), advisedCauses)]
	for n := range shown {
		c := &shown[n]
		number := ""
		if len(t.causes) > 1 {
			number = strconv.Itoa(n+1) + ". "
		}
		t.layout.Para(paper.Para{
			Spans: []paper.Span{paper.Verdict.Of(number + t.spread(c)), paper.Message.Of(t.fit(paper.Prose(c.Because), stepColumns))}, Hang: 2,
		})
		t.layout.Shift(len(number))
		t.steps(c)
		t.never(c)
		t.layout.Shift(-len(number))
	}
	if left := len(t.causes) - len(shown); left > 0 {
		t.layout.Say(paper.Quiet, "and "+words.Count(left, "more cause"))
	}
	first := &t.causes[0].Rows[0]
	ask := words.Ask(&t.answers[first.Cluster].Value.Objects[first.At.Object].Node)
	t.layout.Command(0, paper.Head("Details"), t.Own(first.Cluster, ask...))
}

// spread says in how many clusters a cause is.
func (t *teller) spread(c *fleet.Cause) string {
	in := c.Clusters()
	if len(in) == 1 {
		return "In " + paper.Identifier(t.answers[in[0]].Name()) + ": "
	}
	return "In " + words.Thousands(len(in)) + " of " + words.Count(len(t.answers), "cluster") + ": "
}

// steps are what to do first about a cause: each step once, with its command for each of the
// clusters.
func (t *teller) steps(c *fleet.Cause) {
	var told []string
	for i := range c.Rows {
		first := c.Rows[i].First
		if first == nil || slices.Contains(told, first.Text) {
			continue
		}
		told = append(told, first.Text)
		t.layout.Para(paper.Headed(paper.Verdict, "Do first", paper.Plain.Of(t.fit(paper.Prose(first.Text), stepColumns))))
		commands := 0
		for j := range c.Rows[i:] {
			same := c.Rows[i+j].First
			if same == nil || same.Text != first.Text || len(same.Command) == 0 {
				continue
			}
			if commands++; commands <= shownCommands || t.Wide {
				t.layout.Command(paper.HeadColumns, "", same.Command)
			}
		}
		if left := commands - shownCommands; left > 0 && !t.Wide {
			t.layout.Para(paper.Headed(paper.Plain, "", paper.Quiet.Of("and so in "+words.Count(left, "more cluster")+": -o wide")))
		}
	}
}

// never is what must not be done, once.
func (t *teller) never(c *fleet.Cause) {
	var told []string
	for i := range c.Rows {
		for _, w := range c.Rows[i].Cautions {
			if w.Never && !slices.Contains(told, w.Text) {
				told = append(told, w.Text)
				t.layout.Para(paper.Headed(paper.Flag, "Never", paper.Plain.Of(t.fit(paper.Prose(w.Text), stepColumns))))
			}
		}
	}
}

// same names the clusters that several contexts lead to.
func (t *teller) same() {
	for i := range t.answers {
		if others := t.answers[i].Others(); len(others) > 0 {
			t.layout.Say(paper.Quiet, names(others)+" and "+paper.Identifier(t.answers[i].Name())+" are one cluster, which counts once")
		}
	}
}

// fit is a text of which only -o wide shows all.
func (t *teller) fit(text string, columns int) string {
	if t.Wide {
		return text
	}
	return paper.Shorten(text, columns, t.layout.Sheet.Marks.Ellipsis)
}
