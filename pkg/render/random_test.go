package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestAllOfRandomGraphs(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		g := sample.RandomGraph(r)
		a := answer{graph: g}
		options := []Options{{}, {Width: 60}, {Width: 80, Color: true}, {Width: 61 + r.IntN(80), ASCII: true}, {Width: 1 + r.IntN(59)}}
		for i, o := range options {
			for _, format := range GraphFormats() {
				if i > 0 && format != "tree" && format != "wide" {
					continue // options change nothing
				}
				name := fmt.Sprintf("seed %d, %s, %+v", seed, format, o)
				limit := 0
				if format == "tree" {
					limit = o.Width
				}
				text := a.printed(t, format, o)
				sample.Lines(t, name, text, limit)
				checkNames(t, name, format, text, g)
			}
			sample.Lines(t, fmt.Sprintf("seed %d, warnings", seed), a.printed(t, "warnings", o), o.Width)
		}
		a.check(t)
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
		want := strings.ReplaceAll(words.KindName(n.Ref), "-", "")
		if format == "json" || format == "yaml" {
			want = n.Name
		}
		if format == "name" && !words.Exists(n.State) {
			continue
		}
		if !strings.Contains(joined, want) {
			t.Errorf("%s: %s is missing", name, want)
		}
	}
}

// TestAllOfLargeGraph keeps the output in proportion to the size of the graph, and
// would not end if the work were not.
func TestAllOfLargeGraph(t *testing.T) {
	g := &trace.Graph{At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	for i := range 20_000 {
		g.Nodes = append(g.Nodes, trace.Node{Ref: trace.Ref{Kind: "Pod", Name: fmt.Sprintf("p%d", i)}, State: trace.Live, Asked: i%2 == 0})
		if i > 0 && i < 10_000 {
			g.Edges = append(g.Edges, trace.Edge{From: i - 1, To: i, Rule: trace.OwnerRule})
		} else if i > 0 {
			g.Edges = append(g.Edges, trace.Edge{From: 0, To: i, Rule: trace.OwnerRule})
		}
	}
	for _, format := range GraphFormats() {
		if text := (answer{graph: g}).printed(t, format, Options{}); len(text) > 20<<20 {
			t.Errorf("%s: %d bytes", format, len(text))
		}
	}
}

func TestRandomDiagnoses(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	for seed := range rounds {
		a := answer{diagnosis: sample.RandomDiagnosis(rand.New(rand.NewPCG(uint64(seed), 5)))}
		for _, format := range []string{"json", "yaml", "name"} {
			sample.Lines(t, fmt.Sprintf("seed %d, %s", seed, format), a.printed(t, format, Options{}), 0)
		}
		a.check(t)
		if t.Failed() {
			return
		}
	}
}

// TestAllPrintingChangesNothing prints an answer in every format, and expects it to be as it
// was, and what is printed of it the same.
func TestAllPrintingChangesNothing(t *testing.T) {
	random := func(seed uint64) [2]answer {
		return [2]answer{
			{graph: sample.RandomGraph(rand.New(rand.NewPCG(seed, 7)))},
			{diagnosis: sample.RandomDiagnosis(rand.New(rand.NewPCG(seed, 5)))},
		}
	}
	for seed := range uint64(5) {
		again := random(seed)
		for i, a := range random(seed) {
			for _, format := range [2][]string{GraphFormats(), DiagnosisFormats()}[i] {
				if a.printed(t, format, Options{}) != again[i].printed(t, format, Options{}) {
					t.Errorf("%s is not the same for the same answer", format)
				}
				if fmt.Sprint(a.contents()) != fmt.Sprint(again[i].contents()) {
					t.Errorf("%s changed the answer", format)
				}
			}
		}
	}
}

// TestAllColorsAddNothing takes the colours off and expects the plain text.
func TestAllColorsAddNothing(t *testing.T) {
	for seed := range uint64(15) {
		for _, a := range []answer{
			{graph: sample.RandomGraph(rand.New(rand.NewPCG(seed, 3)))}, {diagnosis: sample.RandomDiagnosis(rand.New(rand.NewPCG(seed, 3)))},
		} {
			for _, format := range []string{"", "wide"} {
				plain, colored := a.printed(t, format, Options{Width: 100}), a.printed(t, format, Options{Width: 100, Color: true})
				if got := sample.WithoutColor(colored); got != plain {
					t.Fatalf("seed %d: colored %q, plain %q", seed, got, plain)
				}
			}
		}
	}
}
