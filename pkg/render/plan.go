package render

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Removal is a plan, with what came of it once it was carried out.
type Removal struct {
	Plan *remove.Plan
	// Results are those of the plan's actions in their order, nil before.
	Results []remove.Result
	// Tried says that the plan was to be carried out, or tried out by the server.
	Tried bool
	// Digest is that of the plan; empty for one that is made from a dump.
	Digest string
	// Proceed is the command that carries out just this plan, word by word, nil where
	// none does.
	Proceed []string
	// Anew is the command that makes the plan again and changes nothing.
	Anew []string
	// Without is the command that plans what no guard refuses, nil where one command
	// cannot say it.
	Without []string
	// Unconfirmed says why a confirmation without a digest is not enough, empty where
	// it is or none was given.
	Unconfirmed string
	// Confirmed is a digest that was given and is not that of the plan, empty for none.
	// Changes are what has changed since, where it is Known.
	Confirmed string
	Known     bool
	Changes   []remove.Change
}

// RemovalPrinter writes a removal in one format.
type RemovalPrinter func(w io.Writer, r *Removal, o Options) error

// RemovalFormats returns the formats of a removal, the default first.
func RemovalFormats() []string { return []string{"text", "json", "yaml"} }

// RemovalFor returns the printer of a format, and false when there is no such
// format. The empty format is the default, the text.
func RemovalFor(format string) (RemovalPrinter, bool) {
	switch format {
	case "", "text":
		return RemovalText, true
	case "json":
		return RemovalJSON, true
	case "yaml":
		return RemovalYAML, true
	}
	return nil, false
}

// RemovalText prints the plan or, once it was carried out, what came of it.
func RemovalText(w io.Writer, r *Removal, o Options) error {
	p := planTeller{Removal: r, layout: paper.NewLayout(o.look())}
	switch {
	case r.Confirmed != "":
		p.otherPlan()
	case r.Results == nil:
		p.plan()
	default:
		p.account()
	}
	return paper.Send(w, "plan", p.layout.Out.String())
}

type planTeller struct {
	*Removal
	layout *paper.Layout
}

func (p *planTeller) say(r paper.Role, text string) {
	p.layout.Para(paper.Para{Spans: []paper.Span{{Role: r, Text: text}}, Hang: 2})
}

func (p *planTeller) gap() { p.layout.Out.WriteByte('\n') }

func (p *planTeller) plan() {
	actions := p.Plan.Actions
	refused := 0
	for i := range actions {
		if actions[i].Refused() {
			refused++
		}
	}
	p.say(paper.Verdict, p.planVerdict(refused)+" Nothing has been changed.")
	p.serverPara()
	if len(p.Plan.Incomplete) > 0 {
		p.layout.Para(paper.Alert(incompleteText(p.Plan.Incomplete)))
	}
	p.rows(func(i int) []paper.Para { return planParas(&actions[i]) }, nil)
	p.warnings()
	p.gap()
	p.onward(refused)
}

func (p *planTeller) planVerdict(refused int) string {
	actions := p.Plan.Actions
	all := count(len(actions), "removal")
	switch {
	case refused == 0:
		objects := map[string]bool{}
		for i := range actions {
			objects[actions[i].Object.UID] = true
		}
		return "Would take " + count(len(actions), "finalizer") + " off " + count(len(objects), "object") + "."
	case !p.Tried && refused == len(actions) && refused == 1:
		return "Would refuse: this removal should not be done as things stand."
	case !p.Tried && refused == len(actions):
		return "Would refuse: none of " + all + " should be done as things stand."
	case !p.Tried:
		return "Would refuse: " + thousands(refused) + " of " + all + " should not be done as things stand, and all are done or none."
	case refused == len(actions) && refused == 1:
		return "Refused: this removal should not be done as things stand."
	case refused == len(actions):
		return "Refused: none of " + all + " should be done as things stand."
	}
	return "Refused: " + thousands(refused) + " of " + all + " should not be done as things stand, so that none was done."
}

// rows prints the actions in their order. Those that follow each other and have
// the same to say are one row that names all the objects; ownOf adds what differs.
func (p *planTeller) rows(bodyOf func(i int) []paper.Para, ownOf func(from, to int) []paper.Para) {
	var rows []paper.Row
	for from := 0; from < len(p.Plan.Actions); {
		body := bodyOf(from)
		said := textOf(body)
		to := from + 1
		for to < len(p.Plan.Actions) && p.alike(from, to) && textOf(bodyOf(to)) == said {
			to++
		}
		r := paper.Row{Head: p.head(from, to)}
		if to > from+1 {
			r.Body = append(r.Body, p.objects(from, to))
		}
		r.Body = append(r.Body, body...)
		if ownOf != nil {
			r.Body = append(r.Body, ownOf(from, to)...)
		}
		rows = append(rows, r)
		from = to
	}
	p.layout.Rows(rows)
}

// alike reports whether two actions may stand in one row.
func (p *planTeller) alike(i, j int) bool {
	a, b := &p.Plan.Actions[i], &p.Plan.Actions[j]
	return a.Level == b.Level && a.Object.State == b.Object.State && a.Object.Group == b.Object.Group && a.Object.Kind == b.Object.Kind && a.Object.Namespace == b.Object.Namespace &&
		a.Hold.Finalizer == b.Hold.Finalizer && a.Object.UID != b.Object.UID
}

func textOf(body []paper.Para) string {
	var b strings.Builder
	for _, p := range body {
		for _, s := range p.Spans {
			b.WriteString(s.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// head names the object of a row, or counts its objects.
func (p *planTeller) head(from, to int) paper.Para {
	a := &p.Plan.Actions[from]
	number := fmt.Sprintf("%d. ", from+1)
	name := kindName(a.Object.Ref)
	if to > from+1 {
		number = fmt.Sprintf("%d-%d. ", from+1, to)
		name = thousands(to-from) + " " + paper.Identifier(resourceName(a))
	}
	spans := []paper.Span{{Role: paper.Plain, Text: number}, {Role: paper.Name, Text: name}}
	if a.Object.Namespace != "" {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: " "}, paper.Span{Role: paper.Quiet, Text: "in namespace " + paper.Identifier(a.Object.Namespace)})
	}
	if to == from+1 && p.Results == nil {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(stateRole(a.Object.State), stateText(&a.Object, p.Plan.At)))
	}
	return paper.Para{Spans: spans}
}

func resourceName(a *remove.Action) string {
	if a.Kind.Group == "" {
		return a.Kind.Resource
	}
	return a.Kind.Resource + "." + a.Kind.Group
}

// objects names all the objects of a row.
func (p *planTeller) objects(from, to int) paper.Para {
	names := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		names = append(names, paper.Identifier(p.Plan.Actions[i].Object.Name))
	}
	return paper.Detail("objects", paper.Span{Role: paper.Name, Text: strings.Join(names, ", ")})
}

// planParas say what one removal means.
func planParas(a *remove.Action) []paper.Para {
	body := []paper.Para{
		paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: finalizerHead(&a.Hold)}),
		paper.Detail("why", paper.Span{Role: paper.Message, Text: paper.Prose(a.Hold.Message)}),
		paper.Detail("cost", paper.Span{Role: paper.Message, Text: lossText(&a.Hold.Cost)}),
	}
	if a.DeleteFirst {
		body = append(body, paper.Detail("first", paper.Span{Role: paper.Plain, Text: "it is asked to go, so that nobody can put the finalizer back, and then judged again: what speaks against it then and is not shown here keeps the finalizer on"}))
	}
	body = append(body, paper.Detail("then", paper.Span{Role: paper.Plain, Text: paper.Prose(a.After)}))
	body = append(body, carefulParas(a.Warnings)...)
	for _, o := range a.Objections {
		body = append(body, objectionParas(&o)...)
	}
	return body
}

// finalizerHead names a finalizer and its holder.
func finalizerHead(h *explain.Hold) string {
	name := paper.Identifier(h.Finalizer)
	if h.Holder.Name != "" {
		name += " (" + paper.Prose(h.Holder.Name) + ")"
	}
	return name
}

// lossText says what is lost, or that nobody knows.
func lossText(c *explain.Cost) string {
	text := paper.Prose(c.Loss)
	if c.Identity != "" {
		if text != "" {
			text += "; "
		}
		text += "it stands for " + paper.Prose(c.Identity)
	}
	switch {
	case text == "" && c.Risk == "":
		return "not known: nothing tells what it protects"
	case text == "":
		return "not known (" + paper.Identifier(c.Risk) + " risk)"
	case c.Risk == "":
		return text + " (nobody has graded the risk)"
	}
	return text + " (" + paper.Identifier(c.Risk) + " risk)"
}

func objectionParas(o *remove.Objection) []paper.Para {
	said := []paper.Span{{Role: paper.Plain, Text: paper.Identifier(string(o.Guard)) + ": "}, {Role: paper.Message, Text: paper.Prose(o.Message)}}
	if o.Overridden {
		return []paper.Para{paper.Detail("overruled", said...)}
	}
	if o.Flag == "" {
		said = append(said, paper.Span{Role: paper.Plain, Text: "; nothing overrules this"})
	}
	refused := paper.Detail("refused", said...)
	refused.Spans[0].Role = paper.Flag
	out := []paper.Para{refused}
	if len(o.Instead) > 0 {
		out = append(out, paper.Detail("instead", paper.CommandSpan(o.Instead)))
	}
	if o.Flag != "" {
		out = append(out, paper.Detail("unless", paper.CommandSpan(flagWords(o))))
	}
	return out
}

// flagWords are the words that override an objection. What is lost is for the person
// to type: whoever names it has read it.
func flagWords(o *remove.Objection) []string {
	if o.Guard == remove.Loss {
		return []string{o.Flag, "NAME"}
	}
	return []string{o.Flag}
}

// account says what came of each action.
func (p *planTeller) account() {
	counts := map[remove.Outcome]int{}
	bad := 0
	for i := range p.Results {
		counts[p.Results[i].Outcome]++
		if !p.Results[i].Good() {
			bad++
		}
	}
	p.say(paper.Verdict, count(len(p.Results), "removal")+": "+strings.Join(outcomeParts(counts), ", ")+".")
	p.serverPara()
	p.rows(func(i int) []paper.Para { return resultParas(&p.Results[i]) }, p.backups)
	if bad > 0 && len(p.Anew) > 0 {
		p.gap()
		p.say(paper.Plain, "What is left can be asked for again; the plan is then made anew:")
		p.layout.Command(2, "", p.Anew)
	}
}

// backups says where the objects of a row are kept as they were, and how to look
// further.
func (p *planTeller) backups(from, to int) []paper.Para {
	var out []paper.Para
	var files []string
	for i := from; i < to; i++ {
		if b := p.Results[i].Backup; b != "" {
			files = append(files, b)
		}
	}
	switch {
	case len(files) == 1:
		out = append(out, paper.Detail("backup", paper.Span{Role: paper.Plain, Text: paper.Prose(files[0])}))
	case len(files) > 1:
		out = append(out, paper.Detail("backup", paper.Span{Role: paper.Plain, Text: count(len(files), "file") + " in " + paper.Prose(filepath.Dir(files[0]))}))
	}
	if next := p.Results[from].Next; len(next) > 0 {
		out = append(out, paper.Detail("next", paper.CommandSpan(next)))
	}
	return out
}

// outcomeTexts are in the order in which a person wants to hear them.
var outcomeTexts = []struct {
	outcome remove.Outcome
	text    string
}{
	{remove.Gone, "gone"},
	{remove.Held, "off and held by others"},
	{remove.Off, "off"},
	{remove.Would, "would be accepted by the server"},
	{remove.AlreadyGone, "gone before"},
	{remove.AlreadyOff, "off before"},
	{remove.PutBack, "put back"},
	{remove.Recreated, "another object by now"},
	{remove.Changed, "no longer as planned"},
	{remove.Asked, "asked to go and left alone since"},
	{remove.Forbidden, "forbidden"},
	{remove.Refused, "refused by the server"},
	{remove.Failed, "failed"},
	{remove.NotKnown, "not known"},
	{remove.NotDone, "not done"},
}

func outcomeParts(counts map[remove.Outcome]int) []string {
	var parts []string
	for _, t := range outcomeTexts {
		if n := counts[t.outcome]; n > 0 {
			parts = append(parts, thousands(n)+" "+t.text)
		}
	}
	return parts
}

func resultParas(r *remove.Result) []paper.Para {
	role := paper.Plain
	if !r.Good() {
		role = paper.Flag
	}
	return []paper.Para{
		paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: finalizerHead(&r.Action.Hold)}),
		paper.Detail("result", paper.Span{Role: role, Text: paper.Identifier(string(r.Outcome))}, paper.Span{Role: paper.Plain, Text: ": " + paper.Prose(r.Message)}),
	}
}

// ActionLine is what is being done for an action, on one line.
func ActionLine(a *remove.Action, what string) string {
	return kindName(a.Object.Ref) + ": " + paper.Prose(what)
}
