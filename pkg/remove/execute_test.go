package remove

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func executor(s *server) *Executor {
	return &Executor{Writer: s, Now: time.Now, Wait: 3 * time.Second}
}

func outcomes(results []Result) string {
	var all []string
	for _, r := range results {
		all = append(all, string(r.Outcome))
	}
	return strings.Join(all, " ")
}

func TestRun(t *testing.T) {
	tests := map[string]struct {
		prepare func(s *server)
		wanted  map[string][]string
		first   bool
		meddle  func(s *server) func(verb, name string) error
		want    string
		left    string // the finalizers of "a" afterwards, "gone" for none
	}{
		"the last one": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}}, want: "Gone", left: "gone",
		},
		"one of two": {
			prepare: func(s *server) { s.put("a", "1", true, "x", "y") },
			wanted:  map[string][]string{"a": {"x"}}, want: "Held", left: "y",
		},
		"both of three, in any order": {
			prepare: func(s *server) { s.put("a", "1", true, "x", "y", "z") },
			wanted:  map[string][]string{"a": {"z", "x"}}, want: "Held Held", left: "y",
		},
		"not being deleted": {
			prepare: func(s *server) { s.put("a", "1", false, "x") },
			wanted:  map[string][]string{"a": {"x"}}, want: "Changed", left: "x",
		},
		"asked to go first": {
			prepare: func(s *server) { s.put("a", "1", false, "x") },
			wanted:  map[string][]string{"a": {"x"}}, first: true, want: "Gone", left: "gone",
		},
		"recreated before the write": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}},
			meddle: func(s *server) func(string, string) error {
				return func(verb, _ string) error {
					if verb == "patch" {
						s.put("a", "2", true, "x")
					}
					return nil
				}
			},
			want: "Gone", left: "x",
		},
		"recreated before it was read": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}},
			meddle: func(s *server) func(string, string) error {
				return func(verb, _ string) error {
					if verb == "get" {
						s.put("a", "2", true, "x")
					}
					return nil
				}
			},
			want: "Recreated", left: "x",
		},
		"gone before": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}},
			meddle: func(s *server) func(string, string) error {
				return func(string, string) error { delete(s.objects, "a"); return nil }
			},
			want: "AlreadyGone", left: "gone",
		},
		"another one is added between plan and write": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}},
			meddle: func(s *server) func(string, string) error {
				once := false
				return func(verb, _ string) error {
					if verb == "patch" && !once {
						once = true
						s.put("a", "1", true, "rival", "x")
					}
					return nil
				}
			},
			want: "Changed", left: "rival x",
		},
		"refused": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}},
			meddle: func(*server) func(string, string) error {
				return func(verb, _ string) error {
					if verb == "dry-run" {
						return apierrors.NewForbidden(schema.GroupResource{Resource: "things"}, "a", errors.New(`admission webhook "no.example.com" denied the request: never`))
					}
					return nil
				}
			},
			want: "Refused", left: "x",
		},
		"no answer to the write, which was done": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}},
			meddle: func(s *server) func(string, string) error {
				return func(verb, _ string) error {
					if verb == "patch" {
						delete(s.objects, "a")
						return errors.New("connection reset")
					}
					return nil
				}
			},
			want: "Gone", left: "gone",
		},
		"no answer to the write, which was not done": {
			prepare: func(s *server) { s.put("a", "1", true, "x") },
			wanted:  map[string][]string{"a": {"x"}},
			meddle: func(*server) func(string, string) error {
				failed := 0
				return func(verb, _ string) error {
					if failed++; verb != "dry-run" && failed > 3 && failed < 8 {
						return errors.New("connection refused")
					}
					return nil
				}
			},
			want: "Gone", left: "gone",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			tt.prepare(s)
			p := planFor(t, s, tt.wanted, tt.first)
			if tt.meddle != nil {
				s.before = tt.meddle(s)
			}
			synctest.Test(t, func(t *testing.T) {
				if got := outcomes(executor(s).Run(t.Context(), p)); got != tt.want {
					t.Errorf("outcomes %q, want %q", got, tt.want)
				}
			})
			left := "gone"
			if obj, ok := s.objects["a"]; ok {
				left = strings.Join(obj.GetFinalizers(), " ")
			}
			if left != tt.left {
				t.Errorf("left %q, want %q", left, tt.left)
			}
		})
	}
}

// A person without the right is told so, and nothing is tried.
func TestForbidden(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x")
	s.denied = true
	p := planFor(t, s, map[string][]string{"a": {"x"}}, false)
	s.before = func(verb, _ string) error { t.Errorf("tried to %s", verb); return nil }
	results := executor(s).Run(t.Context(), p)
	if results[0].Outcome != Forbidden || !strings.Contains(results[0].Message, "patch things.example.com a in namespace shop") {
		t.Errorf("got %s: %s", results[0].Outcome, results[0].Message)
	}
}

// What a guard refuses is not begun, whoever asks for it, and neither is the rest of
// the plan. What is overridden is.
func TestRunRefusedPlan(t *testing.T) {
	for _, overridden := range []bool{false, true} {
		s := newServer()
		s.put("a", "1", true, "x")
		s.put("b", "2", true, "x")
		p := planFor(t, s, map[string][]string{"a": {"x"}, "b": {"x"}}, false)
		p.Actions[1].Objections = []Objection{{Guard: Loss, Message: "a bucket stays", Flag: Loss.Flag(), Overridden: overridden}}
		var asked atomic.Bool
		s.before = func(string, string) error { asked.Store(true); return nil }
		results := executor(s).Run(t.Context(), p)
		want, said := "NotDone NotDone", "not begun: the guard Loss refuses it: a bucket stays"
		if overridden {
			want, said = "Gone Gone", results[1].Message
		}
		if got := outcomes(results); got != want || results[1].Message != said || asked.Load() != overridden {
			t.Errorf("overridden %t: %s, asked %t: %s", overridden, got, asked.Load(), results[1].Message)
		}
	}
}

// What failed below keeps what is above from being begun.
func TestLevels(t *testing.T) {
	s := newServer()
	s.put("above", "1", true, "x")
	s.put("below", "2", true, "x")
	p := planFor(t, s, map[string][]string{"below": {"x"}, "above": {"x"}}, false)
	slices.Reverse(p.Actions) // below first
	p.Actions[1].Level = 1
	s.before = func(verb, name string) error {
		if verb == "dry-run" && name == "below" {
			return apierrors.NewForbidden(schema.GroupResource{}, name, errors.New("no"))
		}
		return nil
	}
	if got := outcomes(executor(s).Run(t.Context(), p)); got != "Refused NotDone" {
		t.Errorf("got %q", got)
	}
	if len(s.objects) != 2 {
		t.Error("something went")
	}
}

// An interruption leaves what is begun whole, and the rest untouched.
func TestInterrupted(t *testing.T) {
	s := newServer()
	wanted := map[string][]string{}
	for i := range 50 {
		name := fmt.Sprintf("o%02d", i)
		s.put(name, name, true, "x")
		wanted[name] = []string{"x"}
	}
	p := planFor(t, s, wanted, false)
	ctx, cancel := context.WithCancel(t.Context())
	e := executor(s)
	done := 0
	e.Done = func(Result) {
		if done++; done == 5 {
			cancel()
		}
	}
	results := e.Run(ctx, p)
	for _, r := range results {
		_, there := s.objects[r.Action.Object.Name]
		switch {
		case r.Outcome == Gone && there, r.Outcome == NotDone && !there, r.Outcome != Gone && r.Outcome != NotDone && r.Outcome != Failed:
			t.Errorf("%s: %s (%s), there: %t", r.Action.Object.Name, r.Outcome, r.Message, there)
		}
	}
	if got := outcomes(results); !strings.Contains(got, string(NotDone)) || strings.Count(got, string(Gone)) < 5 {
		t.Errorf("got %s", got)
	}
}

// A trial changes nothing.
func TestTry(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x")
	s.put("b", "2", false, "x")
	e := executor(s)
	e.Try = true
	if got := outcomes(e.Run(t.Context(), planFor(t, s, map[string][]string{"a": {"x"}, "b": {"x"}}, true))); got != "Would Would" {
		t.Errorf("got %q", got)
	}
	if len(s.journal) > 0 || s.deletes > 0 || s.objects["b"].GetDeletionTimestamp() != nil {
		t.Errorf("changed: %v, %d deletes", s.journal, s.deletes)
	}
}

// Backup and log are there before the change, and an object is kept as it was.
func TestKept(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x")
	dir := t.TempDir()
	e := executor(s)
	e.Backups = &Backups{Dir: filepath.Join(dir, "backups")}
	e.Log = &Log{Path: filepath.Join(dir, "log", "removals.jsonl")}
	s.before = func(verb, _ string) error {
		if verb != "patch" {
			return nil
		}
		entries, broken, err := e.Log.Read()
		if err != nil || broken > 0 || len(entries) != 1 || entries[0].Phase != phaseBegun || entries[0].Backup == "" {
			t.Errorf("before the write the log has %v, %d broken, %v", entries, broken, err)
		}
		return nil
	}
	results := e.Run(t.Context(), planFor(t, s, map[string][]string{"a": {"x"}}, false))
	text, err := os.ReadFile(results[0].Backup)
	if err != nil || !strings.Contains(string(text), "- x") {
		t.Errorf("the backup is %q, %v", text, err)
	}
	if info, err := os.Stat(results[0].Backup); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has mode %v, %v", info.Mode(), err)
	}
	entries, _, err := e.Log.Read()
	if err != nil || len(entries) != 2 || entries[1].Outcome != string(Gone) {
		t.Errorf("the log has %v, %v", entries, err)
	}
	files, err := os.ReadDir(e.Backups.Dir)
	if err != nil || len(files) != 1 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}

// A log that a crash cut off keeps every whole line, and new ones are whole.
func TestCutLog(t *testing.T) {
	l := &Log{Path: filepath.Join(t.TempDir(), "removals.jsonl")}
	for _, name := range []string{"a", "b"} {
		if err := l.append(Entry{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(l.Path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(l.Path, text[:len(text)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.append(Entry{Name: "c"}); err != nil {
		t.Fatal(err)
	}
	entries, broken, err := l.Read()
	if err != nil || broken != 1 || len(entries) != 2 || entries[1].Name != "c" {
		t.Errorf("got %v, %d broken, %v", entries, broken, err)
	}
}

// Whatever others do meanwhile, the only change that is ever made is that the
// named entries are taken off the objects with the planned UIDs.
func TestOnlyThePlan(t *testing.T) {
	rounds := uint64(5000)
	if testing.Short() {
		rounds = 300
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { onlyThePlan(t, rand.New(rand.NewPCG(seed, 1))) })
		})
	}
}

func onlyThePlan(t *testing.T, r *rand.Rand) {
	s := newServer()
	pool := []string{"a/1", "b/2", "c~3", "d/4 5", "e/6\n", "orphan"}
	wanted := map[string][]string{}
	allowed := map[string]bool{}
	for i := range 1 + r.IntN(4) {
		name := fmt.Sprintf("o%d", i)
		list := slices.Clone(pool)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:1+r.IntN(len(list))]
		s.put(name, "u-"+name, r.IntN(3) > 0, list...)
		wanted[name] = list[:1+r.IntN(len(list))]
		for _, f := range wanted[name] {
			allowed["u-"+name+" -"+f] = true
		}
	}
	p := planFor(t, s, wanted, r.IntN(2) == 0)
	rivals := 0
	s.before = func(_, name string) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		obj := s.objects[name]
		if obj == nil || rivals > 6 || r.IntN(3) > 0 {
			return nil
		}
		rivals++
		switch list := obj.GetFinalizers(); r.IntN(5) {
		case 0: // a rival puts one in front
			s.put(name, string(obj.GetUID()), obj.GetDeletionTimestamp() != nil, slices.Insert(list, 0, fmt.Sprintf("rival/%d", rivals))...)
		case 1: // or turns the list around
			slices.Reverse(list)
			s.put(name, string(obj.GetUID()), obj.GetDeletionTimestamp() != nil, list...)
		case 2: // or another object comes in its place
			s.put(name, fmt.Sprintf("new-%d", rivals), r.IntN(2) == 0, list...)
		case 3:
			return errors.New("connection reset")
		case 4:
			delete(s.objects, name)
		}
		return nil
	}
	e := executor(s)
	e.Wait = 200 * time.Millisecond
	for _, result := range e.Run(t.Context(), p) {
		if result.Outcome == "" {
			t.Errorf("no outcome for %s", result.Action.Object.Name)
		}
	}
	for _, change := range s.journal {
		if !allowed[change] {
			t.Errorf("changed what was not planned: %s", change)
		}
	}
}
