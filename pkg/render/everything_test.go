package render

import (
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// output is one way in which an answer is printed.
type output struct {
	name  string
	print func(o Options) string
}

func (o output) forPeople() bool {
	return !slices.Contains([]string{"json", "yaml", "name", "dot", "mermaid", "markdown", "html", "junit"}, o.name)
}

// everyAnswer calls f with the answer that each golden begins with, as often as
// it wants a fresh one.
func everyAnswer(t *testing.T, f func(t *testing.T, fresh func() answer)) {
	t.Helper()
	for _, g := range goldens() {
		for file, first := range sample.Firsts(t, strings.TrimPrefix(g.pattern, "testdata/")) {
			if strings.Contains(string(first), "times: ") {
				continue // the same objects, thousands of times
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
				f(t, func() answer { return g.read(t, first) })
			})
		}
	}
}

// outputs are all ways in which the answer can be printed.
func (a answer) outputs(t *testing.T) []output {
	t.Helper()
	switch {
	case a.graph != nil:
		return a.graphOutputs(t)
	case a.diagnosis != nil:
		return a.diagnosisOutputs(t)
	default:
		return a.removalOutputs(t)
	}
}

// each is the answer in each of its formats.
func (a answer) each(t *testing.T, formats []string) []output {
	t.Helper()
	var out []output
	for _, format := range formats {
		out = append(out, writing(t, format, func(w io.Writer, o Options) error { return a.print(w, format, o) }))
	}
	return out
}

// writing turns what writes into what returns.
func writing(t *testing.T, name string, write func(w io.Writer, o Options) error) output {
	t.Helper()
	return output{name, func(o Options) string {
		var b strings.Builder
		if err := write(&b, o); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}}
}

func (a answer) graphOutputs(t *testing.T) []output {
	t.Helper()
	g := a.graph
	out := a.each(t, GraphFormats())
	for i := range out {
		if out[i].name == "wide" {
			out[i].name = "table"
		}
	}
	p := &preflight.Result{At: g.At, Kinds: 3, Incomplete: g.Incomplete}
	for _, n := range g.Nodes {
		p.Obstacles = append(p.Obstacles, preflight.Obstacle{Node: n, Why: n.Disagreement + " stands in the way"})
		p.Clusters = append(p.Clusters, n.Ref)
		p.Namespace = n.Namespace
	}
	f := foretold(g)
	for _, format := range ForecastFormats() {
		out = append(out, writing(t, format, func(w io.Writer, o Options) error { return Forecast(w, f, format, o) }))
	}
	for name, format := range map[string]string{"preflight": "text", "json": "json", "yaml": "yaml"} {
		out = append(out, writing(t, name, func(w io.Writer, o Options) error { return Preflight(w, p, format, o) }))
	}
	return append(out, writing(t, "warnings", func(w io.Writer, o Options) error { return Problems(w, g.Incomplete, o) }))
}

// foretold makes an answer of all that a graph holds.
func foretold(g *trace.Graph) *outlook.Answer {
	f := &preflight.Forecast{At: g.At, Incomplete: g.Incomplete}
	q := &outlook.Question{Operation: "delete", Installation: &install.Installation{Title: "all"}}
	for i, n := range g.Nodes {
		fate := preflight.Fate{Node: n, Count: 1, Why: preflight.Named, By: -1, Because: n.Disagreement, Outcome: preflight.Outcomes()[i%len(preflight.Outcomes())], Cost: explain.Cost{Loss: "with " + n.Name, Identity: n.Name, Risk: explain.RiskHigh}}
		for _, z := range n.Finalizers {
			fate.On = append(fate.On, preflight.Hindrance{Sort: preflight.Held, Finalizer: z.Name, Holder: explain.Holder{Name: z.Holder, Confidence: explain.Certain}, Then: preflight.HolderGoes, Takes: 0, Fate: -1, Message: n.Note, Decides: true})
		}
		f.Fates = append(f.Fates, fate)
		q.Installation.Title += " " + n.Name
		q.Commands = append(q.Commands, []string{"kubectl", "delete", n.Name})
	}
	return outlook.Tell(q, g, f, &outlook.Rest{})
}

func (a answer) diagnosisOutputs(t *testing.T) []output {
	t.Helper()
	d := a.diagnosis
	out := a.each(t, DiagnosisFormats())
	s := &follow.State{Graph: &trace.Graph{At: d.At}, Diagnosis: d, Known: 9, Silent: "refused"}
	var events []follow.Event
	for i := range d.Objects {
		o := &d.Objects[i]
		s.Graph.Nodes = append(s.Graph.Nodes, o.Node)
		s.Silent = "refused: " + o.Name
		events = append(events,
			follow.Event{Type: follow.Changed, Object: o}, follow.Event{Type: follow.Gone, Object: o},
			follow.Event{Type: follow.Stuck, Object: o, Message: o.Name}, follow.Event{Type: follow.Silent, Message: o.Name},
			follow.Event{Type: follow.Began, Diagnosis: d}, follow.Event{Type: follow.Summary, Left: []*explain.Object{o}})
	}
	if len(d.Incomplete) > 0 {
		events = append(events, follow.Event{Type: follow.Incomplete, Problems: d.Incomplete})
	}
	return append(
		out,
		output{"frame", func(o Options) string { return strings.Join(append(Frame(s, o, 0), ""), "\n") }},
		output{"log", func(o Options) string {
			var b strings.Builder
			for i := range events {
				e := events[i]
				e.Time, e.At = d.At, d.At
				b.WriteString(strings.Join(EventLines(&e, false, o), "\n") + "\n")
			}
			return b.String()
		}},
		writing(t, "json", func(w io.Writer, _ Options) error {
			for i := range events {
				if err := EventJSON(w, &events[i]); err != nil {
					return err
				}
			}
			return nil
		}),
	)
}

func (a answer) removalOutputs(t *testing.T) []output {
	t.Helper()
	r := a.removal
	var out []output
	var entries []remove.Entry
	for i := range r.Plan.Actions {
		a := &r.Plan.Actions[i]
		entries = append(entries, remove.Entry{
			Time: r.Plan.At.Format(time.RFC3339), Phase: "ended", Kind: a.Object.Kind, Namespace: a.Object.Namespace, Name: a.Object.Name, UID: a.Object.UID,
			Finalizer: a.Hold.Finalizer, Why: a.Hold.Message, Origin: remove.Origin{User: a.Object.Name, Server: a.Object.Name}, Outcome: "Gone", Message: a.Hold.Message, Backup: a.Object.Name,
		})
	}
	out = append(out, a.each(t, RemovalFormats())...)
	for name, format := range map[string]string{"history": "text", "json": "json", "yaml": "yaml"} {
		out = append(out, writing(t, name, func(w io.Writer, o Options) error { return History(w, entries, format, o) }))
	}
	return append(out, output{"status", func(Options) string {
		return ActionLine(&r.Plan.Actions[0], r.Plan.Actions[0].Hold.Message) + "\n"
	}})
}

// TestAllColorsAddNoWord prints what every golden begins with, with colour and
// without: but for the colours it is the same, line by line.
func TestAllColorsAddNoWord(t *testing.T) {
	everyAnswer(t, func(t *testing.T, fresh func() answer) {
		for _, out := range fresh().outputs(t) {
			for _, o := range []Options{{}, {Width: 80}, {Width: 80, ASCII: true}} {
				plain := out.print(o)
				o.Color = true
				colored := out.print(o)
				if strings.Contains(plain, "\x1b") {
					t.Errorf("%s: colour where there must be none", out.name)
				}
				if out.name == "tree" && !strings.Contains(colored, "\x1b[") {
					t.Errorf("%s: no colour, so that nothing is proven", out.name)
				}
				if got := sample.WithoutColor(colored); got != plain {
					t.Fatalf("%s, %+v (-plain +colored):\n%s", out.name, o, cmp.Diff(plain, got))
				}
			}
		}
	})
}

// poison appends to every text that may come from a cluster. What this program
// names itself has types of its own, and stays.
func poison(v reflect.Value, evil string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			poison(v.Elem(), evil)
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			if field.CanSet() {
				poison(field, evil)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			// A command begins with its program, whatever else is in it.
			if e := v.Index(i); e.Kind() != reflect.String || e.String() != "kubectl" {
				poison(e, evil)
			}
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.String() != "" {
			v.SetString(v.String() + evil)
		}
	default: // numbers and truths, which name nothing
	}
}

// evils are what a terminal would obey, hide or reorder, and letters that take
// two columns or none.
var evils = []string{
	"\x1b[31mred\x1b[2J\x1b]0;title\a\x1bc", "a\nb\r\nc\rd\te\vf\fg\bh", "\u009b2J\u0085next\u2028line\u2029", "\u202eright\u2066left\u200b\ufeff",
	"\xff\xfe\xc3", "名前空間の名前はとても長い名前である", "e\u0301\u0301\u0301", "שלום עולם", strings.Repeat("long-name-", 20),
}

// TestAllPoisonIsNotObeyed puts them into every text of every answer: no way of
// printing lets one through, and all still fits.
func TestAllPoisonIsNotObeyed(t *testing.T) {
	everyAnswer(t, func(t *testing.T, fresh func() answer) {
		for i, evil := range evils {
			a := fresh()
			poison(reflect.ValueOf(&a.graph), evil)
			poison(reflect.ValueOf(&a.diagnosis), evil)
			poison(reflect.ValueOf(&a.removal), evil)
			for _, out := range a.outputs(t) {
				for _, o := range []Options{{}, {Width: 40, Color: i%2 == 0}, {Width: 80, Color: i%2 == 1, ASCII: i%3 == 0}} {
					if !out.forPeople() && o.Width > 0 {
						continue // options change nothing
					}
					text := out.print(o)
					sample.Lines(t, out.name, text, 0)
					checkFits(t, out, text, o)
				}
				if t.Failed() {
					t.Fatalf("%q", evil)
				}
			}
		}
	})
}

// checkFits fails on a line that is wider than the terminal and no command. A log
// is not laid out, and a table is as wide as it is.
func checkFits(t *testing.T, out output, text string, o Options) {
	t.Helper()
	if o.Width == 0 || out.name == "log" || out.name == "status" || out.name == "table" {
		return
	}
	for l := range strings.SplitSeq(text, "\n") {
		if columns := lipgloss.Width(l); columns > o.Width && !sample.IsCommand(l) {
			t.Errorf("%s: %d columns, more than %d: %q", out.name, columns, o.Width, l)
		}
	}
}

// TestEntriesAreSafe prints what a user's file could hold, in every format.
func TestEntriesAreSafe(t *testing.T) {
	const evil = "a\x1b[31m\u202eb\nzz"
	e := catalogue.Entry{
		Finalizer: catalogue.Finalizer{
			ID: evil, Pattern: evil, Match: evil, Kinds: []string{evil}, Component: evil, WaitsFor: evil,
			Causes: []catalogue.Cause{{Text: evil}}, Loss: evil, Risk: evil, Confidence: evil, Source: evil,
			Class: evil, GivesUpAfter: evil, Needs: evil, Keeps: evil, Retry: evil, Since: evil, Until: evil, Verified: evil,
		},
		Project: evil,
		Controller: catalogue.Component{
			Name: evil, Namespaces: []string{evil}, Workloads: []string{evil}, Leases: []string{evil}, FieldManagers: []string{evil},
		},
	}
	answers := []*catalogue.Answer{
		{Finalizer: evil, Kind: evil, Elsewhere: true, Entries: []catalogue.Entry{e, e}},
		{Finalizer: evil, Kind: evil, Clues: []catalogue.Clue{{Form: evil, Text: evil, Names: []string{evil}}}},
		nil,
	}
	for _, format := range EntryFormats() {
		for _, a := range answers {
			for _, columns := range []int{0, 60} {
				var b strings.Builder
				err := Entries(&b, []catalogue.Entry{e, e}, format, Options{Width: columns})
				if a != nil {
					err = Answer(&b, a, format, Options{Width: columns})
				}
				if err != nil {
					t.Fatal(err)
				}
				got := b.String()
				if strings.ContainsAny(got, "\x1b\u202e") || strings.Contains(got, "\nzz") {
					t.Errorf("%s: %q", format, got)
				}
			}
		}
	}
}
