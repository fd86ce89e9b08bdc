package watching

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
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

// painted is as much of a terminal as a frame needs.
type painted struct {
	t             *testing.T
	lines         []string
	at            int
	begun         bool // something stands on the line already
	columns, rows int
}

func (m *painted) Write(p []byte) (int, error) {
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

func (m *painted) obey(number string, what byte) {
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

func (m *painted) put(text string) {
	for len(m.lines) <= m.at {
		m.lines = append(m.lines, "")
	}
	if m.begun {
		text = m.lines[m.at] + text
	}
	m.lines[m.at], m.begun = text, true
}

func TestScreenRepaintsInPlace(t *testing.T) {
	m := &painted{t: t, columns: 80, rows: 12}
	s := &Screen{W: m, Size: func() (int, int) { return m.columns, m.rows }}
	state := func(n int) *follow.State {
		var objects []explain.Object
		for i := range n {
			objects = append(objects, watched(fmt.Sprint("o", i), fmt.Sprint(i), true, explain.Waiting, explain.Working))
		}
		g := &trace.Graph{At: watchAt}
		for i := range objects {
			g.Nodes = append(g.Nodes, objects[i].Node)
		}
		return &follow.State{Graph: g, Diagnosis: &explain.Diagnosis{At: watchAt, Objects: objects}, Known: n}
	}
	gone := watched("z", "z", false, explain.Waiting)
	show := func(events []follow.Event, st *follow.State) {
		t.Helper()
		for i := range events {
			events[i].Time, events[i].At = watchAt, watchAt
		}
		if err := s.Show(events, st); err != nil {
			t.Fatal(err)
		}
	}
	show([]follow.Event{{Type: follow.Began, Diagnosis: &explain.Diagnosis{}}}, state(50))
	show(nil, state(50))
	m.rows = 8
	show([]follow.Event{{Type: follow.Gone, Object: &gone}, {Type: follow.Progress}}, state(50))
	show(nil, state(1))
	m.rows = 30
	show(nil, state(2))
	show([]follow.Event{{Type: follow.Summary, Outcome: follow.OutcomeInterrupted, Known: 2, Left: []*explain.Object{&gone}}}, state(2))

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
		"12:00:00  end    interrupted after 0s: 0 of 2 gone; left: configmap/z in",
		"                 namespace shop",
	}
	if diff := cmp.Diff(want, m.lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
