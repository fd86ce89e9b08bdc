package render

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// output is one way in which an answer is printed.
type output struct {
	name  string
	print func(o Options) string
}

func (o output) forPeople() bool {
	return !slices.Contains([]string{"json", "yaml", "name", "dot", "mermaid"}, o.name)
}

// answers are what the goldens begin with: of each kind, and freshly read each time.
type answers struct {
	graph     *trace.Graph
	diagnosis *explain.Diagnosis
	removal   *Removal
}

// everyAnswer calls f with the answer that each golden begins with, as often as
// it wants a fresh one.
func everyAnswer(t *testing.T, f func(t *testing.T, fresh func() answers)) {
	t.Helper()
	for _, pattern := range []string{"testdata/*.txtar", "testdata/why/*.txtar", "testdata/plan/*.txtar"} {
		for _, file := range goldenFiles(t, pattern) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			first := archive.Files[0]
			if strings.Contains(string(first.Data), "times: ") {
				continue // the same objects, thousands of times
			}
			t.Run(strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txtar"), func(t *testing.T) {
				f(t, func() answers {
					switch first.Name {
					case "graph.yaml":
						return answers{graph: readGraph(t, first.Data)}
					case "diagnosis.yaml":
						return answers{diagnosis: readDiagnosis(t, first.Data)}
					default:
						return answers{removal: readRemoval(t, first.Data)}
					}
				})
			})
		}
	}
}

// outputs are all ways in which the answers can be printed.
func (a answers) outputs(t *testing.T) []output {
	t.Helper()
	switch {
	case a.graph != nil:
		return graphOutputs(t, a.graph)
	case a.diagnosis != nil:
		return diagnosisOutputs(t, a.diagnosis)
	default:
		return removalOutputs(t, a.removal)
	}
}

// printing turns what writes into what returns.
func printing(t *testing.T, name string, write func(w io.Writer, o Options) error) output {
	t.Helper()
	return output{name, func(o Options) string {
		var b strings.Builder
		if err := write(&b, o); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}}
}

func graphOutputs(t *testing.T, g *trace.Graph) []output {
	t.Helper()
	var out []output
	for _, format := range Formats() {
		print, _ := For(format)
		out = append(out, printing(t, format, func(w io.Writer, o Options) error { return print(w, g, o) }))
	}
	p := &preflight.Result{At: g.At, Kinds: 3, Incomplete: g.Incomplete}
	for _, n := range g.Nodes {
		p.Obstacles = append(p.Obstacles, preflight.Obstacle{Node: n, Why: n.Disagreement + " stands in the way"})
		p.Clusters = append(p.Clusters, n.Ref)
		p.Namespace = n.Namespace
	}
	for name, format := range map[string]string{"preflight": "text", "json": "json", "yaml": "yaml"} {
		out = append(out, printing(t, name, func(w io.Writer, o Options) error { return Preflight(w, p, format, o) }))
	}
	return append(out, printing(t, "warnings", func(w io.Writer, o Options) error { return Problems(w, g.Incomplete, o) }))
}

func diagnosisOutputs(t *testing.T, d *explain.Diagnosis) []output {
	t.Helper()
	var out []output
	for _, format := range WhyFormats() {
		print, _ := WhyFor(format)
		out = append(out, printing(t, format, func(w io.Writer, o Options) error { return print(w, d, o) }))
	}
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
		output{"frame", func(o Options) string { return strings.Join(append(WatchFrame(s, o, 0), ""), "\n") }},
		output{"log", func(o Options) string {
			var b strings.Builder
			for i := range events {
				e := events[i]
				e.Time, e.At = d.At, d.At
				b.WriteString(WatchLine(&e, WatchStyle{Color: o.Color, ASCII: o.ASCII}) + "\n")
			}
			return b.String()
		}},
		printing(t, "json", func(w io.Writer, _ Options) error {
			for i := range events {
				if err := WatchJSON(w, &events[i]); err != nil {
					return err
				}
			}
			return nil
		}),
	)
}

func removalOutputs(t *testing.T, r *Removal) []output {
	t.Helper()
	var out []output
	var entries []remove.Entry
	for i := range r.Plan.Actions {
		a := &r.Plan.Actions[i]
		entries = append(entries, remove.Entry{
			Time: r.Plan.At.Format(time.RFC3339), Phase: "ended", Kind: a.Object.Kind, Namespace: a.Object.Namespace, Name: a.Object.Name, UID: a.Object.UID,
			Finalizer: a.Hold.Finalizer, Why: a.Hold.Message, Origin: remove.Origin{User: a.Object.Name, Server: a.Object.Name}, Outcome: "Gone", Message: a.Hold.Message, Backup: a.Object.Name,
		})
	}
	for _, format := range RemovalFormats() {
		print, _ := RemovalFor(format)
		out = append(out, printing(t, format, func(w io.Writer, o Options) error { return print(w, r, o) }))
	}
	for name, format := range map[string]string{"history": "text", "json": "json", "yaml": "yaml"} {
		out = append(out, printing(t, name, func(w io.Writer, o Options) error { return History(w, entries, format, o) }))
	}
	return append(out, output{"status", func(Options) string {
		return ActionLine(&r.Plan.Actions[0], r.Plan.Actions[0].Hold.Message) + "\n"
	}})
}

// TestColorAddsNoWord prints what every golden begins with, with colour and
// without: but for the colours it is the same, line by line.
func TestColorAddsNoWord(t *testing.T) {
	everyAnswer(t, func(t *testing.T, fresh func() answers) {
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
				if got := withoutColors(colored); got != plain {
					t.Fatalf("%s, %+v (-plain +colored):\n%s", out.name, o, cmp.Diff(plain, got))
				}
			}
		}
	})
}

// withoutColors takes the colours off a whole text.
func withoutColors(text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString(withoutColor(l))
	}
	return b.String()
}

// drawn are the characters of guides, in both kinds of letters.
var drawn = strings.NewReplacer("│", " ", "├", " ", "└", " ", "─", " ", "|", " ", "`--", "   ", "|--", "   ")

// TestGuidesSayNothing takes the guides away: what stands below what is still
// told by how far it is moved in, as it is to somebody who has it read aloud.
func TestGuidesSayNothing(t *testing.T) {
	for _, file := range goldenFiles(t, "testdata/*.txtar") {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g := readGraph(t, archive.Files[0].Data)
		if len(g.Nodes) > 40 {
			continue // too deep for guides: numbers stand for them
		}
		p := planner{g: g, forest: forestOf(g), shown: make([]bool, len(g.Nodes)), marks: paper.MarksFor(paper.Look{})}
		p.home = homeAmong(nodesOf(g))
		lines := strings.Split(tree(g, Options{}, false), "\n")
		for _, r := range p.plan() {
			head := r.Head.Lines(0)[0]
			want := paper.Sheet{}.Paint(head)
			at := slices.IndexFunc(lines, func(l string) bool { return strings.TrimLeft(drawn.Replace(l), " ") == drawn.Replace(want) })
			if at < 0 {
				t.Fatalf("%s: no line is %q", file, want)
			}
			blank := drawn.Replace(lines[at])
			if in := len(blank) - len(strings.TrimLeft(blank, " ")); in != r.Depth*paper.WideStep {
				t.Errorf("%s: %q is moved in by %d, not %d", file, want, in, r.Depth*paper.WideStep)
			}
			lines = lines[at+1:]
		}
	}
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

// TestNothingIsObeyed puts them into every text of every answer: no way of
// printing lets one through, and all still fits.
func TestNothingIsObeyed(t *testing.T) {
	everyAnswer(t, func(t *testing.T, fresh func() answers) {
		for i, evil := range evils {
			a := fresh()
			poison(reflect.ValueOf(&a.graph), evil)
			poison(reflect.ValueOf(&a.diagnosis), evil)
			poison(reflect.ValueOf(&a.removal), evil)
			for _, out := range a.outputs(t) {
				for _, o := range []Options{{}, {Width: 40, Color: i%2 == 0}, {Width: 80, Color: i%2 == 1, ASCII: i%3 == 0}} {
					text := out.print(o)
					if !out.forPeople() && o.Width > 0 {
						continue // options change nothing
					}
					checkLines(t, out.name, text, 0)
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
// is not laid out.
func checkFits(t *testing.T, out output, text string, o Options) {
	t.Helper()
	if o.Width == 0 || out.name == "log" || out.name == "status" {
		return
	}
	for l := range strings.SplitSeq(text, "\n") {
		if columns := lipgloss.Width(l); columns > o.Width && !isCommand(l) {
			t.Errorf("%s: %d columns, more than %d: %q", out.name, columns, o.Width, l)
		}
	}
}
