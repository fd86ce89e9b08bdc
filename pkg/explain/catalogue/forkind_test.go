package catalogue

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestClausesFor tells an object the clauses of its own kind, and those of all.
func TestClausesFor(t *testing.T) {
	for _, tt := range []struct{ text, kind, want string }{
		{"its oil to go; on a Gear: its shaft to go; and its teeth; on a Mill: its stone to go", "Gear", "its oil to go; its shaft to go; and its teeth"},
		{"its oil to go; on a Gear: its shaft to go; and its teeth; on a Mill: its stone to go", "Mill", "its oil to go; its stone to go"},
		{"its oil to go; on a Gear: its shaft to go; and its teeth; on a Mill: its stone to go", "Rack", "its oil to go"},
		{"on a Gear or Mill: its shaft is gone", "Mill", "its shaft is gone"},
		{"on a Gear, Rack or Mill: its shaft is gone", "Rack", "its shaft is gone"},
		{"on a Gear or Mill: its shaft is gone", "Gearbox", ""},
		{"on a Gear that turns: its shaft is gone", "Gear", "on a Gear that turns: its shaft is gone"},
		{"on a Gear, before v2: its shaft is gone", "Mill", ""},
		{"on a Gear: it to stop; on others: nothing", "Gear", "it to stop"},
		{"on a Gear: it to stop; on others: nothing", "Mill", "nothing"},
		{"The oil stays. On a Gear: the shaft turns. On a Mill: flour is lost; it is billed. All is paid", "Gear", "The oil stays. The shaft turns. All is paid"},
		{"on a Gear: it to stop; on a Mill: flour. On a Rack: rest; on others: no rest", "Gear", "it to stop. No rest"},
		{"on a gear: its shaft is gone", "Mill", "on a gear: its shaft is gone"},
		{"on a Gear its shaft is gone", "Mill", "on a Gear its shaft is gone"},
		{"no shaft on a Gear: it is gone", "Mill", "no shaft on a Gear: it is gone"},
		{"oil to stay. v2 lets go; on a Gear: not", "Gear", "oil to stay. V2 lets go; not"},
		{"oil to stay. v2 lets go", "Mill", "oil to stay. v2 lets go"},
		{"", "Mill", ""},
	} {
		if got := clausesFor(tt.kind, tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.kind, got, tt.want)
		}
	}
}

// TestFor leaves an entry as it is where nobody has told the kind.
func TestFor(t *testing.T) {
	const bound = "on a Gear: its shaft"
	e := Entry{Finalizer: Finalizer{WaitsFor: bound, Needs: bound, Loss: "On a Gear: its shaft", Causes: []Cause{{Text: "oil"}, {Text: bound, Absent: true}}}}
	for _, kind := range []trace.Kind{{}, {Kind: trace.Untyped, Version: trace.Unstated}} {
		if got := e.For(kind); got.WaitsFor != bound || got.Needs != bound || len(got.Causes) != 2 {
			t.Errorf("of an unknown kind nothing is left out: %+v", got)
		}
	}
	if got := e.For(trace.Kind{Kind: "Gear"}); got.WaitsFor != "its shaft" || got.Needs != "its shaft" || got.Loss != "Its shaft" || got.Causes[1] != (Cause{Text: "its shaft", Absent: true}) {
		t.Errorf("a Gear: %+v", got)
	}
	if got := e.For(trace.Kind{Kind: "Mill"}); got.WaitsFor+got.Needs+got.Loss != "" || !slices.Equal(got.Causes, []Cause{{Text: "oil"}}) {
		t.Errorf("a Mill: %+v", got)
	}
	if e.WaitsFor != bound || len(e.Causes) != 2 || e.Causes[1].Text != bound {
		t.Errorf("the entry was changed: %+v", e)
	}
}

// bindsTo is how a clause begins that may be meant to be bound.
var bindsTo = regex.New(`^[Oo]n (?:an? |others?\b|other kinds)[^:]*: `)

// TestBoundClauses holds the clauses of the built-in files that begin as bound ones do against the
// kinds of their entries: one that is bound to none is told of all.
func TestBoundClauses(t *testing.T) {
	for _, e := range load(t).Entries() {
		texts := []string{e.WaitsFor, e.Needs, e.Loss}
		for _, c := range e.Causes {
			texts = append(texts, c.Text)
		}
		for clause := range strings.SplitSeq(strings.ReplaceAll(strings.Join(texts, "; "), ". ", "; "), "; ") {
			if !bindsTo.MatchString(clause) {
				continue
			}
			m := onKinds.FindStringSubmatch(clause)
			if m == nil {
				t.Errorf("%s: %q is bound to no kind", e.EntryID(), clause)
				continue
			}
			for _, kind := range boundTo(m[1]) {
				if m[1] != "" && !slices.ContainsFunc(e.Kinds, func(k string) bool { return kindPart(k) == kind || kindPart(k) == "*" }) {
					t.Errorf("%s: %q is bound to a kind that is none of %v", e.EntryID(), clause, e.Kinds)
				}
			}
		}
	}
}
