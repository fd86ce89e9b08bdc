package watch

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestLine(t *testing.T) {
	held := watchedClaim(0).Diagnosis.Objects[0]
	live := held
	live.State, live.Since, live.Holds = trace.Live, time.Time{}, nil
	evil := held
	evil.Holds = []explain.Hold{{Finalizer: "a\x1b[31m/b", Verdict: explain.Stuck, Reason: explain.Failing, Message: "one\n\x1b[2Jtwo"}}
	for _, tt := range []struct {
		name string
		e    follow.Event
		want string
	}{
		{"began", follow.Event{Type: follow.Began, Diagnosis: watchedClaim(0).Diagnosis}, "follow persistentvolumeclaim/data in namespace shop has been deleting for 2m and is waiting for something else to happen first."},
		{"held", follow.Event{Type: follow.Changed, Object: &held}, "held   persistentvolumeclaim/data in namespace shop: kubernetes.io/pvc-protection: pod/web-0 still uses it"},
		{"escapes", follow.Event{Type: follow.Changed, Object: &evil}, `held   persistentvolumeclaim/data in namespace shop: a\x1b[31m/b: one \x1b[2Jtwo`},
		{"live", follow.Event{Type: follow.Changed, Object: &live}, "live   persistentvolumeclaim/data in namespace shop: nobody has asked it to go, waiting until somebody does"},
		{"gone", follow.Event{Type: follow.Gone, Object: &held}, "gone   persistentvolumeclaim/data in namespace shop, 2m after it was asked to go"},
		{"gone, live", follow.Event{Type: follow.Gone, Object: &live}, "gone   persistentvolumeclaim/data in namespace shop"},
		{"made again", follow.Event{Type: follow.Gone, Object: &held, Recreated: "u"}, "gone   persistentvolumeclaim/data in namespace shop; another object now stands under this name"},
		{"with its kind", follow.Event{Type: follow.Gone, Object: &held, Unserved: true}, "gone   persistentvolumeclaim/data in namespace shop; its kind is no longer served"},
		{"progress", follow.Event{Type: follow.Progress, Gone: 12, Known: 1038}, "count  12 of 1,038 gone"},
		{"stuck", follow.Event{Type: follow.Stuck, Object: &held, Message: "m"}, "stuck  persistentvolumeclaim/data in namespace shop will not finish without help: m"},
		{"silent", follow.Event{Type: follow.Silent, Message: "refused"}, "server does not answer, waiting: refused"},
		{"answers", follow.Event{Type: follow.Answers}, "server answers again"},
		{"unread", follow.Event{Type: follow.Incomplete, Problems: []trace.Problem{{About: trace.Part{Resource: "secrets", Namespace: "shop"}, Reason: trace.Forbidden}}}, "unread incomplete: could not read secrets in namespace shop"},
		{"end", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeGone, Took: 12 * time.Second, Gone: 2, Known: 2}, "end    gone within 12s: 2 of 2 gone"},
		{"end, others left", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeGone, Gone: 1, Known: 2, Left: []*explain.Object{&held}}, "end    gone within 0s: 1 of 2 gone; beside what was asked for, there may still be persistentvolumeclaim/data in namespace shop (kubernetes.io/pvc-protection)"},
		{"end, stuck", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeStuck, Known: 1, Left: []*explain.Object{&live}}, "end    stuck: 0 of 1 gone; left: persistentvolumeclaim/data in namespace shop (kubernetes.io/pvc-protection)"},
		{"end, undecided", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeUndecided, Known: 1, Left: []*explain.Object{&held}}, "end    undecided, what could be read does not tell whether it will finish: 0 of 1 gone; left: persistentvolumeclaim/data in namespace shop (kubernetes.io/pvc-protection)"},
		{"end, many left", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeTimedOut, Took: time.Minute, Known: 7, Left: slices.Repeat([]*explain.Object{{Verdict: explain.Stuck, Node: trace.Node{Ref: trace.Ref{Kind: "Node", Name: "n"}, UID: "u", State: trace.Deleting}}}, 7)}, "end    not gone within 60s: 0 of 7 gone; left: node/n, node/n, node/n, node/n, node/n and 2 more"},
		{"end, interrupted", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeInterrupted, Took: time.Hour, Known: 1, Left: []*explain.Object{{Verdict: explain.Stuck, Node: trace.Node{Ref: trace.Ref{Kind: "Node", Name: "n"}, UID: "u", State: trace.Deleting}}}}, "end    interrupted after 60m: 0 of 1 gone; left: node/n"},
		{"end, by q", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeQuit, Took: time.Minute, Known: 7, Gone: 6, Left: []*explain.Object{&live}}, "end    watched for 60s: 6 of 7 gone; left: persistentvolumeclaim/data in namespace shop (kubernetes.io/pvc-protection)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.e.Time, tt.e.At = at.In(time.FixedZone("", 3600)), at
			if got := strings.Join(Lines(&tt.e, false, paper.Look{}), "\n"); got != "2026-03-01T12:00:00Z  "+tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if got := strings.Join(Lines(&tt.e, true, paper.Look{Color: true}), "\n"); sample.WithoutColor(got) != "13:00:00  "+tt.want {
				t.Errorf("on a terminal: %q", got)
			}
			line, err := paper.JSONLine(document.EventOf(&tt.e, Message(&tt.e)))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Count(line, "\n") != 1 || strings.Contains(line, "\x1b") {
				t.Errorf("not one line, or not escaped: %q", line)
			}
			if err := sample.Check(t, "watch", "", line); err != nil {
				t.Error(err)
			}
		})
	}
}

// In a terminal a line breaks between words, and goes on below what it says.
func TestLinesBreakBetweenWords(t *testing.T) {
	held := watchedClaim(0).Diagnosis.Objects[0]
	e := follow.Event{Type: follow.Stuck, Object: &held, Message: "nobody will remove it", Time: at, At: at}
	want := []string{
		"12:00:00  stuck  persistentvolumeclaim/data in namespace shop",
		"                 will not finish without help: nobody will",
		"                 remove it",
	}
	if diff := cmp.Diff(want, Lines(&e, true, paper.Look{Width: 62})); diff != "" {
		t.Error(diff)
	}
}
