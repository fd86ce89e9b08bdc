package report

import (
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// linesOf are all texts and commands of a report, a line each.
func linesOf(r *Report) string {
	var out []string
	for _, l := range r.Lead {
		out = append(out, l.String())
	}
	for _, s := range r.Sections {
		out = append(out, s.ID+": "+s.Title.String())
		for _, b := range s.Blocks {
			switch b := b.(type) {
			case Facts:
				for _, f := range b {
					for _, l := range f.Lines {
						out = append(out, f.Label+"| "+l.Text.String()+strings.Join(l.Command, " "))
					}
				}
			case Table:
				for _, row := range b.Rows {
					out = append(out, row.Cells[0].String()+"| "+row.Cells[1].String())
				}
			}
		}
	}
	return strings.Join(out, "\n")
}

func TestForecast(t *testing.T) {
	gear := trace.Ref{Group: "example.com", Kind: "Gear", Namespace: "shop", Name: "big"}
	of := func(count int) outlook.Group {
		return outlook.Group{Group: "example.com", Kind: "Gear", Resource: "gears", Count: count, Objects: []trace.Ref{gear}}
	}
	a := &outlook.Answer{
		At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Operation: "delete", Title: "namespaces/shop",
		Verdict: outlook.Hangs, Reasons: []outlook.Verdict{outlook.Hangs},
		Hangs: []outlook.Stop{{Group: of(1), Hindrance: preflight.Hindrance{Sort: preflight.Held, Finalizer: "example.com/cleanup", Message: "acme goes"}}},
		Order: []outlook.Step{
			{Text: "delete the gear first", Commands: [][]string{{"kubectl", "delete", "gears", "big"}}, Checks: [][]string{{"kubectl", "get", "gears"}}},
			{Text: "then delete what was asked about", Act: true},
		},
		Forecast: &preflight.Forecast{Fates: []preflight.Fate{{Node: trace.Node{Ref: gear}, Count: 1, Outcome: preflight.Hangs}}},
	}
	same := func(words []string) []string { return words }
	want := strings.Join([]string{
		"Deleting namespaces/shop will hang.", "Read at 2026-03-01T12:00:00Z.",
		"comes: What comes of it", "Hangs| gear.example.com/big in namespace shop: example.com/cleanup: acme goes",
		"order: The order that works", "1| Delete the gear first", "1| kubectl delete gears big", "1| done when this prints nothing:kubectl get gears",
		"2| Then delete what was asked about",
		"objects: Every object", "gear.example.com/big in namespace shop| hangs",
	}, "\n")
	if got := linesOf(OfForecast(a, same)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	a.Order, a.Open = nil, []string{"who takes it off is not known"}
	if got := linesOf(OfForecast(a, same)); !strings.Contains(got, "order: No order is known that works\nOpen| who takes it off is not known") {
		t.Errorf("without an order it tells\n%s", got)
	}
}
