package logline

import (
	"slices"
	"testing"
	"time"
)

// TestWhole leaves out what the copy holds the head of alone, as long as another line tells more.
func TestWhole(t *testing.T) {
	const (
		whole  = `E1031 18:41:17.758625       1 gear.go:248] gears "msg"="error deleting gear" "error"="failed to delete gear \"g-07\": it still turns" "name"="g"`
		cut    = `E1031 18:41:17.974814       1 controller.go:317] gears "msg"="Reconciler error" "error"="failed to delete gear`
		other  = `E1031 18:41:17.974814       1 controller.go:317] gears "msg"="Reconciler error" "error"="failed to stop mill" "name"="g"`
		twelve = `E1031 18:41:17.758625       1 gear.go:248] gears "msg"="error deleting gear" "error"="failed to delete gear g-12: it still turns" "name"="g"`
		one    = `E1031 18:41:17.974814       1 controller.go:317] gears "msg"="Reconciler error" "error"="failed to delete gear g-1" "name"="g"`
		bare   = `{"level":"error","logger":"kubebuilder.controller","msg":"Reconciler error","controller":"gear","request"`
		calm   = `{"level":"info","logger":"gear","msg":"deleting gear"}`
	)
	for name, tt := range map[string]struct {
		lines, want []string
	}{
		"cut, and whole before":   {[]string{whole, cut}, []string{`error deleting gear: failed to delete gear "g-07": it still turns`}},
		"cut alone":               {[]string{calm, cut}, []string{"deleting gear", "Reconciler error: failed to delete gear"}},
		"of one called nearly so": {[]string{twelve, one}, []string{"error deleting gear: failed to delete gear g-12: it still turns", "Reconciler error: failed to delete gear g-1"}},
		"of two errors":           {[]string{whole, other}, []string{`error deleting gear: failed to delete gear "g-07": it still turns`, "Reconciler error: failed to stop mill"}},
		"bare, and told":          {[]string{other, bare}, []string{"Reconciler error: failed to stop mill"}},
		"bare alone":              {[]string{calm, bare}, []string{"deleting gear", "Reconciler error"}},
	} {
		t.Run(name, func(t *testing.T) {
			var lines []Line
			for _, text := range tt.lines {
				lines = append(lines, Parse(text, time.Time{}))
			}
			var got []string
			for _, l := range Whole(lines) {
				got = append(got, l.Said())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q", got)
			}
		})
	}
}
