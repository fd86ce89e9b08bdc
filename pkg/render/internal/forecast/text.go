// Package forecast tells what comes of a delete or an uninstall before it is done.
package forecast

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Telling says how an answer is told.
type Telling struct {
	Look paper.Look
	// Wide tells of every object.
	Wide bool
	// Command readies the words of a command for being pasted.
	Command func([]string) []string
}

// How much is told where it is not told in full.
const (
	shownGroups   = 6
	shownCommands = 3
	shownNames    = 3
)

type teller struct {
	Telling
	a      *outlook.Answer
	layout *paper.Layout
	// gather takes the parts in the place of the layout, where it is not nil.
	gather *[]Part
}

// Text says what comes of an act.
func Text(a *outlook.Answer, o Telling) string {
	t := &teller{Telling: o, a: a, layout: paper.NewLayout(o.Look)}
	t.layout.Para(paper.Text(paper.Verdict, Verdict(a)))
	words.Warn(t.layout, a.Incomplete)
	t.layout.Gap()
	t.parts()
	t.order()
	if o.Wide {
		t.fates()
	}
	return t.layout.Out.String()
}

// Verdict is the answer in a sentence.
func Verdict(a *outlook.Answer) string {
	if a.Verdict == outlook.Safe {
		return "It is safe to " + a.Operation + " " + paper.Prose(a.Title) + "."
	}
	var parts []string
	for _, r := range a.Reasons {
		switch r {
		case outlook.Refused:
			parts = append(parts, "is refused in part")
			if len(a.Goes)+len(a.Hangs) == 0 {
				parts = []string{"is refused"}
			}
		case outlook.Hangs:
			parts = append(parts, hanging(a))
		case outlook.Loses:
			parts = append(parts, "loses data for good")
		case outlook.NotKnown:
			if len(a.Reasons) == 1 {
				parts = append(parts, "may go well, or not: what could be read does not decide it")
			}
		case outlook.Safe:
		}
	}
	return doing(a.Operation) + " " + paper.Prose(a.Title) + " " + strings.Join(parts, ", and ") + "."
}

// doing is the act as the beginning of a sentence.
func doing(act string) string {
	if act == "uninstall" {
		return "Uninstalling"
	}
	return "Deleting"
}

func hanging(a *outlook.Answer) string {
	now, later := false, false
	for i := range a.Hangs {
		now, later = now || !a.Hangs[i].Later, later || a.Hangs[i].Later
	}
	switch {
	case now:
		return "will hang"
	case slices.ContainsFunc(a.Unsure, func(s outlook.Stop) bool { return s.Taken() }):
		return "may hang, as what comes first decides"
	case later:
		return "leaves objects that can never go"
	}
	return "leaves what fails for others"
}

// parts are what comes of an act.
func (t *teller) parts() {
	t.goes()
	t.lost()
	t.stops("Refused", t.a.Refused)
	t.stops("Hangs", t.a.Hangs)
	t.stops("Unsure", t.a.Unsure)
	t.behind()
	t.careful()
	t.unseen()
}

// part prints the lines of a part beside its head.
func (t *teller) part(role paper.Role, head string, lines [][]paper.Span) {
	if t.gather != nil {
		if len(lines) > 0 {
			*t.gather = append(*t.gather, Part{role, head, lines})
		}
		return
	}
	shown := lines
	if !t.Wide && len(lines) > shownGroups {
		shown = lines[:shownGroups-1]
	}
	for i, line := range shown {
		if i == 0 {
			t.layout.Para(paper.Headed(role, head, line...))
			continue
		}
		t.below(paper.HeadColumns, line...)
	}
	if left := len(lines) - len(shown); left > 0 {
		t.below(paper.HeadColumns, paper.Quiet.Of("and "+words.Thousands(left)+" more; -o wide has all"))
	}
}

// below prints a paragraph that is moved in.
func (t *teller) below(columns int, spans ...paper.Span) {
	t.layout.Shift(columns)
	t.layout.Para(paper.Para{Spans: spans})
	t.layout.Shift(-columns)
}

// group is a group of objects by name, or by number where they are many.
func (t *teller) group(g *outlook.Group) []paper.Span {
	home := ""
	if len(g.Objects) == 1 && g.Count == 1 {
		return words.Named(paper.Name, g.Objects[0], home)
	}
	out := []paper.Span{paper.Name.Of(counted(g))}
	if names := t.names(g); names != "" {
		out = append(out, paper.Quiet.Of(" ("+names+")"))
	}
	return out
}

// names are the first few of a group, with the namespaces that they are in.
func (t *teller) names(g *outlook.Group) string {
	most := shownNames
	if t.Wide {
		most = len(g.Objects)
	}
	var names []string
	for _, r := range g.Objects[:min(most, len(g.Objects))] {
		name := r.Name
		if r.Namespace != "" {
			name = r.Namespace + "/" + name
		}
		names = append(names, paper.Identifier(name))
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + words.More(g.Count-len(names))
}

// counted is how many objects a group has, and of which kind.
func counted(g *outlook.Group) string {
	return words.Thousands(g.Count) + " " + paper.Identifier(g.Type())
}

// goes counts what is gone in the end by kind, on as few lines as it takes.
func (t *teller) goes() {
	if len(t.a.Goes) == 0 {
		return
	}
	if t.Wide {
		var lines [][]paper.Span
		for i := range t.a.Goes {
			lines = append(lines, t.group(&t.a.Goes[i]))
		}
		t.part(paper.Quiet, "Goes", lines)
		return
	}
	total := 0
	var kinds []string
	for i := range t.a.Goes {
		g := &t.a.Goes[i]
		total += g.Count
		kinds = append(kinds, counted(g))
	}
	if total == 1 {
		t.part(paper.Quiet, "Goes", [][]paper.Span{t.group(&t.a.Goes[0])})
		return
	}
	more := ""
	if len(kinds) > shownGroups {
		more = " and " + words.Count(len(kinds)-shownGroups, "more kind")
		kinds = kinds[:shownGroups]
	}
	text := words.Count(total, "object") + ": " + strings.Join(kinds, ", ") + more
	t.part(paper.Quiet, "Goes", [][]paper.Span{{paper.Plain.Of(text)}})
}

func (t *teller) lost() {
	var lines [][]paper.Span
	for i := range t.a.Lost {
		l := &t.a.Lost[i]
		why := ": "
		if l.Perhaps {
			why = ": may be lost: "
		}
		line := append(t.group(&l.Group), paper.Plain.Of(why+paper.Prose(l.Why)))
		if ids := t.identities(l); ids != "" {
			line = append(line, paper.Plain.Of(": "+ids))
		}
		lines = append(lines, line)
	}
	t.part(paper.Flag, "Lost", lines)
}

// identities are what lives outside of the objects that are lost.
func (t *teller) identities(l *outlook.Loss) string {
	var ids []string
	for _, id := range l.Identities {
		ids = append(ids, paper.Prose(id))
	}
	shown := ids
	if !t.Wide {
		shown = ids[:min(shownNames, len(ids))]
	}
	return strings.Join(shown, ", ") + words.More(len(ids)-len(shown))
}

func (t *teller) stops(head string, stops []outlook.Stop) {
	var lines [][]paper.Span
	for i := range stops {
		s := &stops[i]
		line := append(t.group(&s.Group), paper.Plain.Of(": "+stopText(s)))
		if s.Waiting > 0 {
			line = append(line, paper.Quiet.Of(" ("+waiting(s.Waiting)+" for that)"))
		}
		lines = append(lines, line)
	}
	t.part(paper.Flag, head, lines)
}

// waiting counts the further objects that wait.
func waiting(n int) string {
	if n == 1 {
		return "1 more waits"
	}
	return words.Thousands(n) + " more wait"
}

// stopText says on what something hangs.
func stopText(s *outlook.Stop) string {
	text := paper.Prose(s.Message)
	if s.Sort == preflight.Held {
		text = paper.Identifier(s.Finalizer) + ": " + text
	}
	if s.Later {
		text = "stays, and can never go then; " + text
	}
	return text
}

func (t *teller) behind() {
	var lines [][]paper.Span
	for i := range t.a.Behind {
		l := &t.a.Behind[i]
		if !t.Wide && !l.Harm && l.Sort == outlook.OwnedLeft {
			continue // as it should be
		}
		line := append(t.group(&l.Group), paper.Plain.Of(": "+paper.Prose(l.Because)))
		lines = append(lines, line)
	}
	t.part(paper.Quiet, "Stays", lines)
}

// careful tells of the traps of which no other part speaks.
func (t *teller) careful() {
	var lines [][]paper.Span
	for i := range t.a.Traps {
		trap := &t.a.Traps[i]
		switch trap.Name {
		case outlook.SecondDelete, outlook.PutOnLate, outlook.MadeAgain, outlook.Protected:
		case outlook.HolderInside, outlook.RightsFirst, outlook.WebhookFirst, outlook.CredentialFirst, outlook.ConfigFirst,
			outlook.HolderElsewhere, outlook.FailClosed, outlook.DeadAPI, outlook.DeadConversion:
			if !t.Wide {
				continue
			}
		}
		lines = append(lines, []paper.Span{paper.Plain.Of(paper.Prose(trap.Message))})
	}
	t.part(paper.Flag, "Careful", lines)
}

func (t *teller) unseen() {
	var lines [][]paper.Span
	for _, u := range t.a.Unseen {
		lines = append(lines, []paper.Span{paper.Plain.Of(paper.Prose(u))})
	}
	t.part(paper.Quiet, "Unseen", lines)
}

func (t *teller) order() {
	t.layout.Gap()
	if len(t.a.Order) == 0 {
		t.layout.Say(paper.Verdict, "No order is known that works:")
		t.layout.Shift(2)
		for _, line := range t.a.Open {
			t.layout.Say(paper.Plain, paper.Prose(line))
		}
		t.layout.Shift(-2)
		return
	}
	head := "The order that works:"
	if len(t.a.Order) == 1 {
		head = "To do it:"
	}
	t.layout.Say(paper.Verdict, head)
	for i := range t.a.Order {
		t.step(i, &t.a.Order[i])
	}
}

// step prints one step: what it is good for, its commands, and how to see that it is done.
func (t *teller) step(i int, s *outlook.Step) {
	number := strconv.Itoa(i+1) + ". "
	if len(t.a.Order) == 1 {
		number = ""
	}
	text := StepText(s)
	if len(t.a.Order) > 1 {
		t.layout.Shift(2)
		t.layout.Para(paper.Para{Spans: []paper.Span{paper.Plain.Of(number + text)}, Hang: len(number)})
		t.layout.Shift(-2)
	}
	t.commands(2+len(number), s.Commands)
	if len(s.Checks) > 0 {
		t.below(2+len(number), paper.Quiet.Of("done when this prints nothing:"))
		t.commands(2+len(number), s.Checks)
	}
}

func (t *teller) commands(indent int, commands [][]string) {
	shown := commands
	if !t.Wide && len(commands) > shownCommands {
		shown = commands[:shownCommands]
	}
	for _, c := range shown {
		t.layout.Command(indent, "", t.Command(c))
	}
	if left := len(commands) - len(shown); left > 0 {
		t.below(indent, paper.Quiet.Of("and "+words.Thousands(left)+" more; -o wide has all"))
	}
}

// capital is a sentence.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// fates lists every object with what becomes of it.
func (t *teller) fates() {
	t.layout.Gap()
	t.layout.Say(paper.Verdict, "Every object, in the order in which they go:")
	for _, i := range InTurn(t.a.Forecast) {
		f := &t.a.Forecast.Fates[i]
		spans := FateName(f)
		spans = append(spans, paper.Aside(roleOf(f.Outcome), OutcomeText(f.Outcome))...)
		if f.Because != "" {
			spans = append(spans, paper.Quiet.Of("  "+paper.Prose(f.Because)))
		}
		t.below(2, spans...)
		for j := range f.On {
			h := &f.On[j]
			text := paper.Prose(h.Message)
			if h.Sort == preflight.Held {
				text = heldText(h)
			}
			t.below(6, paper.Quiet.Of(text))
		}
	}
}

// heldText says who takes a finalizer off, and how that one is.
func heldText(h *preflight.Hindrance) string {
	text := paper.Identifier(h.Finalizer)
	if h.Holder.Name != "" {
		text += " (" + paper.Prose(h.Holder.Name)
		if h.Now != "" && h.Now != explain.Running {
			text += ", " + paper.Identifier(string(h.Now)) + " now"
		}
		text += ")"
	}
	if h.Message != "" {
		text += ": " + paper.Prose(h.Message)
	}
	return text
}

// FateName is an object of a forecast, or how many are alike.
func FateName(f *preflight.Fate) []paper.Span {
	if f.Name == "" {
		return []paper.Span{paper.Name.Of(alike(f))}
	}
	role := paper.Name
	if f.Why == preflight.Named {
		role = paper.Asked
	}
	return words.Named(role, f.Ref, "")
}

// OutcomeText is what becomes of an object in a few words.
func OutcomeText(o preflight.Outcome) string {
	switch o {
	case preflight.Goes:
		return "goes"
	case preflight.GoesAfter:
		return "goes after others"
	case preflight.Hangs:
		return "hangs"
	case preflight.Refused:
		return "refused"
	case preflight.Stays:
		return "stays"
	case preflight.NotKnown:
		return "not known"
	}
	return paper.Identifier(string(o))
}

func roleOf(o preflight.Outcome) paper.Role {
	switch o {
	case preflight.Hangs, preflight.Refused:
		return paper.Flag
	case preflight.Goes, preflight.GoesAfter:
		return paper.Deleting
	case preflight.NotKnown:
		return paper.Missing
	case preflight.Stays:
	}
	return paper.Live
}

// alike counts the objects of a fate that has no name.
func alike(f *preflight.Fate) string {
	return counted(&outlook.Group{Group: f.Group, Kind: f.Kind, Resource: f.Resource, Count: f.Count})
}
