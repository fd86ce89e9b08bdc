package dump

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// memory is a reader of plain data.
type memory struct {
	kinds   []trace.Kind
	silent  []trace.Problem
	objects []map[string]any
	broken  map[string]error // by describe of a list or object

	mu     sync.Mutex
	listed []string
}

// readFarm returns the reader of the objects of farm.
func readFarm(tb testing.TB) *memory {
	tb.Helper()
	m := &memory{kinds: farmKinds, broken: map[string]error{}}
	for doc := range strings.SplitSeq(farm, "\n---\n") {
		var obj map[string]any
		if err := yaml.Unmarshal([]byte(doc), &obj); err != nil {
			tb.Fatalf("reading %s: %v", doc, err)
		}
		m.objects = append(m.objects, obj)
	}
	return m
}

func (m *memory) Kinds(context.Context) ([]trace.Kind, []trace.Problem, error) {
	return m.kinds, m.silent, nil
}

func (m *memory) Scan(context.Context, []trace.Scope, trace.Want, func(trace.Kind, *trace.Row)) []trace.Problem {
	return nil
}

func (m *memory) Get(_ context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	if err := m.broken[trace.Describe(kind, namespace, name)]; err != nil {
		return nil, err
	}
	for _, obj := range m.objects {
		u := &unstructured.Unstructured{Object: obj}
		if u.GroupVersionKind().GroupKind() == (schema.GroupKind{Group: kind.Group, Kind: kind.Kind}) &&
			u.GetNamespace() == namespace && u.GetName() == name {
			return u.DeepCopy(), nil
		}
	}
	return nil, apierrors.NewNotFound(schema.GroupResource{Group: kind.Group, Resource: kind.Resource}, name)
}

func (m *memory) List(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	what := trace.Describe(scope.Kind, scope.Namespace, "")
	m.mu.Lock()
	m.listed = append(m.listed, what)
	m.mu.Unlock()
	for _, obj := range slices.Backward(m.objects) {
		u := &unstructured.Unstructured{Object: obj}
		if u.GroupVersionKind().GroupKind() != (schema.GroupKind{Group: scope.Kind.Group, Kind: scope.Kind.Kind}) ||
			scope.Namespace != "" && u.GetNamespace() != scope.Namespace {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		visit(u)
	}
	return m.broken[what]
}

func (m *memory) Problem(about trace.Part, err error) trace.Problem {
	p := trace.Problem{About: about, Reason: trace.ReadFailed, Message: err.Error()}
	if apierrors.IsForbidden(err) {
		p.Reason = trace.Forbidden
	}
	return p
}

var (
	oxKind = trace.Kind{
		Group: "example.com", Version: "v1", Kind: "Ox", Resource: "oxen", Singular: "ox", ShortNames: []string{"mu"},
		Categories: []string{"farm"}, Namespaced: true, Listable: true,
	}
	reviewKind  = trace.Kind{Group: "authorization.k8s.io", Version: "v1", Kind: "SubjectAccessReview", Resource: "subjectaccessreviews"}
	metricsKind = trace.Kind{Group: "metrics.k8s.io", Version: "v1", Kind: "PodMetrics", Resource: "pods", Namespaced: true, Listable: true}

	farmKinds = []trace.Kind{
		eventKind, namespaceKind, nodeKind, podKind, secretKind, deploymentKind, reviewKind, oxKind, metricsKind,
	}
)

const farm = `{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: u1, deletionTimestamp: "2026-03-01T11:00:00Z"}, spec: {finalizers: [kubernetes]}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: other, uid: u2}}
---
{apiVersion: v1, kind: Node, metadata: {name: n1, uid: u3}}
---
apiVersion: v1
kind: Pod
metadata:
  name: web-0
  namespace: shop
  uid: u4
  creationTimestamp: "2026-03-01T09:00:00Z"
  deletionTimestamp: "2026-03-01T11:00:30Z"
  deletionGracePeriodSeconds: 30
  finalizers: [example.com/a, example.com/b]
  labels: {app: web, tier: kept}
  annotations: {join: here}
  ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: u9, controller: true, blockOwnerDeletion: true}]
spec: {priority: 2000000000, overhead: 1.5, nodeName: n1}
---
{apiVersion: v1, kind: Pod, metadata: {name: api-0, namespace: other, uid: u5}}
---
{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: shop, uid: u6}, type: Opaque, data: {a: aGlkZGVu}}
---
{apiVersion: v1, kind: Event, metadata: {name: bad, namespace: shop, uid: u7}, type: Warning, reason: Failed}
---
{apiVersion: v1, kind: Event, metadata: {name: good, namespace: shop, uid: u8}, type: Normal, reason: Fine}
---
{apiVersion: example.com/v1, kind: Ox, metadata: {name: bull, namespace: shop, uid: u10}, spec: {herdRef: {name: h}}}`

var snapshotAt = time.Date(2026, 3, 1, 12, 0, 0, 500, time.UTC)

func snapshotOf(tb testing.TB, source trace.Reader, opts SnapshotOptions) (*Dump, []trace.Problem, string) {
	tb.Helper()
	var out bytes.Buffer
	opts.At = snapshotAt
	opts.ServerVersion = "v1.37.0"
	problems, err := Snapshot(tb.Context(), &out, source, opts)
	if err != nil {
		tb.Fatal(err)
	}
	text := out.String()
	d, err := Read(tb.Context(), strings.NewReader(text))
	if err != nil {
		tb.Fatal(err)
	}
	return d, problems, text
}

func TestSnapshotRoundTrip(t *testing.T) {
	source := readFarm(t)
	d, problems, text := snapshotOf(t, source, SnapshotOptions{})
	if len(problems)+len(d.Problems()) > 0 || d.Clock() != (trace.Clock{At: snapshotAt}) || d.ServerVersion() != "v1.37.0" {
		t.Errorf("problems %v and %v, at %s, version %q", problems, d.Problems(), d.Clock().At, d.ServerVersion())
	}
	kinds, _, _ := d.Kinds(t.Context())
	want := slices.Clone(farmKinds)
	slices.SortFunc(want, trace.Kind.Compare)
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("kinds, -want +got:\n%s", diff)
	}
	wantSummary := `at 2026-03-01T12:00:00Z, complete true
kind subjectaccessreviews.authorization.k8s.io/v1 SubjectAccessReview  cluster
kind oxen.example.com/v1 Ox ox namespaced short=[mu] categories=[farm]
kind pods.metrics.k8s.io/v1 PodMetrics  namespaced
events/bad in namespace shop uid=u7
namespaces/other uid=u2
namespaces/shop uid=u1 deleted=2026-03-01T11:00:00Z
nodes/n1 uid=u3
oxen.example.com/bull in namespace shop uid=u10
pods/api-0 in namespace other uid=u5
pods/web-0 in namespace shop uid=u4 created=2026-03-01T09:00:00Z deleted=2026-03-01T11:00:30Z grace=30 finalizers=[example.com/a example.com/b] owner=apps/v1/StatefulSet/web/u9 controller block label app=web annotation join=here
secrets/s in namespace shop uid=u6
problem subjectaccessreviews.authorization.k8s.io: NotInDump
problem pods.metrics.k8s.io: NotInDump
`
	if diff := cmp.Diff(wantSummary, summary(t, d)); diff != "" {
		t.Errorf("rows, -want +got:\n%s", diff)
	}
	pod, err := d.Get(t.Context(), podKind, "shop", "web-0")
	if err != nil {
		t.Fatal(err)
	}
	wantPod := map[string]any{
		"apiVersion": "v1", "kind": "Pod",
		"metadata": map[string]any{
			"name": "web-0", "namespace": "shop", "uid": "u4", "creationTimestamp": "2026-03-01T09:00:00Z",
			"deletionTimestamp": "2026-03-01T11:00:30Z", "deletionGracePeriodSeconds": int64(30),
			"finalizers": []any{"example.com/a", "example.com/b"}, "labels": map[string]any{"app": "web", "tier": "kept"},
			"annotations": map[string]any{"join": "here"},
			"ownerReferences": []any{map[string]any{
				"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "web", "uid": "u9", "controller": true, "blockOwnerDeletion": true,
			}},
		},
		"spec": map[string]any{"priority": int64(2000000000), "overhead": 1.5, "nodeName": "n1"},
	}
	if diff := cmp.Diff(wantPod, pod.Object); diff != "" {
		t.Errorf("pod, -want +got:\n%s", diff)
	}
	if again, _, second := snapshotOf(t, d, SnapshotOptions{}); second != text || again == nil {
		t.Errorf("a snapshot of the snapshot differs:\n%s", cmp.Diff(text, second))
	}
}

// TestSnapshotAnswers asks snapshots for what they hold, looked for in vain,
// could not read and were made without.
func TestSnapshotAnswers(t *testing.T) {
	forbidden := apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "", errors.New("no"))
	source := readFarm(t)
	source.broken["secrets"] = forbidden
	source.broken["secrets in namespace shop"] = forbidden
	all, problems, _ := snapshotOf(t, source, SnapshotOptions{})
	wantProblems := []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden, Message: forbidden.Error()}}
	if diff := cmp.Diff(wantProblems, problems); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	shop, _, _ := snapshotOf(t, source, SnapshotOptions{Namespaces: []string{"shop", "none", "shop"}})
	source.broken["namespaces"] = forbidden
	own, _, _ := snapshotOf(t, source, SnapshotOptions{Namespaces: []string{"shop", "none"}})
	for name, test := range map[string]struct {
		d               *Dump
		kind            trace.Kind
		namespace, name string
		want            string // a problem's reason, "found" or "not found"
	}{
		"held":                          {all, podKind, "shop", "web-0", "found"},
		"absent":                        {all, podKind, "shop", "web-1", "not found"},
		"absent, in an empty kind":      {all, deploymentKind, "shop", "web", "not found"},
		"absent, cluster-scoped":        {all, nodeKind, "", "n2", "not found"},
		"forbidden":                     {all, secretKind, "other", "s", trace.Forbidden},
		"filtered out":                  {all, eventKind, "shop", "good", trace.NotInDump},
		"filtered in":                   {all, eventKind, "shop", "bad", "found"},
		"made without the kind":         {all, metricsKind, "shop", "web-0", trace.NotInDump},
		"one namespace: held":           {shop, podKind, "shop", "web-0", "found"},
		"one namespace: absent":         {shop, podKind, "shop", "web-1", "not found"},
		"one namespace: another":        {shop, podKind, "other", "api-0", trace.NotInDump},
		"one namespace: cluster-scoped": {shop, nodeKind, "", "n2", "not found"},
		"one namespace: itself":         {shop, namespaceKind, "", "shop", "found"},
		"one namespace: not there":      {shop, namespaceKind, "", "none", "not found"},
		"one namespace: other one":      {shop, namespaceKind, "", "other", "found"},
		"one namespace: forbidden":      {shop, secretKind, "shop", "x", trace.Forbidden},
		"only one to see: itself":       {own, namespaceKind, "", "shop", "found"},
		"only one to see: not there":    {own, namespaceKind, "", "none", "not found"},
		"only one to see: another":      {own, namespaceKind, "", "unseen", trace.Forbidden},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := test.d.Get(t.Context(), test.kind, test.namespace, test.name)
			got := "found"
			switch {
			case apierrors.IsNotFound(err):
				got = "not found"
			case err != nil:
				got = test.d.Problem(trace.Part{Words: "x"}, err).Reason
			}
			if got != test.want {
				t.Errorf("%s (%v), want %s", got, err, test.want)
			}
		})
	}
}

func TestSnapshotGaps(t *testing.T) {
	source := readFarm(t)
	source.broken["nodes"] = errors.New("cut off")
	source.silent = []trace.Problem{{About: trace.Part{Group: "metrics.k8s.io", Version: "v1"}, Reason: trace.Unavailable, Message: "down"}}
	d, _, _ := snapshotOf(t, source, SnapshotOptions{Namespaces: []string{"shop"}})
	if diff := cmp.Diff(source.silent, d.Problems()); diff != "" {
		t.Errorf("problems of the kinds, -want +got:\n%s", diff)
	}
	scopes := []trace.Scope{
		{Kind: podKind, Namespace: "shop"},
		{Kind: podKind},
		{Kind: oxKind},
		{Kind: nodeKind},
		{Kind: metricsKind, Namespace: "shop"},
		{Kind: eventKind, Namespace: "shop"},
	}
	var rows []string
	got := d.Scan(t.Context(), scopes, trace.Want{}, func(k trace.Kind, r *trace.Row) { rows = append(rows, k.Resource+"/"+string(r.Name)) })
	wantRows := []string{"pods/web-0", "pods/web-0", "oxen/bull", "nodes/n1", "events/bad"}
	if diff := cmp.Diff(wantRows, rows); diff != "" {
		t.Errorf("rows, -want +got:\n%s", diff)
	}
	want := []trace.Problem{
		{About: trace.Part{Words: "namespaces other than shop"}, Reason: trace.NotInDump, Message: "the snapshot was made of these namespaces only"},
		{About: trace.Part{Resource: "nodes"}, Reason: trace.ReadFailed, Message: "cut off"},
		{About: trace.Part{Group: "metrics.k8s.io", Resource: "pods", Namespace: "shop"}, Reason: trace.NotInDump, Message: "the snapshot was made without them"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems, -want +got:\n%s", diff)
	}
	for i, scope := range scopes {
		err := d.List(t.Context(), scope, func(*unstructured.Unstructured) {})
		if complete := i == 0 || i == 5; complete != (err == nil) {
			t.Errorf("listing %s: %v", trace.Describe(scope.Kind, scope.Namespace, ""), err)
		}
	}
}

// TestSnapshotOfPart makes a snapshot of what does not say what it was made of: it tells that too.
func TestSnapshotOfPart(t *testing.T) {
	part, err := Read(t.Context(), strings.NewReader(podText))
	if err != nil {
		t.Fatal(err)
	}
	d, _, _ := snapshotOf(t, part, SnapshotOptions{})
	if !slices.Contains(d.Problems(), unsaid) {
		t.Errorf("problems: %v", d.Problems())
	}
}

// TestSnapshotCut reads snapshots that end early, as on a full disk: whatever
// is left, no object may be claimed not to exist.
func TestSnapshotCut(t *testing.T) {
	_, _, text := snapshotOf(t, readFarm(t), SnapshotOptions{})
	for end := range len(text) - len("]}\n") {
		d, err := Read(t.Context(), strings.NewReader(text[:end]))
		if err != nil {
			continue
		}
		_, err = d.Get(t.Context(), podKind, "shop", "missing")
		if apierrors.IsNotFound(err) || d.Complete() {
			t.Fatalf("cut at %d of %d: claims to be complete: %v", end, len(text), err)
		}
		if len(d.Problems()) < 2 {
			t.Fatalf("cut at %d of %d: no problem: %v", end, len(text), d.Problems())
		}
	}
}

func TestSnapshotScopes(t *testing.T) {
	for name, test := range map[string]struct {
		namespaces []string
		want       []string
	}{
		"all": {nil, []string{"deployments.apps", "events", "namespaces", "nodes", "oxen.example.com", "pods", "secrets"}},
		"one": {[]string{"shop"}, []string{
			"deployments.apps in namespace shop", "events in namespace shop", "namespaces", "nodes", "oxen.example.com in namespace shop",
			"pods in namespace shop", "secrets in namespace shop",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			source := readFarm(t)
			snapshotOf(t, source, SnapshotOptions{Namespaces: test.namespaces, Parallel: 1})
			slices.Sort(source.listed)
			if diff := cmp.Diff(test.want, source.listed); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestSnapshotFails(t *testing.T) {
	source := readFarm(t)
	full := errors.New("disk full")
	if _, err := Snapshot(t.Context(), failingWriter{full}, source, SnapshotOptions{}); !errors.Is(err, full) {
		t.Errorf("writing to a full disk: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Snapshot(cancelled, &bytes.Buffer{}, source, SnapshotOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("under a cancelled context: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestDumpSlowReader reads a snapshot byte by byte: values are found wherever
// the buffers end.
func TestDumpSlowReader(t *testing.T) {
	d, _, text := snapshotOf(t, readFarm(t), SnapshotOptions{})
	slow, err := Read(t.Context(), iotest.OneByteReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(summary(t, d), summary(t, slow)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// benchmarkSnapshot is a snapshot of about 50 MB.
var benchmarkSnapshot = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	b.WriteString(`{"apiVersion":"` + snapshotAPIVersion + `","kind":"` + snapshotKind + `","at":"2026-03-01T12:00:00Z","kinds":[` +
		`{"version":"v1","kind":"Pod","resource":"pods","namespaced":true,"listable":true}],"items":[`)
	condition := `{"lastProbeTime":null,"lastTransitionTime":"2026-03-01T09:00:01Z","message":"containers with unready status: [web]","reason":"ContainersNotReady","status":"False","type":"Ready"},`
	spec := strings.Repeat(`{"name":"web","image":"web:1","env":[{"name":"A","value":"<redacted>"}],"resources":{"limits":{"cpu":"1"}}},`, 20)
	for i := 0; b.Len() < 50<<20; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n"+`{"apiVersion":"v1","kind":"Pod","metadata":{"creationTimestamp":"2026-03-01T09:00:00Z","labels":{"app":"web"},`+
			`"managedFields":[{"fieldsV1":{"f:metadata":{"f:labels":{".":{},"f:app":{}}}},"manager":"kubectl","operation":"Update","time":"2026-03-01T09:00:00Z"}],`+
			`"name":"web-%d","namespace":"ns-%d","ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web","uid":"00000000-0000-0000-0000-%012d"}],`+
			`"resourceVersion":"%d","uid":"00000000-0000-0000-0001-%012d"},"spec":{"containers":[%s{}]},"status":{"conditions":[%s{}]}}`,
			i, i%100, i, i+1, i, spec, strings.Repeat(condition, 4))
	}
	b.WriteString(`],"problems":[],"read":[{"resource":"pods"}]}`)
	return b.Bytes()
})

func BenchmarkDumpOpen(b *testing.B) {
	text := benchmarkSnapshot()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(b.Context(), bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDumpScan(b *testing.B) {
	d, err := Read(b.Context(), bytes.NewReader(benchmarkSnapshot()))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		rows := 0
		d.Scan(b.Context(), []trace.Scope{{Kind: podKind}}, wantAll, func(trace.Kind, *trace.Row) { rows++ })
		if rows != len(d.entries(podKind, "")) {
			b.Fatalf("%d rows", rows)
		}
	}
}

// TestDumpMemory checks that a dump is kept once: as the text that was read.
func TestDumpMemory(t *testing.T) {
	d, _, text := snapshotOf(t, readFarm(t), SnapshotOptions{})
	kept := 0
	for _, entries := range maps.All(d.objects) {
		for _, e := range entries {
			if cap(e.raw) > len(e.raw)+len(e.raw)/4+64 {
				t.Errorf("%s %s of %d bytes takes %d", e.kind, e.name, len(e.raw), cap(e.raw))
			}
			kept += len(e.raw)
		}
	}
	if kept > len(text) {
		t.Errorf("%d bytes kept of %d", kept, len(text))
	}
}
