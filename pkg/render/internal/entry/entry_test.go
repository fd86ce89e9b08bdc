package entry

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

var gear = catalogue.Entry{
	Finalizer: catalogue.Finalizer{
		Pattern: "gearbox.example.org/", Match: catalogue.MatchPrefix, Kinds: []string{"Gear.example.org"}, Component: "gear keeper",
		WaitsFor: "the gear to stand still", Causes: []catalogue.Cause{{Text: "the shaft turns"}, {Text: "nobody is there to stop it, although everybody was told to", Absent: true}},
		Needs: "a shaft", Keeps: "field spec.keep=true", Retry: "gear.io/again={now}", Class: catalogue.ClassGivesUp, GivesUpAfter: "an hour", Since: "v2", Until: "v3",
		Loss: "The gear is lost", Risk: "high", Confidence: "low", Source: "example/gearbox@1a2b3c4 gear.go:1", Verified: "2026-11-22",
	},
	Project:    "Gearbox",
	Controller: catalogue.Component{Name: "gear keeper", Workloads: []string{"Deployment/gears"}, FieldManagers: []string{"gears"}},
}

func TestAnswer(t *testing.T) {
	known := &catalogue.Answer{Finalizer: "gearbox.example.org/x", Entries: []catalogue.Entry{gear}}
	bare := &catalogue.Answer{Finalizer: "bare", Kind: "Pod", Elsewhere: true, Entries: []catalogue.Entry{{Finalizer: catalogue.Finalizer{Pattern: "bare", Component: "keeper"}, Project: "Mine"}}}
	unknown := &catalogue.Answer{Finalizer: "x.y", Clues: []catalogue.Clue{{Form: catalogue.FormNotQualified, Text: "it is not domain-qualified, as one would wish that it were"}}}
	for _, tt := range []struct {
		name   string
		answer *catalogue.Answer
		want   string
	}{
		{"known", known, `gearbox.example.org/x

  Found on    Gear.example.org
  Pattern     gearbox.example.org/ (begins with it)
  Project     Gearbox
  Component   gear keeper
  Waits for   the gear to stand still
  Needs       a shaft: without it nobody takes this off
  Taken off   when that has come about, or after an hour,
              whatever came of it
  Causes      - the shaft turns
              - nobody is there to stop it, although
                everybody was told to
              - as of any: its holder does not run, may
                not act, or passes the object over, as
                where a feature is off, a selector does
                not fit, or it is paused; or a webhook
                refuses the change
  Kept by     field spec.keep=true on the object: its
              holder then leaves what it stands for
  Retried     by the annotation gear.io/again={now} on the
              object
  If forced   The gear is lost
  Risk        high: loses data, or leaves something
              outside the cluster
  Look for    workloads Deployment/gears
              field managers gears
              (as in the project's own manifests; yours
              may differ)
  Releases    since v2, until v3
  Confidence  low: known second hand; a removal counts its
              cost as not known
  Verified    2026-11-22: the lines that take it off were
              read
  Source      example/gearbox@1a2b3c4 gear.go:1
`},
		{"bare", bare, `bare
! not known on Pod. There it may have been copied or set
  by hand, and the controller of another kind will not
  look at it. Elsewhere it is:

  Found on    any kind
  Project     Mine
  Component   keeper
  Verified    no: the lines that take it off were not read
`},
		{"unknown", unknown, `x.y is not in the catalogue. Who takes it off, and what is
lost by hand, is not known.

What its form suggests, which proves nothing:
- it is not domain-qualified, as one would wish that it
  were.

A cluster tells more: who wrote it into an object, and who
may take it off:
  kubectl finalizers why-stuck TYPE/NAME
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Answer(tt.answer, paper.Look{Width: 58}, own)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTable(t *testing.T) {
	second := gear
	second.Pattern, second.Risk = "gearbox.example.org/oil", "low"
	list := []catalogue.Entry{gear, second}
	for _, tt := range []struct {
		wide  bool
		width int
		want  string
	}{
		{false, 0, `FINALIZER                 RISK   COMPONENT     PROJECT
gearbox.example.org/      high   gear keeper   Gearbox
gearbox.example.org/oil   low    gear keeper   Gearbox
`},
		{false, 40, `Gearbox
  high   gearbox.example.org/  gear
           keeper
  low    gearbox.example.org/oil  gear
           keeper
`},
		{true, 40, `FINALIZER                 RISK   COMPONENT     PROJECT   MATCH    CLASS     CONFIDENCE   VERIFIED     KINDS
gearbox.example.org/      high   gear keeper   Gearbox   prefix   givesUp   low          2026-11-22   Gear.example.org
gearbox.example.org/oil   low    gear keeper   Gearbox   prefix   givesUp   low          2026-11-22   Gear.example.org
`},
	} {
		if diff := cmp.Diff(tt.want, Table(list, paper.Look{Width: tt.width}, tt.wide)); diff != "" {
			t.Errorf("wide %t in %d columns (-want +got):\n%s", tt.wide, tt.width, diff)
		}
	}
}

// TestFits prints the whole catalogue into a terminal of 80 columns.
func TestFits(t *testing.T) {
	c, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	all := []string{Table(c.Entries(), paper.Look{Width: 80}, false)}
	for _, e := range c.Entries() {
		all = append(all, Answer(&catalogue.Answer{Finalizer: e.Pattern, Entries: []catalogue.Entry{e}}, paper.Look{Width: 80}, own))
	}
	for _, text := range all {
		for line := range strings.Lines(text) {
			if w := paper.Width(strings.TrimRight(line, "\n")); w > 80 {
				t.Errorf("%d columns: %s", w, line)
			}
		}
	}
}

func TestNames(t *testing.T) {
	second := gear
	second.Pattern = "gearbox.example.org/oil"
	if got := Names([]catalogue.Entry{gear, second, gear}); got != "gearbox.example.org/\ngearbox.example.org/oil\n" {
		t.Errorf("got %q", got)
	}
}

func own(words ...string) []string { return append([]string{"kubectl", "finalizers"}, words...) }
