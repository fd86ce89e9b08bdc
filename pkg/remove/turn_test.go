package remove

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// run carries out a plan for one finalizer of "a" in a bubble of its own.
func run(t *testing.T, s *server, prepare func(e *Executor, p *Plan)) (results []Result, took time.Duration) {
	t.Helper()
	p := planFor(t, s, map[string][]string{"a": {"x"}}, true)
	synctest.Test(t, func(t *testing.T) {
		e := executor(s)
		if prepare != nil {
			prepare(e, p)
		}
		began := time.Now()
		results = e.Run(t.Context(), p)
		took = time.Since(began)
	})
	return results, took
}

// An object is asked to go once, and never one that was asked already.
func TestDeletes(t *testing.T) {
	for _, tt := range []struct {
		name     string
		deleting bool
		want     int
	}{{"live", false, 1}, {"deleting", true, 0}} {
		t.Run(tt.name, func(t *testing.T) {
			s := newServer()
			s.put("a", "1", tt.deleting, "x", "y")
			p := planFor(t, s, map[string][]string{"a": {"x", "y"}}, true)
			p.Actions[0].DeleteFirst, p.Actions[1].DeleteFirst = true, true
			synctest.Test(t, func(t *testing.T) {
				if got := outcomes(executor(s).Run(t.Context(), p)); got != "Held Gone" {
					t.Errorf("got %s", got)
				}
			})
			if s.deletes != tt.want {
				t.Errorf("%d deletes, want %d", s.deletes, tt.want)
			}
		})
	}
}

// Whatever has changed in the list or the deletion since it was shown, before the
// trial or right before the write, nothing is taken off.
func TestOvertaken(t *testing.T) {
	rivals := map[string]func(s *server){
		"removed":   func(s *server) { s.put("a", "1", true, "x") },
		"added":     func(s *server) { s.put("a", "1", true, "x", "y", "z") },
		"reordered": func(s *server) { s.put("a", "1", true, "y", "x") },
		"doubled":   func(s *server) { s.put("a", "1", true, "x", "x", "y") },
		"another deletion": func(s *server) {
			s.put("a", "1", true, "x", "y")
			s.objects["a"].SetDeletionTimestamp(&metav1.Time{Time: moment})
		},
		"not deleted": func(s *server) { s.put("a", "1", false, "x", "y") },
	}
	for name, rival := range rivals {
		for _, when := range []string{"get", "dry-run", "patch"} {
			t.Run(name+" before the "+when, func(t *testing.T) {
				s := newServer()
				s.put("a", "1", true, "x", "y")
				done := false
				results, _ := runPlanned(t, s, func() {
					s.before = func(verb, _ string) error {
						if verb == when && !done {
							done = true
							rival(s)
						}
						return nil
					}
				})
				if says := overtakenSays[name]; !strings.HasPrefix(results[0].Message, says) {
					t.Errorf("says %q, want %q", results[0].Message, says)
				}
				if results[0].Outcome != Changed || len(s.journal) > 0 || !slices.Contains(results[0].Next, "remove") {
					t.Errorf("%s: %s, %v", results[0].Outcome, results[0].Message, s.journal)
				}
			})
		}
	}
	// The near miss: what is no part of what was shown may change.
	s := newServer()
	s.put("a", "1", true, "x", "y")
	results, _ := runPlanned(t, s, func() {
		done := false
		s.before = func(verb, _ string) error {
			if verb == "patch" && !done {
				done = true
				s.objects["a"].SetLabels(map[string]string{"some": "label"})
				return apierrors.NewConflict(schema.GroupResource{}, "a", errors.New("written"))
			}
			return nil
		}
	})
	if results[0].Outcome != Held {
		t.Errorf("%s: %s", results[0].Outcome, results[0].Message)
	}
}

// overtakenSays is how the change is told.
var overtakenSays = map[string]string{
	"removed":          "its finalizers were [x y] and are [x]: ",
	"added":            "its finalizers were [x y] and are [x y z]: ",
	"reordered":        "its finalizers were [x y] and are [y x]: ",
	"doubled":          "its finalizers were [x y] and are [x x y]: ",
	"another deletion": "its deletionTimestamp was 2026-03-01T11:00:00Z and is 2026-03-01T12:00:00Z: ",
	"not deleted":      "it is not being deleted any more",
}

// runPlanned carries out a plan that was made before the rivals come.
func runPlanned(t *testing.T, s *server, rivals func()) (results []Result, took time.Duration) {
	t.Helper()
	return run(t, s, func(*Executor, *Plan) { rivals() })
}

// A holder that is expected to act is waited for, and nobody else.
func TestHeld(t *testing.T) {
	tests := map[string]struct {
		rest explain.Hold
		wait bool
		says string
	}{
		"its holder is well": {explain.Hold{Finalizer: "y", Holder: explain.Holder{Name: "keeper"}, Health: explain.Running, Verdict: explain.Undecided, Message: "it is slow"}, true, "off; still held by y; keeper: it is slow"},
		"it waits itself": {explain.Hold{
			Finalizer: "y", Health: explain.Running, Verdict: explain.Waiting, Message: "waits for a pod", Blockers: []explain.Blocker{{Object: -1, What: "a pod"}},
		}, false, "off; still held by y; waits for a pod"},
		"it is stuck":                  {explain.Hold{Finalizer: "y", Verdict: explain.Stuck, Message: "no keeper"}, false, "off; still held by y; no keeper"},
		"the plan does not know of it": {explain.Hold{Finalizer: "y"}, false, "off; still held by rival and y; what that waits for is not in this plan"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			list := []string{"x", "y"}
			if strings.Contains(tt.says, "rival") {
				list = []string{"rival", "x", "y"}
			}
			s.put("a", "1", true, list...)
			results, took := run(t, s, func(_ *Executor, p *Plan) { p.Actions[0].Rest = []explain.Hold{tt.rest} })
			if results[0].Message != tt.says || took > 2*time.Second != tt.wait || !slices.Contains(results[0].Next, "why-stuck") {
				t.Errorf("after %s: %q, %v", took, results[0].Message, results[0].Next)
			}
		})
	}
}

// Who puts a finalizer back is named, with the time.
func TestPutBack(t *testing.T) {
	obj := &unstructured.Unstructured{Object: map[string]any{}}
	fields := func(entry string) *metav1.FieldsV1 {
		text, err := json.Marshal(map[string]any{"f:metadata": map[string]any{"f:finalizers": map[string]any{"v:" + entry: map[string]any{}}}})
		if err != nil {
			t.Fatal(err)
		}
		return metav1.NewFieldsV1(string(text))
	}
	at := func(minute int) *metav1.Time {
		return &metav1.Time{Time: time.Date(2026, 3, 1, 12, minute, 0, 0, time.UTC)}
	}
	obj.SetManagedFields([]metav1.ManagedFieldsEntry{
		{Manager: "early", Time: at(1), FieldsV1: fields(`"x/y"`)},
		{Manager: "late", Time: at(3), FieldsV1: fields(`"x/y"`)},
		{Manager: "other", Time: at(5), FieldsV1: fields(`"x/yz"`)},
		{Manager: "nothing", Time: at(6)},
	})
	if got, want := putBackBy(obj, "x/y"), "put back by field manager late at 2026-03-01T12:03:00Z; ask the object to go first: while it is being deleted it takes no new finalizers"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	obj.SetDeletionTimestamp(at(9))
	if got, want := putBackBy(obj, "x"), "who put it back is not recorded; stop or mend that controller first"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s := newServer()
	s.put("a", "1", true, "x", "y")
	put := false
	s.before = func(verb, _ string) error {
		if verb == "get" && !put && len(s.objects["a"].GetFinalizers()) == 1 {
			put = true
			s.put("a", "1", true, "x", "y")
		}
		return nil
	}
	if results, _ := run(t, s, nil); results[0].Outcome != PutBack || !strings.HasPrefix(results[0].Message, "it is there again: ") {
		t.Errorf("%s: %s", results[0].Outcome, results[0].Message)
	}
}

// An entry that stands twice goes altogether.
func TestTwice(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x", "y", "x")
	if results, _ := run(t, s, nil); results[0].Outcome != Held || strings.Join(s.objects["a"].GetFinalizers(), " ") != "y" {
		t.Errorf("%s: %s, left %v", results[0].Outcome, results[0].Message, s.objects["a"].GetFinalizers())
	}
}

// What a rival has changed keeps what waits for it from being begun.
func TestRivalBelow(t *testing.T) {
	s := newServer()
	s.put("above", "1", true, "x")
	s.put("below", "2", true, "x")
	p := planFor(t, s, map[string][]string{"below": {"x"}, "above": {"x"}}, false)
	slices.Reverse(p.Actions)
	p.Actions[1].Level = 1
	s.put("below", "2", true, "x", "rival")
	synctest.Test(t, func(t *testing.T) {
		results := executor(s).Run(t.Context(), p)
		if got := outcomes(results); got != "Changed NotDone" || results[1].Message != "not begun: something before it in the plan did not end as planned" {
			t.Errorf("%s: %s", got, results[1].Message)
		}
	})
}

// A server that does not answer is waited for; once it has let one wait in vain
// the others are not kept.
func TestNoAnswer(t *testing.T) {
	s := newServer()
	wanted := map[string][]string{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r"} {
		s.put(name, name, true, "x")
		wanted[name] = []string{"x"}
	}
	p := planFor(t, s, wanted, false)
	down := func(string, string) error { return errors.New("connection refused") }
	s.before = down
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		for _, r := range executor(s).Run(t.Context(), p) {
			if r.Outcome != Failed || !strings.HasSuffix(r.Message, "nothing was changed") {
				t.Errorf("%s: %s", r.Outcome, r.Message)
			}
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
		// It is back after two seconds: nothing is lost.
		back := time.Now().Add(2 * time.Second)
		s.before = func(string, string) error {
			if time.Now().Before(back) {
				return errors.New("connection refused")
			}
			return nil
		}
		for _, r := range executor(s).Run(t.Context(), p) {
			if r.Outcome != Gone {
				t.Errorf("%s: %s", r.Outcome, r.Message)
			}
		}
	})
}

// A right is asked for once a namespace, and by name only where that is refused.
func TestRights(t *testing.T) {
	w := &rights{server: newServer(), allow: func(q explain.Access) bool { return q.Name == "a" }}
	w.put("a", "1", true, "x")
	w.put("b", "2", false, "x")
	p := planFor(t, w.server, map[string][]string{"a": {"x"}, "b": {"x"}}, true)
	results := (&Executor{Writer: w, Now: time.Now, Wait: time.Second}).Run(t.Context(), p)
	want := "you may not delete things.example.com b in namespace shop, nor patch things.example.com b in namespace shop"
	if got := outcomes(results); got != "NotDone Forbidden" || results[1].Message != want {
		t.Errorf("%s: %s", got, results[1].Message)
	}
	if got := len(w.asked); got != 5 { // two without a name, three with one
		t.Errorf("asked %d questions: %v", got, w.asked)
	}
	w.allow, w.asked = func(explain.Access) bool { return true }, nil
	if (&Executor{Writer: w, Now: time.Now, Wait: time.Second}).forbidden(t.Context(), p, results) || len(w.asked) != 2 {
		t.Errorf("asked %v", w.asked)
	}
}

type rights struct {
	*server
	allow func(explain.Access) bool
	asked []explain.Access
}

func (r *rights) Allowed(_ context.Context, _ explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	out := make([]explain.Decision, len(what))
	for i, q := range what {
		r.asked = append(r.asked, q)
		out[i].Allowed = r.allow(q)
	}
	return out, nil
}

func TestNeeds(t *testing.T) {
	for _, tt := range []struct {
		kind      string
		finalizer string
		want      string
	}{
		{"Thing", "x", "patch"},
		{"Namespace", "kubernetes", "update/finalize"},
		{"Namespace", "foregroundDeletion", "patch"},
		{"Namespace", "openshift.io/origin", ""}, // in which list it stands is not known yet
	} {
		a := Action{Hold: explain.Hold{Finalizer: tt.finalizer}}
		a.Kind.Kind = tt.kind
		var got []string
		for _, q := range needs(&a) {
			got = append(got, strings.TrimSuffix(q.Verb+"/"+q.Subresource, "/"))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s %s: %v, want %q", tt.kind, tt.finalizer, got, tt.want)
		}
	}
}

// An object is asked to go only as it was shown, and what somebody else has asked it
// at the same time is not taken for this run's doing.
func TestAskedAsShown(t *testing.T) {
	for name, tt := range map[string]struct {
		rival   func(s *server)
		want    Outcome
		deletes int
		says    string
	}{
		"nothing":                   {func(*server) {}, Gone, 1, "it has gone"},
		"a finalizer is added":      {func(s *server) { s.put("a", "1", false, "x", "z") }, Changed, 0, "its finalizers were [x] and are [x z]"},
		"made again":                {func(s *server) { s.put("a", "2", false, "x") }, Gone, 0, "another object stands under this name now, untouched"},
		"somebody else asks it too": {func(s *server) { s.put("a", "1", true, "x") }, Asked, 0, "perhaps by somebody else"},
		"only metadata is written": {func(s *server) {
			s.version++
			s.objects["a"].SetResourceVersion(strconv.Itoa(s.version))
		}, Gone, 1, "it has gone"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			s.put("a", "1", false, "x")
			seen := 0
			results, _ := runPlanned(t, s, func() {
				s.before = func(verb, _ string) error {
					if verb == "delete" {
						if seen++; seen == 2 { // the first is the trial
							tt.rival(s)
						}
					}
					return nil
				}
			})
			r := results[0]
			if r.Outcome != tt.want || s.deletes != tt.deletes || !strings.Contains(r.Message, tt.says) || tt.deletes == 0 && len(s.journal) > 0 {
				t.Errorf("%s: %s; %d deletes, %v", r.Outcome, r.Message, s.deletes, s.journal)
			}
		})
	}
}

// The backup is of the object that is written to.
func TestBackupOfTheSame(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x")
	dir := filepath.Join(t.TempDir(), "backups")
	results, _ := run(t, s, func(e *Executor, _ *Plan) {
		e.Backups = &Backups{Dir: dir}
		tried := false
		s.before = func(verb, _ string) error {
			tried = tried || verb == "dry-run"
			if verb == "get" && tried && s.objects["a"].GetUID() == "1" {
				s.put("a", "2", true, "x")
			}
			return nil
		}
	})
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) || len(files) > 0 || results[0].Outcome != Recreated || len(s.journal) > 0 {
		t.Errorf("%s: %s, %d files, %v", results[0].Outcome, results[0].Message, len(files), err)
	}
}

// What is off and still there, such as a pod that its kubelet has not ended, keeps
// what waits for it from being begun.
func TestOffBelow(t *testing.T) {
	s := newServer()
	s.put("above", "1", true, "x")
	s.put("below", "2", true, "x")
	p := planFor(t, s, map[string][]string{"below": {"x"}, "above": {"x"}}, false)
	slices.Reverse(p.Actions)
	p.Actions[1].Level = 1
	s.before = func(string, string) error {
		if _, there := s.objects["below"]; !there {
			s.put("below", "2", true)
		}
		return nil
	}
	synctest.Test(t, func(t *testing.T) {
		if got := outcomes(executor(s).Run(t.Context(), p)); got != "Off NotDone" {
			t.Error(got)
		}
	})
}

// After one finalizer of an object that could not be taken off, its others stay.
func TestOthersStay(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x", "y")
	p := planFor(t, s, map[string][]string{"a": {"x", "y"}}, false)
	refused := false
	s.before = func(verb, _ string) error {
		if verb == "dry-run" && !refused {
			refused = true
			return apierrors.NewForbidden(schema.GroupResource{}, "a", errors.New("not by you"))
		}
		return nil
	}
	synctest.Test(t, func(t *testing.T) {
		if got := outcomes(executor(s).Run(t.Context(), p)); got != "Refused NotDone" || len(s.journal) > 0 {
			t.Error(got, s.journal)
		}
	})
}
