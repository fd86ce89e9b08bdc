package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// checkLines fails on what no output may hold: controls other than our own
// colours, characters that reorder or hide text, blanks at the end of a line,
// and lines wider than the limit.
func checkLines(t *testing.T, name, text string, limit int) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: broken UTF-8 in %q", name, text)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		t.Errorf("%s: the last line is not ended", name)
	}
	for l := range strings.SplitSeq(text, "\n") {
		if limit >= 60 && lipgloss.Width(l) > limit {
			t.Errorf("%s: %d columns, more than %d: %q", name, lipgloss.Width(l), limit, l)
		}
		if strings.TrimRight(l, " ") != l {
			t.Errorf("%s: blanks at the end of %q", name, l)
		}
		if strings.Count(l, paper.FirstStrongIsolate) != strings.Count(l, paper.PopIsolate) {
			t.Errorf("%s: an isolate is left open in %q", name, l)
		}
		if r := strings.IndexFunc(withoutOurs(l), hostile.Dangerous); r >= 0 {
			t.Errorf("%s: hostile.Dangerous character in %q", name, l)
		}
	}
}

// withoutOurs takes out what the renderers themselves may write.
func withoutOurs(l string) string {
	l = strings.NewReplacer(paper.FirstStrongIsolate, "", paper.PopIsolate, "").Replace(l)
	for {
		start := strings.Index(l, "\x1b[")
		if start < 0 {
			return l
		}
		end := start + 2 + strings.IndexFunc(l[start+2:], func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
		if end < start+2 || l[end] != 'm' {
			return l // not a colour: it will be found
		}
		l = l[:start] + l[end+1:]
	}
}

var nasty = hostile.Texts

var states = []trace.State{trace.Live, trace.Grace, trace.Deleting, trace.Gone, trace.Recreated, trace.Unreadable, "Other\x1b"}

var faults = []trace.Fault{
	"", "", "", trace.TargetGone, trace.TargetRecreated, trace.OtherName, trace.WrongNamespace, trace.WrongScope, trace.KindUnknown, trace.Cycle, "Other\n",
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// randomGraph has any shape: cycles, objects that lead to themselves, several
// edges between two, chains deeper than a terminal is wide.
func randomGraph(r *rand.Rand) *trace.Graph {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	g := &trace.Graph{At: at}
	size := r.IntN(40)
	chain := r.IntN(3) == 0
	moment := func() time.Time {
		if r.IntN(4) == 0 {
			return time.Time{}
		}
		return at.Add(time.Duration(r.IntN(2_000_000)-100_000) * time.Second)
	}
	for i := range size {
		n := trace.Node{
			Ref: trace.Ref{
				Group: pick(r, []string{"", "apps", "controlplane.cluster.x-k8s.io"}), Kind: pick(r, []string{"Pod", "KubeadmControlPlane"}),
				Namespace: pick(r, []string{"", "shop", "other"}), Name: fmt.Sprintf("n%d", i),
			},
			Version: pick(r, []string{"", "v1"}), Resource: pick(r, []string{"", "pods"}), UID: pick(r, []string{"", fmt.Sprintf("uid-%d", i)}),
			State: pick(r, states), Since: moment(), Created: moment(), Disagreement: pick(r, nasty), Note: pick(r, nasty),
			Asked: r.IntN(5) == 0, Cut: max(0, r.IntN(20)-15),
		}
		for range r.IntN(3) {
			n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: pick(r, append(nasty, "foregroundDeletion")), Holder: pick(r, nasty)})
		}
		for range r.IntN(3) {
			n.Conditions = append(n.Conditions, trace.Condition{
				Type: pick(r, append(nasty, "Ready")), Status: "False", Reason: pick(r, nasty), Message: pick(r, nasty), Since: moment(),
			})
		}
		for range max(0, r.IntN(4)-2) {
			n.Folded = append(n.Folded, trace.Fold{Kind: "Pod", Resource: "pods", Rule: pick(r, nasty), Count: 1 + r.IntN(5000)})
		}
		g.Nodes = append(g.Nodes, n)
		if chain && i > 0 {
			g.Edges = append(g.Edges, trace.Edge{From: i - 1, To: i, Rule: trace.OwnerRule})
		}
	}
	for range r.IntN(2*size + 1) {
		g.Edges = append(g.Edges, trace.Edge{
			From: r.IntN(size), To: r.IntN(size), Rule: pick(r, append(nasty, trace.OwnerRule, "crossplane:composed")),
			Controller: r.IntN(2) == 0, Block: r.IntN(2) == 0, Fault: pick(r, faults),
		})
	}
	for range max(0, r.IntN(14)-7) {
		g.Incomplete = append(g.Incomplete, trace.Problem{
			About:  trace.Part{Resource: pick(r, append(nasty, "secrets", "leases")), Namespace: pick(r, append(nasty, "shop"))},
			Reason: pick(r, []string{trace.Forbidden, trace.ReadFailed, "Other\x1b"}), Message: pick(r, nasty),
		})
	}
	return g
}

func TestRandomGraphs(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		g := randomGraph(r)
		options := []Options{{}, {Width: 60}, {Width: 80, Color: true}, {Width: 61 + r.IntN(80), ASCII: true}, {Width: 1 + r.IntN(59)}}
		for i, o := range options {
			for _, format := range Formats() {
				if i > 0 && format != "tree" && format != "wide" {
					continue // options change nothing
				}
				print, _ := For(format)
				name := fmt.Sprintf("seed %d, %s, %+v", seed, format, o)
				limit := 0
				if format == "tree" || format == "wide" {
					limit = o.Width
				}
				text := printed(t, print, g, o)
				checkLines(t, name, text, limit)
				checkNames(t, name, format, text, g)
			}
			var b strings.Builder
			if err := Problems(&b, g.Incomplete, o); err != nil {
				t.Fatal(err)
			}
			checkLines(t, fmt.Sprintf("seed %d, warnings", seed), b.String(), o.Width)
		}
		compareYAML(t, printed(t, JSON, g, Options{}), printed(t, YAML, g, Options{}))
		if t.Failed() {
			return
		}
	}
}

// checkNames looks for every object in the output. Only a terminal narrower
// than a name may break it, and then nothing of it is lost.
func checkNames(t *testing.T, name, format, text string, g *trace.Graph) {
	t.Helper()
	if strings.Contains(text, "\x1b") {
		return // the same text without colour is looked through
	}
	joined := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \n│├─└…|`~-", r) {
			return -1
		}
		return r
	}, text)
	for _, n := range g.Nodes {
		want := strings.ReplaceAll(kindName(n.Ref), "-", "")
		if format == "json" || format == "yaml" {
			want = n.Name
		}
		if format == "name" && !exists(n.State) {
			continue
		}
		if !strings.Contains(joined, want) {
			t.Errorf("%s: %s is missing", name, want)
		}
	}
}

// TestRenderingChangesNothing prints a graph twice in every format.
func TestRenderingChangesNothing(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(11, 7)))
	again := randomGraph(rand.New(rand.NewPCG(11, 7)))
	for _, format := range Formats() {
		print, _ := For(format)
		if first, second := printed(t, print, g, Options{}), printed(t, print, again, Options{}); first != second {
			t.Errorf("%s is not the same for the same graph", format)
		}
		if fmt.Sprintf("%v", *g) != fmt.Sprintf("%v", *again) {
			t.Errorf("%s changed the graph", format)
		}
	}
}

// TestColorAddsNothing takes the colours off and expects the plain text.
func TestColorAddsNothing(t *testing.T) {
	for seed := range uint64(15) {
		g := randomGraph(rand.New(rand.NewPCG(seed, 3)))
		for _, print := range []Printer{Tree, Wide} {
			plain := printed(t, print, g, Options{Width: 100})
			colored := strings.Split(printed(t, print, g, Options{Width: 100, Color: true}), "\n")
			for i, want := range strings.Split(plain, "\n") {
				got := colored[i]
				for _, seq := range []string{"\x1b["} {
					for strings.Contains(got, seq) {
						start := strings.Index(got, seq)
						end := start + strings.IndexByte(got[start:], 'm')
						got = got[:start] + got[end+1:]
					}
				}
				if got != want {
					t.Fatalf("seed %d: colored %q, plain %q", seed, got, want)
				}
			}
		}
	}
}

// TestLargeGraph keeps the output in proportion to the size of the graph, and
// would not end if the work were not.
func TestLargeGraph(t *testing.T) {
	g := &trace.Graph{At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	for i := range 20_000 {
		g.Nodes = append(g.Nodes, trace.Node{Ref: trace.Ref{Kind: "Pod", Name: fmt.Sprintf("p%d", i)}, State: trace.Live, Asked: i%2 == 0})
		if i > 0 && i < 10_000 {
			g.Edges = append(g.Edges, trace.Edge{From: i - 1, To: i, Rule: trace.OwnerRule})
		} else if i > 0 {
			g.Edges = append(g.Edges, trace.Edge{From: 0, To: i, Rule: trace.OwnerRule})
		}
	}
	for _, format := range Formats() {
		print, _ := For(format)
		if text := printed(t, print, g, Options{}); len(text) > 20<<20 {
			t.Errorf("%s: %d bytes", format, len(text))
		}
	}
}
