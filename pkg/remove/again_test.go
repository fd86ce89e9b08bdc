package remove

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// What was asked to go first is judged again before anything is taken off it, with
// what was shown and nothing else overruled.
func TestJudgedAgain(t *testing.T) {
	overruled := func(g Guard, names ...string) Objection {
		return Objection{Guard: g, Message: "so it is", Over: names, Flag: g.Flag(), Overridden: true}
	}
	tests := map[string]struct {
		shown []Objection
		anew  func(a *Action)
		err   error
		want  Outcome
		says  string
	}{
		"as before":               {shown: []Objection{overruled(NotDeleting)}, want: Held},
		"a guard that was shown":  {shown: []Objection{overruled(Dependents, "pod/a")}, anew: func(a *Action) { a.Objections = []Objection{overruled(Dependents, "pod/a")} }, want: Held},
		"a guard speaks now":      {anew: func(a *Action) { a.Objections = []Objection{{Guard: InGrace, Message: "it has time"}} }, want: Asked, says: "the guard InGrace speaks against taking x off now: it has time"},
		"overruled and not shown": {anew: func(a *Action) { a.Objections = []Objection{overruled(Undecided)} }, want: Asked, says: "so it is; --despite-doubt was given, and the plan that was confirmed did not show this"},
		"it speaks of more":       {shown: []Objection{overruled(Dependents, "pod/a")}, anew: func(a *Action) { a.Objections = []Objection{overruled(Dependents, "pod/a", "pod/b")} }, want: Asked, says: "the guard Dependents speaks"},
		"its flag counts no more": {shown: []Objection{overruled(Dependents, "pod/a")}, anew: func(a *Action) {
			a.Objections = []Objection{{Guard: Dependents, Message: "it owns", Over: []string{"pod/a"}}}
		}, want: Asked, says: "the guard Dependents speaks"},
		"more is lost":           {anew: func(a *Action) { a.Hold.Cost = explain.Cost{Loss: "A disk", Risk: explain.RiskLow} }, want: Asked, says: "what is lost is no longer what was shown"},
		"nothing is known of it": {anew: func(a *Action) { a.Object.UID = "other" }, want: Asked, says: "no longer what was shown"},
		"it could not be judged": {err: errors.New("forbidden"), want: Asked, says: "it could not be judged anew: forbidden"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			s.put("a", "1", false, "x", "y")
			results, _ := run(t, s, func(e *Executor, p *Plan) {
				p.Actions[0].Objections = tt.shown
				e.Again = func(_ context.Context, actions []*Action) (*Plan, error) {
					if s.objects["a"].GetDeletionTimestamp() == nil {
						t.Error("judged before it was asked to go")
					}
					a := *actions[0]
					a.Objections = nil
					if tt.anew != nil {
						tt.anew(&a)
					}
					return &Plan{Actions: []Action{a}}, tt.err
				}
			})
			r := results[0]
			if r.Outcome != tt.want || !strings.Contains(r.Message, tt.says) || (len(s.journal) > 0) != (tt.want == Held) {
				t.Errorf("%s: %s, %v", r.Outcome, r.Message, s.journal)
			}
			if next := strings.Join(r.Next, " "); r.Outcome == Asked && !strings.HasSuffix(next, "/a -n shop --finalizer x") {
				t.Errorf("next: %s", next)
			}
			if r.Outcome == Asked && (!strings.HasPrefix(r.Message, "it was asked to go") || !slices.Equal(r.Left, []string{"x", "y"})) {
				t.Errorf("%s, left %v", r.Message, r.Left)
			}
		})
	}
}

// What the deletion itself has added to the list was not shown.
func TestJudgedAgainOtherList(t *testing.T) {
	s := newServer()
	s.put("a", "1", false, "x")
	s.before = func(verb, _ string) error {
		if obj := s.objects["a"]; verb == "get" && obj.GetDeletionTimestamp() != nil {
			obj.SetFinalizers([]string{"x", "orphan"})
		}
		return nil
	}
	results, _ := run(t, s, nil)
	if r := results[0]; r.Outcome != Asked || !strings.Contains(r.Message, "its finalizers were [x] and are [x orphan]") || len(s.journal) > 0 {
		t.Errorf("%s: %s", r.Outcome, r.Message)
	}
}

// Without somebody to judge, time that it was given is left to it.
func TestJudgedAgainGrace(t *testing.T) {
	for seconds, want := range map[int64]Outcome{0: Gone, 30: Asked} {
		s := newServer()
		s.put("a", "1", false, "x")
		s.before = func(_, _ string) error {
			if obj := s.objects["a"]; obj != nil && obj.GetDeletionTimestamp() != nil {
				obj.SetDeletionGracePeriodSeconds(&seconds)
			}
			return nil
		}
		if results, _ := run(t, s, nil); results[0].Outcome != want {
			t.Errorf("%d seconds: %s: %s", seconds, results[0].Outcome, results[0].Message)
		}
	}
}
