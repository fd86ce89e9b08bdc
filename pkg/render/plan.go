package render

import (
	"io"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Removal is a plan, with what came of it once it was carried out.
type Removal struct {
	Plan *remove.Plan
	// Results are those of the plan's actions in their order, nil before.
	Results []remove.Result
	// Proceed is the command that carries the plan out, word by word.
	Proceed []string
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
	if r.Results == nil {
		p.plan()
	} else {
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
	objects := map[string]bool{}
	refused := 0
	for i := range p.Plan.Actions {
		a := &p.Plan.Actions[i]
		objects[a.Object.UID] = true
		if a.Refused() {
			refused++
		}
	}
	text := "Would take " + count(len(p.Plan.Actions), "finalizer") + " off " + count(len(objects), "object") + ". Nothing has been changed."
	if refused > 0 {
		text = "Would not: " + count(refused, "removal") + " of " + thousands(len(p.Plan.Actions)) + " should not be done as things stand. Nothing has been changed."
	}
	p.say(roleVerdict, text)
	if len(p.Plan.Incomplete) > 0 {
		p.layout.para(para{spans: []span{{role: roleFlag, text: "! "}, {role: roleText, text: incompleteText(p.Plan.Incomplete)}}, hang: 2})
	}
	var rows []row
	for i := range p.Plan.Actions {
		rows = append(rows, p.actionRow(i, nil))
	}
	p.layout.rows(rows)
	p.gap()
	if refused > 0 {
		p.say(roleText, "To do it all the same, with every guard overridden that can be:")
	} else {
		p.say(roleText, "To do it:")
	}
	p.layout.command(2, shellLine(p.Proceed))
}

// actionRow is one removal; with a result, what came of it.
func (p *planTeller) actionRow(i int, result *remove.Result) row {
	a := &p.Plan.Actions[i]
	head := []span{
		{role: roleText, text: strconv.Itoa(i+1) + ". "},
		{role: roleName, text: kindName(a.Object.Ref)},
	}
	if a.Object.Namespace != "" {
		head = append(head, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(a.Object.Namespace)})
	}
	head = append(head, span{role: roleText, text: "  "}, phrase(stateRole(a.Object.State), stateText(&a.Object, p.Plan.At)))
	body := []para{detail("finalizer", span{role: roleFinalizer, text: finalizerHead(&a.Hold)})}
	if result != nil {
		return row{head: para{spans: head}, body: append(body, resultParas(result)...)}
	}
	body = append(body, detail("why", span{role: roleMessage, text: prose(a.Hold.Message)}))
	if text := lossText(&a.Hold.Cost); text != "" {
		body = append(body, detail("cost", span{role: roleMessage, text: text}))
	}
	if a.DeleteFirst {
		body = append(body, detail("first", span{role: roleText, text: "it is asked to go, so that nobody can put the finalizer back"}))
	}
	body = append(body, detail("then", span{role: roleText, text: prose(a.After)}))
	for _, o := range a.Objections {
		body = append(body, objectionPara(a, &o))
	}
	return row{head: para{spans: head}, body: body}
}

// finalizerHead names a finalizer and its holder.
func finalizerHead(h *explain.Hold) string {
	name := identifier(h.Finalizer)
	if h.Holder.Name != "" {
		name += " (" + prose(h.Holder.Name) + ")"
	}
	return name
}

func lossText(c *explain.Cost) string {
	text := prose(c.Loss)
	if c.Identity != "" {
		if text != "" {
			text += "; "
		}
		text += "it stands for " + prose(c.Identity)
	}
	if text != "" && c.Risk != "" {
		text += " (" + identifier(c.Risk) + " risk)"
	}
	return text
}

func objectionPara(a *remove.Action, o *remove.Objection) para {
	if o.Overridden {
		return detail("overruled", span{role: roleText, text: identifier(string(o.Guard)) + ": "}, span{role: roleMessage, text: prose(o.Message)})
	}
	spans := []span{{role: roleFlag, text: "refused"}, {role: roleText, text: "    " + identifier(string(o.Guard)) + ": "}, {role: roleMessage, text: prose(o.Message)}}
	if o.Flag == "" {
		spans = append(spans, span{role: roleText, text: " (cannot be overruled)"})
	} else {
		spans = append(spans, span{role: roleText, text: " (overruled by "}, span{role: roleName, text: shellLine(flagWords(a, o))}, span{role: roleText, text: ")"})
	}
	return para{spans: spans, hang: labelColumns}
}

// flagWords are the words that override an objection.
func flagWords(a *remove.Action, o *remove.Objection) []string {
	if o.Guard == remove.Loss {
		return []string{o.Flag, remove.LossOf(a)}
	}
	return []string{o.Flag}
}

// Overrides are the words that override everything that stands against a plan
// and can be overridden, each once.
func Overrides(p *remove.Plan) []string {
	var words []string
	seen := map[string]bool{}
	for i := range p.Actions {
		a := &p.Actions[i]
		for _, o := range a.Objections {
			if o.Flag == "" || o.Overridden {
				continue
			}
			more := flagWords(a, &o)
			if key := shellLine(more); !seen[key] {
				seen[key] = true
				words = append(words, more...)
			}
		}
	}
	return words
}

// account says what came of each action, the ones that went wrong first in the
// sentence at the top.
func (p *planTeller) account() {
	counts := map[remove.Outcome]int{}
	bad := 0
	for i := range p.Results {
		counts[p.Results[i].Outcome]++
		if !p.Results[i].Good() {
			bad++
		}
	}
	text := count(len(p.Results), "removal") + ": "
	for i, part := range outcomeParts(counts) {
		if i > 0 {
			text += ", "
		}
		text += part
	}
	p.say(roleVerdict, text+".")
	var rows []row
	for i := range p.Results {
		rows = append(rows, p.actionRow(i, &p.Results[i]))
	}
	p.layout.rows(rows)
	if bad > 0 && len(p.Proceed) > 0 {
		p.gap()
		p.say(roleText, "What is left can be asked for again; the plan is then made anew:")
		p.layout.command(2, shellLine(p.Proceed))
	}
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
	out := []para{detail("result", span{role: role, text: identifier(string(r.Outcome))}, span{role: roleText, text: ": " + prose(r.Message)})}
	if r.Backup != "" {
		out = append(out, detail("backup", span{role: roleText, text: prose(r.Backup)}))
	}
	return out
}

// ResultLine is one result on one line, for progress.
func ResultLine(r *remove.Result) string {
	return kindName(r.Action.Object.Ref) + " " + identifier(r.Action.Hold.Finalizer) + ": " + prose(r.Message)
}

// RemovalDocument is a removal for programs, described by
// docs/schema/removal.v1.json.
type RemovalDocument struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	At         string          `json:"at"`
	Complete   bool            `json:"complete"`
	Refused    bool            `json:"refused"`
	Actions    []RemovalAction `json:"actions"`
	Proceed    string          `json:"proceed,omitempty"`
	Incomplete []Problem       `json:"incomplete"`
}

// RemovalAction takes one finalizer off one object.
type RemovalAction struct {
	Object      ObjectRef      `json:"object"`
	UID         string         `json:"uid"`
	State       string         `json:"state"`
	Finalizer   string         `json:"finalizer"`
	Holder      HoldHolder     `json:"holder"`
	Verdict     string         `json:"verdict"`
	Reason      string         `json:"reason"`
	Message     string         `json:"message"`
	Cost        Cost           `json:"cost"`
	Level       int            `json:"level"`
	DeleteFirst bool           `json:"deleteFirst"`
	After       string         `json:"after"`
	Objections  []Objection    `json:"objections"`
	Result      *RemovalResult `json:"result,omitempty"`
}

// Objection is something that speaks against an action.
type Objection struct {
	Guard      string `json:"guard"`
	Message    string `json:"message"`
	Flag       string `json:"flag,omitempty"`
	Overridden bool   `json:"overridden"`
}

// RemovalResult is what came of an action.
type RemovalResult struct {
	Outcome string   `json:"outcome"`
	Message string   `json:"message"`
	Left    []string `json:"left"`
	Backup  string   `json:"backup,omitempty"`
}

// RemovalOf returns the removal as a document.
func RemovalOf(r *Removal) RemovalDocument {
	doc := RemovalDocument{
		APIVersion: APIVersion, Kind: "Removal", At: timestamp(r.Plan.At),
		Complete: len(r.Plan.Incomplete) == 0, Refused: r.Plan.Refused(), Proceed: shellLine(r.Proceed),
		Actions: each(r.Plan.Actions, func(_ int, a remove.Action) RemovalAction { return removalAction(&a) }),
		Incomplete: each(r.Plan.Incomplete, func(_ int, p trace.Problem) Problem {
			return Problem{p.What, p.Reason, p.Message}
		}),
	}
	for i := range r.Results {
		res := &r.Results[i]
		doc.Actions[i].Result = &RemovalResult{
			Outcome: string(res.Outcome), Message: res.Message, Backup: res.Backup,
			Left: each(res.Left, func(_ int, name string) string { return name }),
		}
	}
	return doc
}

func removalAction(a *remove.Action) RemovalAction {
	hold := holdOf(&a.Hold)
	return RemovalAction{
		Object: objectRef(a.Object.Ref, a.Kind.Resource), UID: a.Object.UID, State: string(a.Object.State),
		Finalizer: a.Hold.Finalizer, Holder: hold.Holder, Verdict: hold.Verdict, Reason: hold.Reason, Message: hold.Message,
		Cost: hold.Cost, Level: a.Level, DeleteFirst: a.DeleteFirst, After: a.After,
		Objections: each(a.Objections, func(_ int, o remove.Objection) Objection {
			return Objection{string(o.Guard), o.Message, o.Flag, o.Overridden}
		}),
	}
}

// RemovalJSON prints a removal as a document, RemovalYAML the same as YAML.
func RemovalJSON(w io.Writer, r *Removal, _ Options) error {
	text, err := encode(RemovalOf(r))
	if err != nil {
		return err
	}
	return send(w, "JSON", text)
}

// RemovalYAML prints the same document as RemovalJSON.
func RemovalYAML(w io.Writer, r *Removal, _ Options) error { return sendYAML(w, RemovalOf(r)) }
