package render

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
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
	p := planTeller{Removal: r, layout: newLayout(o)}
	switch {
	case r.Confirmed != "":
		p.otherPlan()
	case r.Results == nil:
		p.plan()
	default:
		p.account()
	}
	return send(w, "plan", p.layout.out.String())
}

type planTeller struct {
	*Removal
	layout *layout
}

func (p *planTeller) say(r role, text string) {
	p.layout.para(para{spans: []span{{role: r, text: text}}, hang: 2})
}

func (p *planTeller) gap() { p.layout.out.WriteByte('\n') }

func (p *planTeller) plan() {
	actions := p.Plan.Actions
	refused := 0
	for i := range actions {
		if actions[i].Refused() {
			refused++
		}
	}
	p.say(roleVerdict, p.planVerdict(refused)+" Nothing has been changed.")
	p.serverPara()
	if len(p.Plan.Incomplete) > 0 {
		p.layout.para(alert(incompleteText(p.Plan.Incomplete)))
	}
	p.rows(func(i int) []para { return planParas(&actions[i]) }, nil)
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
func (p *planTeller) rows(bodyOf func(i int) []para, ownOf func(from, to int) []para) {
	var rows []row
	for from := 0; from < len(p.Plan.Actions); {
		body := bodyOf(from)
		said := textOf(body)
		to := from + 1
		for to < len(p.Plan.Actions) && p.alike(from, to) && textOf(bodyOf(to)) == said {
			to++
		}
		r := row{head: p.head(from, to)}
		if to > from+1 {
			r.body = append(r.body, p.objects(from, to))
		}
		r.body = append(r.body, body...)
		if ownOf != nil {
			r.body = append(r.body, ownOf(from, to)...)
		}
		rows = append(rows, r)
		from = to
	}
	p.layout.rows(rows)
}

// alike reports whether two actions may stand in one row.
func (p *planTeller) alike(i, j int) bool {
	a, b := &p.Plan.Actions[i], &p.Plan.Actions[j]
	return a.Level == b.Level && a.Object.State == b.Object.State && a.Object.Group == b.Object.Group && a.Object.Kind == b.Object.Kind && a.Object.Namespace == b.Object.Namespace &&
		a.Hold.Finalizer == b.Hold.Finalizer && a.Object.UID != b.Object.UID
}

func textOf(body []para) string {
	var b strings.Builder
	for _, p := range body {
		for _, s := range p.spans {
			b.WriteString(s.text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// head names the object of a row, or counts its objects.
func (p *planTeller) head(from, to int) para {
	a := &p.Plan.Actions[from]
	number := fmt.Sprintf("%d. ", from+1)
	name := kindName(a.Object.Ref)
	if to > from+1 {
		number = fmt.Sprintf("%d-%d. ", from+1, to)
		name = thousands(to-from) + " " + identifier(resourceName(a))
	}
	spans := []span{{role: roleText, text: number}, {role: roleName, text: name}}
	if a.Object.Namespace != "" {
		spans = append(spans, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(a.Object.Namespace)})
	}
	if to == from+1 && p.Results == nil {
		spans = append(spans, span{role: roleText, text: "  "}, phrase(stateRole(a.Object.State), stateText(&a.Object, p.Plan.At)))
	}
	return para{spans: spans}
}

func resourceName(a *remove.Action) string {
	if a.Kind.Group == "" {
		return a.Kind.Resource
	}
	return a.Kind.Resource + "." + a.Kind.Group
}

// objects names all the objects of a row.
func (p *planTeller) objects(from, to int) para {
	names := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		names = append(names, identifier(p.Plan.Actions[i].Object.Name))
	}
	return detail("objects", span{role: roleName, text: strings.Join(names, ", ")})
}

// planParas say what one removal means.
func planParas(a *remove.Action) []para {
	body := []para{
		detail("finalizer", span{role: roleFinalizer, text: finalizerHead(&a.Hold)}),
		detail("why", span{role: roleMessage, text: prose(a.Hold.Message)}),
		detail("cost", span{role: roleMessage, text: lossText(&a.Hold.Cost)}),
	}
	if a.DeleteFirst {
		body = append(body, detail("first", span{role: roleText, text: "it is asked to go, so that nobody can put the finalizer back"}))
	}
	body = append(body, detail("then", span{role: roleText, text: prose(a.After)}))
	body = append(body, carefulParas(a.Warnings)...)
	for _, o := range a.Objections {
		body = append(body, objectionParas(&o)...)
	}
	return body
}

// finalizerHead names a finalizer and its holder.
func finalizerHead(h *explain.Hold) string {
	name := identifier(h.Finalizer)
	if h.Holder.Name != "" {
		name += " (" + prose(h.Holder.Name) + ")"
	}
	return name
}

// lossText says what is lost, or that nobody knows.
func lossText(c *explain.Cost) string {
	text := prose(c.Loss)
	if c.Identity != "" {
		if text != "" {
			text += "; "
		}
		text += "it stands for " + prose(c.Identity)
	}
	switch {
	case text == "" && c.Risk == "":
		return "not known: nothing tells what it protects"
	case text == "":
		return "not known (" + identifier(c.Risk) + " risk)"
	case c.Risk == "":
		return text + " (nobody has graded the risk)"
	}
	return text + " (" + identifier(c.Risk) + " risk)"
}

func objectionParas(o *remove.Objection) []para {
	said := []span{{role: roleText, text: identifier(string(o.Guard)) + ": "}, {role: roleMessage, text: prose(o.Message)}}
	if o.Overridden {
		return []para{detail("overruled", said...)}
	}
	if o.Flag == "" {
		said = append(said, span{role: roleText, text: "; nothing overrules this"})
	}
	refused := detail("refused", said...)
	refused.spans[0].role = roleFlag
	out := []para{refused}
	if len(o.Instead) > 0 {
		out = append(out, detail("instead", commandSpan(o.Instead)))
	}
	if o.Flag != "" {
		out = append(out, detail("unless", commandSpan(flagWords(o))))
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
	p.say(roleVerdict, count(len(p.Results), "removal")+": "+strings.Join(outcomeParts(counts), ", ")+".")
	p.serverPara()
	p.rows(func(i int) []para { return resultParas(&p.Results[i]) }, p.backups)
	if bad > 0 && len(p.Anew) > 0 {
		p.gap()
		p.say(roleText, "What is left can be asked for again; the plan is then made anew:")
		p.layout.command(2, "", p.Anew)
	}
}

// backups says where the objects of a row are kept as they were, and how to look
// further.
func (p *planTeller) backups(from, to int) []para {
	var out []para
	var files []string
	for i := from; i < to; i++ {
		if b := p.Results[i].Backup; b != "" {
			files = append(files, b)
		}
	}
	switch {
	case len(files) == 1:
		out = append(out, detail("backup", span{role: roleText, text: prose(files[0])}))
	case len(files) > 1:
		out = append(out, detail("backup", span{role: roleText, text: count(len(files), "file") + " in " + prose(filepath.Dir(files[0]))}))
	}
	if next := p.Results[from].Next; len(next) > 0 {
		out = append(out, detail("next", commandSpan(next)))
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

func resultParas(r *remove.Result) []para {
	role := roleText
	if !r.Good() {
		role = roleFlag
	}
	return []para{
		detail("finalizer", span{role: roleFinalizer, text: finalizerHead(&r.Action.Hold)}),
		detail("result", span{role: role, text: identifier(string(r.Outcome))}, span{role: roleText, text: ": " + prose(r.Message)}),
	}
}

// ActionLine is what is being done for an action, on one line.
func ActionLine(a *remove.Action, what string) string {
	return kindName(a.Object.Ref) + ": " + prose(what)
}
