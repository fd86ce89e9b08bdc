package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var watchAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// watched is an object that is being deleted and held.
func watched(name, uid string, asked bool, verdict explain.Verdict, reasons ...explain.Reason) explain.Object {
	o := explain.Object{Verdict: verdict, Node: trace.Node{
		Ref: trace.Ref{Kind: "ConfigMap", Namespace: "shop", Name: name}, UID: uid, State: trace.Deleting, Asked: asked,
	}}
	for i, r := range reasons {
		name := fmt.Sprint("f", i)
		o.Finalizers = append(o.Finalizers, trace.Finalizer{Name: name})
		o.Holds = append(o.Holds, explain.Hold{Finalizer: name, Reason: r, Verdict: verdict, Message: "since " + strconv.Itoa(len(uid))})
	}
	return o
}

func readingOf(objects ...explain.Object) *reading {
	r := &reading{graph: &trace.Graph{At: watchAt}, diagnosis: &explain.Diagnosis{At: watchAt, Objects: objects}, judged: true}
	for i := range objects {
		r.graph.Nodes = append(r.graph.Nodes, objects[i].Node)
	}
	return r
}

// told are events in short: the type and the object's name.
func told(events []render.WatchEvent) string {
	var out []string
	for i := range events {
		text := string(events[i].Type)
		if events[i].Object != nil {
			text += " " + events[i].Object.Name
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestFollowerTellsChanges(t *testing.T) {
	f := newFollower()
	expect(t, "at first", told(f.take(readingOf(watched("a", "1", true, explain.Waiting, explain.Working), watched("b", "2", false, explain.Waiting, explain.Working)).diagnosis)), "Changed a, Changed b")

	again := watched("a", "1", true, explain.Progressing, explain.Working)
	again.Holds[0].Message = "something else, 12 s later"
	expect(t, "another message and verdict", told(f.take(readingOf(again, watched("b", "2", false, explain.Waiting, explain.Working)).diagnosis)), "")
	expect(t, "another reason", told(f.take(readingOf(watched("a", "1", true, explain.Waiting, explain.Silent)).diagnosis)), "Changed a")
	expect(t, "one hold less", told(f.take(readingOf(watched("a", "1", true, explain.Waiting)).diagnosis)), "Changed a")

	d := readingOf(watched("a", "1", true, explain.Waiting)).diagnosis
	d.Incomplete = []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden}}
	expect(t, "a problem", told(f.take(d)), "Incomplete")
	expect(t, "the same problem", told(f.take(d)), "")
}

func TestFollowerBuriesWhatTheServerSaysIsGone(t *testing.T) {
	f := newFollower()
	f.take(readingOf(watched("a", "1", true, explain.Waiting), watched("b", "2", false, explain.Waiting), watched("c", "3", false, explain.Waiting)).diagnosis)
	r := readingOf(watched("a", "1", true, explain.Waiting))
	missing := f.missing(r)
	if len(missing) != 2 || missing[0].Name != "b" || missing[1].Name != "c" {
		t.Fatalf("%v", missing)
	}
	expect(t, "nothing is known", told(f.bury(missing, []fate{{}, {}})), "")
	expect(t, "one is gone", told(f.bury(missing, []fate{{gone: true}, {}})), "Gone b, Progress")
	missing = f.missing(r)
	expect(t, "its kind is not served", told(f.bury(missing, []fate{{unserved: true}})), "")
	expect(t, "for a moment only", told(f.bury(missing, []fate{{}})), "")
	expect(t, "not served", told(f.bury(missing, []fate{{unserved: true}})), "")
	expect(t, "for certain", told(f.bury(missing, []fate{{unserved: true}})), "Gone c, Progress")
	if f.ended() || f.gone != 2 || len(f.left()) != 1 {
		t.Errorf("gone %d, left %v", f.gone, f.left())
	}
	expect(t, "one that is gone is not followed again", told(f.take(readingOf(watched("b", "2", false, explain.Waiting)).diagnosis)), "")
}

func TestFollowerTellsAnotherObject(t *testing.T) {
	f := newFollower()
	f.take(readingOf(watched("a", "1", true, explain.Waiting), watched("b", "2", true, explain.Waiting)).diagnosis)
	kind := trace.Kind{Kind: "ConfigMap", Namespaced: true}
	targets := []trace.Target{{Kind: kind, Namespace: "shop", Name: "a"}, {Kind: kind, Namespace: "shop", Name: "b"}}

	r := readingOf(watched("a", "9", true, explain.Waiting), watched("b", "2", true, explain.Waiting))
	if !f.stranger(r.graph) || f.stranger(readingOf(watched("a", "1", true, explain.Waiting)).graph) {
		t.Error("an object under the old name was not told from the old one")
	}
	missing := f.missing(r)
	events := f.bury(missing, []fate{{gone: true, by: "9"}})
	expect(t, "made again", told(events), "Gone a, Progress")
	expect(t, "by", events[0].Recreated, "9")
	if left := f.remaining(targets); len(left) != 1 || left[0].Name != "b" {
		t.Errorf("%v", left)
	}
	if f.ended() {
		t.Error("ended although one is left")
	}
	f.bury(f.missing(readingOf()), []fate{{gone: true}})
	if !f.ended() {
		t.Error("not ended although all that was asked about is gone")
	}
}

func TestFollowerIsSureOfStuck(t *testing.T) {
	f := newFollower()
	stuck := readingOf(watched("a", "1", true, explain.Stuck, explain.NobodyRemoves)).diagnosis
	stuck.Causes = []explain.Cause{{Verdict: explain.Stuck, Message: "nobody", Holds: []explain.Place{{}}, Chain: []explain.Place{{}}}}
	well := readingOf(watched("a", "1", true, explain.Waiting, explain.Working)).diagnosis
	beside := readingOf(watched("a", "1", true, explain.Waiting, explain.Working), watched("b", "2", false, explain.Stuck, explain.NobodyRemoves)).diagnosis
	for i, step := range []struct {
		d    *explain.Diagnosis
		want string
		sure bool
	}{
		{stuck, "", false},
		{well, "", false},
		{stuck, "", false},
		{stuck, "Stuck a", true},
		{stuck, "", true},
		{well, "", false},
		{beside, "", false},
		{beside, "", false},
		{stuck, "", false},
		{stuck, "Stuck a", true},
	} {
		f.take(step.d)
		events, sure := f.settle(step.d)
		if got := told(events); got != step.want || sure != step.sure {
			t.Errorf("step %d: got %q %t, want %q %t", i, got, sure, step.want, step.sure)
		}
		if len(events) > 0 && events[0].Message != "nobody" {
			t.Errorf("the cause is %q", events[0].Message)
		}
	}
}

func TestSaysNone(t *testing.T) {
	resource := schema.GroupResource{Resource: "configmaps"}
	for name, tt := range map[string]struct {
		err  error
		want bool
	}{
		"not found":             {fmt.Errorf("reading: %w", apierrors.NewNotFound(resource, "a")), true},
		"another name":          {apierrors.NewNotFound(resource, "b"), false},
		"the path is not there": {apierrors.NewGenericServerResponse(404, "GET", resource, "", "404 page not found", 0, true), false},
		"forbidden":             {apierrors.NewForbidden(resource, "a", nil), false},
		"no details":            {&apierrors.StatusError{ErrStatus: metav1.Status{Reason: metav1.StatusReasonNotFound, Code: 404}}, false},
	} {
		if got := saysNone(tt.err, "a"); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestServedGroups has groups that do not answer: only of such a group is a kind
// that is not served not known to be gone.
func TestServedGroups(t *testing.T) {
	for name, tt := range map[string]struct {
		silent trace.Part
		group  string
		want   bool
	}{
		"the group":                        {trace.Part{Group: "example.com", Version: "v1"}, "example.com", false},
		"a group whose name is within":     {trace.Part{Group: "metrics.example.com", Version: "v1"}, "example.com", true},
		"another, asked of the core group": {trace.Part{Group: "example.com", Version: "v1"}, "", true},
		"the core group":                   {trace.Part{Version: "v1"}, "", false},
	} {
		s := &source{problems: []trace.Problem{{About: tt.silent, Reason: trace.Unavailable}}}
		if got := s.saysAllOf(tt.group); got != tt.want {
			t.Errorf("%s: says all is %t, want %t", name, got, tt.want)
		}
	}
}

func TestWatchDoubtsOnce(t *testing.T) {
	r := &watchReader{}
	silent := []trace.Problem{{About: trace.Part{Resource: "pods"}, Reason: trace.Unavailable}}
	forbidden := []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden}}
	if r.doubts(silent) {
		t.Error("the first reading has nothing to be compared with")
	}
	r.last = &reading{diagnosis: &explain.Diagnosis{Incomplete: []trace.Problem{{About: trace.Part{Resource: "nodes"}, Reason: trace.TimedOut}}}}
	for i, step := range []struct {
		problems []trace.Problem
		want     bool
	}{
		{r.last.diagnosis.Incomplete, false},
		{forbidden, false},
		{silent, true},
		{silent, false},
	} {
		if got := r.doubts(step.problems); got != step.want {
			t.Errorf("step %d: %t", i, got)
		}
	}
}

func TestWatchAdapts(t *testing.T) {
	w := &watcher{options: &watchOptions{}, now: func() time.Time { return watchAt }}
	var pauses []time.Duration
	for _, step := range []struct {
		changed bool
		took    time.Duration
	}{{true, 0}, {false, 0}, {false, 0}, {false, 0}, {false, 0}, {false, 0}, {true, 0}, {false, 3 * time.Second}} {
		w.adapt(step.changed, step.took)
		pauses = append(pauses, w.pause)
	}
	ms := time.Millisecond
	if diff := cmp.Diff([]time.Duration{1000 * ms, 1500 * ms, 2250 * ms, 3375 * ms, 5000 * ms, 5000 * ms, 1000 * ms, 12000 * ms}, pauses); diff != "" {
		t.Error(diff)
	}
	w.options.interval = 100 * ms
	w.adapt(false, 3*time.Second)
	if w.pause != 100*ms {
		t.Errorf("an interval that was asked for became %s", w.pause)
	}
}

// terminal is as much of one as a frame needs.
type terminal struct {
	t             *testing.T
	lines         []string
	at            int
	begun         bool // something stands on the line already
	columns, rows int
}

func (m *terminal) Write(p []byte) (int, error) {
	for text := string(p); text != ""; {
		switch {
		case strings.HasPrefix(text, "\x1b["):
			end := strings.IndexAny(text, "AKJm")
			m.obey(text[2:end], text[end])
			text = text[end+1:]
		case text[0] == '\r':
			m.begun = false
			text = text[1:]
		case text[0] == '\n':
			m.at++
			m.begun = false
			text = text[1:]
		default:
			end := strings.IndexAny(text, "\r\n\x1b")
			m.put(text[:end])
			text = text[end:]
		}
	}
	return len(p), nil
}

func (m *terminal) obey(number string, what byte) {
	switch what {
	case 'A':
		n, err := strconv.Atoi(number)
		if err != nil || n > m.at || n >= m.rows {
			m.t.Errorf("the cursor goes up by %q from row %d of %d", number, m.at, m.rows)
			return
		}
		m.at -= n
	case 'K':
		if !m.begun {
			m.put("")
		}
	case 'J':
		m.lines = m.lines[:min(m.at, len(m.lines))]
	}
}

func (m *terminal) put(text string) {
	for len(m.lines) <= m.at {
		m.lines = append(m.lines, "")
	}
	if m.begun {
		text = m.lines[m.at] + text
	}
	m.lines[m.at], m.begun = text, true
}

func TestScreenRepaintsInPlace(t *testing.T) {
	m := &terminal{t: t, columns: 80, rows: 12}
	s := &screen{w: m, size: func() (int, int) { return m.columns, m.rows }}
	state := func(n int) *render.WatchState {
		var objects []explain.Object
		for i := range n {
			objects = append(objects, watched(fmt.Sprint("o", i), fmt.Sprint(i), true, explain.Waiting, explain.Working))
		}
		r := readingOf(objects...)
		return &render.WatchState{Graph: r.graph, Diagnosis: r.diagnosis, Known: n}
	}
	gone := watched("z", "z", false, explain.Waiting)
	show := func(events []render.WatchEvent, st *render.WatchState) {
		t.Helper()
		for i := range events {
			events[i].Time, events[i].At = watchAt, watchAt
		}
		if err := s.show(events, st); err != nil {
			t.Fatal(err)
		}
	}
	show([]render.WatchEvent{{Type: render.WatchBegan, Message: "not here"}}, state(50))
	show(nil, state(50))
	m.rows = 8
	show([]render.WatchEvent{{Type: render.WatchGone, Object: &gone}, {Type: render.WatchProgress}}, state(50))
	show(nil, state(1))
	m.rows = 30
	show(nil, state(2))
	show([]render.WatchEvent{{Type: render.WatchSummary, Outcome: render.OutcomeInterrupted, Known: 2, Left: []*explain.Object{&gone}}}, state(2))

	want := []string{
		// What the lower terminal had scrolled away.
		"50 objects in namespace shop: all waiting.",
		"0 of 50 gone",
		"",
		"configmap/o0  deleting  ← asked",
		// The rest was painted over.
		"12:00:00  gone   configmap/z in namespace shop",
		"2 objects in namespace shop: all waiting.",
		"0 of 2 gone",
		"",
		"configmap/o0  deleting  ← asked",
		"    finalizer  f0: since 1",
		"configmap/o1  deleting  ← asked",
		"    finalizer  f0: since 1",
		"12:00:00  end    interrupted after 0s: 0 of 2 gone; left: configmap/z in namespace shop",
	}
	if diff := cmp.Diff(want, m.lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRowsOf(t *testing.T) {
	lines := []string{"", "12345", "123456", "\x1b[1m12345\x1b[0m"}
	for columns, want := range map[int]int{0: 4, 80: 4, 5: 5, 3: 7} {
		if got := rowsOf(lines, columns); got != want {
			t.Errorf("at %d columns: %d rows, want %d", columns, got, want)
		}
	}
}
