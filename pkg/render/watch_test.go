package render

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

var watchAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// watchedClaim is a claim that is being deleted, and pods below it that are.
func watchedClaim(pods int) *follow.State {
	node := func(kind, name string, asked bool) trace.Node {
		return trace.Node{
			Ref: trace.Ref{Kind: kind, Namespace: "shop", Name: name}, Resource: strings.ToLower(kind) + "s", UID: "uid-" + name,
			State: trace.Deleting, Since: watchAt.Add(-2 * time.Minute), Asked: asked,
		}
	}
	s := &follow.State{Graph: &trace.Graph{At: watchAt}, Diagnosis: &explain.Diagnosis{At: watchAt}, Gone: 3, Known: 4 + pods}
	claim := node("PersistentVolumeClaim", "data", true)
	claim.Finalizers = []trace.Finalizer{{Name: "kubernetes.io/pvc-protection"}}
	s.Graph.Nodes = append(s.Graph.Nodes, claim)
	hold := explain.Hold{Finalizer: "kubernetes.io/pvc-protection", Verdict: explain.Waiting, Reason: explain.InUse, Message: "pod/web-0 still uses it"}
	s.Diagnosis.Objects = append(s.Diagnosis.Objects, explain.Object{Node: claim, Verdict: explain.Waiting, Holds: []explain.Hold{hold}})
	for i := range pods {
		pod := node("Pod", fmt.Sprintf("web-%d", i), false)
		s.Graph.Nodes = append(s.Graph.Nodes, pod)
		s.Graph.Edges = append(s.Graph.Edges, trace.Edge{From: 0, To: i + 1, Rule: "pvc:user"})
		s.Diagnosis.Objects = append(s.Diagnosis.Objects, explain.Object{Node: pod, Verdict: explain.Waiting, Holds: []explain.Hold{{
			Verdict: explain.Waiting, Reason: explain.KubeletUnfinished, Message: "container c still runs on node-3",
		}}})
	}
	if pods > 0 {
		place := explain.Place{Object: 1}
		s.Diagnosis.Causes = []explain.Cause{{Verdict: explain.Waiting, Reason: explain.KubeletUnfinished, Message: "container c still runs on node-3", Holds: []explain.Place{place}, Chain: []explain.Place{{}, place}}}
	}
	return s
}

func TestWatchFrame(t *testing.T) {
	silent := watchedClaim(1)
	silent.Silent, silent.Quiet = "connection refused", 14*time.Second
	for _, tt := range []struct {
		name          string
		state         *follow.State
		columns, rows int
		want          string
	}{
		{"all of it", watchedClaim(2), 80, 24, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and waits
  for something else to happen first.
3 of 6 gone
Held by: pod/web-0: container c still runs on node-3

persistentvolumeclaim/data  deleting 2m  ← asked
│   finalizer  kubernetes.io/pvc-protection: pod/web-0 still uses it
├── pod/web-0  deleting 2m
│       held       container c still runs on node-3
└── pod/web-1  deleting 2m
        held       container c still runs on node-3`},
		{"narrow", watchedClaim(1), 40, 24, `
persistentvolumeclaim/data in namespace
  shop has been deleting for 2m and
  waits for something else to happen
  first.
3 of 5 gone
Held by: pod/web-0: container c still
  runs on node-3

persistentvolumeclaim/data
│   deleting 2m  ← asked
│   finalizer
│     kubernetes.io/pvc-protection:
│     pod/web-0 still uses it
└── pod/web-0  deleting 2m
        held       container c still
          runs on node-3`},
		{"low", watchedClaim(50), 80, 12, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and waits
  for something else to happen first.
3 of 54 gone
Held by: pod/web-0: container c still runs on node-3

persistentvolumeclaim/data  deleting 2m  ← asked
│   finalizer  kubernetes.io/pvc-protection: pod/web-0 still uses it
├── pod/web-0  deleting 2m
│       held       container c still runs on node-3
├── pod/web-1  deleting 2m
│       held       container c still runs on node-3
… and 48 more`},
		{"lowest", watchedClaim(50), 80, 4, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and waits
  for something else to happen first.
3 of 54 gone
… and 51 more`},
		{"lowest and narrow", watchedClaim(50), 40, 2, `
persistentvolumeclaim/data in namespace…
3 of 54 gone
persistentvolumeclaim/data
… and 50 more`},
		{"a server that is silent", silent, 80, 8, `
persistentvolumeclaim/data in namespace shop has been deleting for 2m and waits
  for something else to happen first.
3 of 5 gone, nothing has changed for 14s
! the server does not answer, waiting: connection refused
Held by: pod/web-0: container c still runs on node-3

persistentvolumeclaim/data  deleting 2m  ← asked
└── pod/web-0  deleting 2m`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := "\n" + strings.Join(WatchFrame(tt.state, Options{Width: tt.columns}, tt.rows), "\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWatchFrameFits counts the rows of a terminal of every size.
func TestWatchFrameFits(t *testing.T) {
	for _, file := range goldenFiles(t, "testdata/why/*.txtar") {
		d := readDiagnosis(t, firstFile(t, file))
		s := &follow.State{Diagnosis: d, Graph: &trace.Graph{At: d.At}, Gone: 1, Known: 2, Silent: "no", Quiet: time.Minute}
		for i := range d.Objects {
			s.Graph.Nodes = append(s.Graph.Nodes, d.Objects[i].Node)
		}
		for _, columns := range []int{20, 40, 80, 132} {
			for rows := leastRows; rows < 30; rows += 3 {
				for _, color := range []bool{false, true} {
					f := framer{columns: columns}
					lines := WatchFrame(s, Options{Width: columns, Color: color}, rows)
					if n := f.rowsOf(lines); n > rows {
						t.Errorf("%s at %d columns: %d rows, more than %d:\n%s", file, columns, n, rows, strings.Join(lines, "\n"))
					}
					if strings.Contains(strings.Join(lines, ""), "\n") {
						t.Errorf("%s: a line has two", file)
					}
				}
			}
		}
	}
}

func TestWatchLine(t *testing.T) {
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
		{"began", follow.Event{Type: follow.Began, Diagnosis: watchedClaim(0).Diagnosis}, "follow persistentvolumeclaim/data in namespace shop has been deleting for 2m and waits for something else to happen first."},
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
		{"end, many left", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeTimedOut, Took: time.Minute, Known: 7, Left: slices.Repeat([]*explain.Object{{Verdict: explain.Stuck, Node: trace.Node{Ref: trace.Ref{Kind: "Node", Name: "n"}, UID: "u", State: trace.Deleting}}}, 7)}, "end    not gone within 60s: 0 of 7 gone; left: node/n, node/n, node/n, node/n, node/n and 2 more"},
		{"end, interrupted", follow.Event{Type: follow.Summary, Outcome: follow.OutcomeInterrupted, Took: time.Hour, Known: 1, Left: []*explain.Object{{Verdict: explain.Stuck, Node: trace.Node{Ref: trace.Ref{Kind: "Node", Name: "n"}, UID: "u", State: trace.Deleting}}}}, "end    interrupted after 60m: 0 of 1 gone; left: node/n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.e.Time, tt.e.At = watchAt.In(time.FixedZone("", 3600)), watchAt
			if got := WatchLine(&tt.e, WatchStyle{}); got != "2026-03-01T12:00:00Z  "+tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if got := WatchLine(&tt.e, WatchStyle{Clock: true, Color: true}); withoutColor(got) != "13:00:00  "+tt.want {
				t.Errorf("on a terminal: %q", got)
			}
			checkWatchDocument(t, &tt.e)
		})
	}
}

const watchSchemaFile = "../../docs/schema/watch.v1.json"

func checkWatchDocument(t *testing.T, e *follow.Event) {
	t.Helper()
	var b strings.Builder
	if err := WatchJSON(&b, e); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 1 || strings.Contains(b.String(), "\x1b") {
		t.Errorf("not one line, or not escaped: %q", b.String())
	}
	if err := schema.Check(watchSchemaFile, []byte(b.String())); err != nil {
		t.Error(err)
	}
}

func readWatchSchema(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile(watchSchemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return decodeObject(t, text)
}

func TestWatchDocument(t *testing.T) {
	held := watchedClaim(0).Diagnosis.Objects[0]
	gone := WatchDocumentOf(&follow.Event{Type: follow.Gone, Time: watchAt, Object: &held, Recreated: "u"})
	if o := gone.Object; o.State != "Gone" || o.Verdict != "Absent" || len(o.Holds) != 0 || gone.Recreated != "u" {
		t.Errorf("%+v", gone)
	}
	kept := WatchDocumentOf(&follow.Event{Type: follow.Changed, Time: watchAt, Object: &held})
	if o := kept.Object; o.State != "Deleting" || o.Holds[0].Reason != "InUse" || o.Holds[0].Message != "pod/web-0 still uses it" {
		t.Errorf("%+v", kept)
	}
}

// TestWatchSchemaIsTight keeps every object in the schema closed, and its fields
// and values those of the code.
func TestWatchSchemaIsTight(t *testing.T) {
	root := readWatchSchema(t)
	defs := root["$defs"].(map[string]any)
	checkClosed(t, root, map[string]reflect.Type{
		"": reflect.TypeFor[WatchDocument](), "object": reflect.TypeFor[WatchedObject](),
		"hold": reflect.TypeFor[WatchedHold](), "problem": reflect.TypeFor[Problem](),
	})
	properties := root["properties"].(map[string]any)
	types := []string{string(follow.Began), string(follow.Changed), string(follow.Gone), string(follow.Progress), string(follow.Stuck), string(follow.Silent), string(follow.Answers), string(follow.Incomplete), string(follow.Summary)}
	if diff := cmp.Diff(types, texts(properties["type"].(map[string]any)["enum"])); diff != "" {
		t.Error(diff)
	}
	outcomes := []string{string(follow.OutcomeGone), string(follow.OutcomeStuck), string(follow.OutcomeTimedOut), string(follow.OutcomeInterrupted)}
	if diff := cmp.Diff(outcomes, texts(properties["outcome"].(map[string]any)["enum"])); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(traceConstants(t).states, texts(defs["object"].(map[string]any)["properties"].(map[string]any)["state"].(map[string]any)["enum"])); diff != "" {
		t.Error(diff)
	}
}

// firstFile is the diagnosis of a golden.
func firstFile(t *testing.T, path string) []byte {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return archive.Files[0].Data
}
