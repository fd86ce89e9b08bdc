package report

import (
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/forecast"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// OfForecast tells what comes of a delete or an uninstall. ready readies the words of a
// command for being pasted.
func OfForecast(a *outlook.Answer, ready func([]string) []string) *Report {
	r := &Report{
		Title: capital(a.Operation + " " + paper.Prose(a.Title)),
		Lead:  []Text{plain(forecast.Verdict(a)), plain(readAt(a.Clock()))},
	}
	var facts Facts
	for _, p := range forecast.Parts(a) {
		f := Fact{Role: p.Role, Label: p.Head}
		for _, line := range p.Lines {
			f.Lines = append(f.Lines, Line{Text: line})
		}
		facts = append(facts, f)
	}
	if len(facts) > 0 {
		r.Sections = append(r.Sections, Section{ID: "comes", Title: plain("What comes of it"), Blocks: []Block{facts}})
	}
	r.Sections = append(r.Sections, orderOf(a, ready))
	if len(a.Forecast.Fates) > 0 {
		r.Sections = append(r.Sections, fatesOf(a))
	}
	if s := unread(a.Incomplete); s != nil {
		r.Sections = append(r.Sections, *s)
	}
	return r
}

// orderOf are the steps that work, each with its commands, and those that tell when it is
// done.
func orderOf(a *outlook.Answer, ready func([]string) []string) Section {
	if len(a.Order) == 0 {
		f := Fact{Label: "Open"}
		for _, line := range a.Open {
			f.Lines = append(f.Lines, Line{Text: plain(paper.Prose(line))})
		}
		return Section{ID: "order", Title: plain("No order is known that works"), Blocks: []Block{Facts{f}}}
	}
	var facts Facts
	for i := range a.Order {
		s := &a.Order[i]
		f := Fact{Label: strconv.Itoa(i + 1), Lines: []Line{{Text: plain(forecast.StepText(s))}}}
		for _, c := range s.Commands {
			f.Lines = append(f.Lines, Line{Command: ready(c)})
		}
		for _, c := range s.Checks {
			f.Lines = append(f.Lines, Line{Text: plain("done when this prints nothing:"), Command: ready(c)})
		}
		facts = append(facts, f)
	}
	return Section{ID: "order", Title: plain("The order that works"), Blocks: []Block{facts}}
}

// fatesOf are all objects, in the order in which they go.
func fatesOf(a *outlook.Answer) Section {
	table := Table{Heads: []string{"Object", "What becomes of it", "Why"}}
	for _, i := range forecast.InTurn(a.Forecast) {
		f := &a.Forecast.Fates[i]
		table.Rows = append(table.Rows, Row{Cells: []Text{forecast.FateName(f), plain(forecast.OutcomeText(f.Outcome)), plain(paper.Prose(f.Because))}})
	}
	return Section{ID: "objects", Title: plain("Every object"), Folded: true, Blocks: []Block{table}}
}
