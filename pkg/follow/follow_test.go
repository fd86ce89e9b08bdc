package follow

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
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var readAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

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
	r := &reading{graph: &trace.Graph{At: readAt}, diagnosis: &explain.Diagnosis{At: readAt, Objects: objects}, judged: true}
	for i := range objects {
		r.graph.Nodes = append(r.graph.Nodes, objects[i].Node)
	}
	return r
}

// told are events in short: the type and the object's name.
func told(events []Event) string {
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

func TestKnownTellsChanges(t *testing.T) {
	f := newKnown()
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

func TestKnownBuriesWhatTheServerSaysIsGone(t *testing.T) {
	f := newKnown()
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

func TestKnownTellsAnotherObject(t *testing.T) {
	f := newKnown()
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

func TestKnownIsSureOfStuck(t *testing.T) {
	f := newKnown()
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
		events, ends := f.settle(step.d)
		if got := told(events); got != step.want || (ends == OutcomeStuck) != step.sure {
			t.Errorf("step %d: got %q %q, want %q %t", i, got, ends, step.want, step.sure)
		}
		if len(events) > 0 && events[0].Message != "nobody" {
			t.Errorf("the cause is %q", events[0].Message)
		}
	}
}

func TestKnownIsSureOfUndecided(t *testing.T) {
	f := newKnown()
	at := func(seconds int, objects ...explain.Object) *explain.Diagnosis {
		d := readingOf(objects...).diagnosis
		d.At = readAt.Add(time.Duration(seconds) * time.Second)
		return d
	}
	silent := watched("a", "1", true, explain.Undecided, explain.Silent)
	early := watched("a", "1", true, explain.Undecided, explain.JustAsked)
	works := watched("b", "2", true, explain.Progressing, explain.Working)
	waits := watched("b", "2", true, explain.Waiting, explain.Working)
	stuck := watched("b", "2", true, explain.Stuck, explain.NobodyRemoves)
	beside := watched("c", "3", false, explain.Undecided, explain.Silent)
	for i, step := range []struct {
		d    *explain.Diagnosis
		want Outcome
	}{
		{at(0, early), ""},
		{at(40, early), ""}, // it is too early however long that is said
		{at(50, silent, works), ""},
		{at(100, silent, works), ""}, // something moves
		{at(110, silent, waits), ""},
		{at(125, silent, waits), ""}, // not long enough
		{at(141, silent, waits), OutcomeUndecided},
		{at(142, silent, works), ""},
		{at(143, silent, waits), ""},
		{at(144, silent, stuck), ""},
		{at(174, silent, stuck), OutcomeStuck}, // that counts for more
		{at(180, waits, beside), ""},
		{at(240, waits, beside), ""}, // nobody asked about that one
	} {
		f.take(step.d)
		if _, ends := f.settle(step.d); ends != step.want {
			t.Errorf("step %d: %q, want %q", i, ends, step.want)
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

func TestDoubtsOnce(t *testing.T) {
	r := &reader{}
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

func TestPaceAdapts(t *testing.T) {
	var p pace
	var pauses []time.Duration
	for _, step := range []struct {
		changed bool
		took    time.Duration
	}{{true, 0}, {false, 0}, {false, 0}, {false, 0}, {false, 0}, {false, 0}, {true, 0}, {false, 3 * time.Second}, {false, 4 * time.Second}, {true, time.Minute}, {true, time.Second / 4}, {true, time.Minute}, {true, time.Minute}} {
		p.adapt(step.changed, step.took)
		pauses = append(pauses, p.pause)
	}
	ms := time.Millisecond
	if diff := cmp.Diff([]time.Duration{1000 * ms, 1500 * ms, 2250 * ms, 3375 * ms, 5000 * ms, 5000 * ms, 1000 * ms, 1500 * ms, 12000 * ms, 16000 * ms, 1000 * ms, 1000 * ms, 30000 * ms}, pauses); diff != "" {
		t.Error(diff)
	}
	p.interval = 100 * ms
	p.adapt(false, 3*time.Second)
	if p.pause != 100*ms {
		t.Errorf("an interval that was asked for became %s", p.pause)
	}
}
