//go:build unix

// Package removal_test has removals and their rivals meet on a real API server:
// what a script cannot time, such as a write between the plan and the removal.
package removal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

var configMaps = trace.Kind{Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Namespaced: true}

// bench is one test's part of a control plane.
type bench struct {
	*lab.Lab
	*cluster.Cluster
	namespace string
}

// shared is the control plane of the tests that do not disturb it.
var shared *lab.Lab

func TestMain(m *testing.M) { os.Exit(runAll(m)) }

func runAll(m *testing.M) int {
	l, err := lab.Start(context.Background(), os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	shared = l
	code := m.Run()
	if err := l.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

func newBench(t *testing.T, l *lab.Lab, namespace string) *bench {
	t.Helper()
	must(t, l.Namespace(t.Context(), namespace))
	path := filepath.Join(t.TempDir(), "kubeconfig")
	_, err := l.User(path, namespace, "admin", "system:masters")
	must(t, err)
	flags := genericclioptions.NewConfigFlags(true)
	flags.KubeConfig = &path
	c, err := cluster.Connect(flags, cluster.Options{UserAgent: "kubectl-finalizers/test", Timeout: 10 * time.Second})
	must(t, err)
	return &bench{Lab: l, Cluster: c, namespace: namespace}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// make makes ConfigMaps that hold the finalizers, many at a time.
func (b *bench) make(t *testing.T, finalizers []string, names ...string) {
	t.Helper()
	each(t, names, func(name string) error {
		manifest, err := json.Marshal(map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"name": name, "namespace": b.namespace, "finalizers": finalizers},
		})
		if err != nil {
			return err
		}
		_, err = b.Patch(t.Context(), configMaps, b.namespace, name, "", types.ApplyPatchType, manifest)
		return err
	})
}

func (b *bench) delete(t *testing.T, names ...string) {
	t.Helper()
	each(t, names, func(name string) error {
		obj, err := b.Get(t.Context(), configMaps, b.namespace, name)
		if err != nil {
			return err
		}
		return b.Delete(t.Context(), configMaps, b.namespace, name, string(obj.GetUID()), "", false)
	})
}

// each does something for every name, many at a time.
func each(t *testing.T, names []string, do func(name string) error) {
	t.Helper()
	var running errgroup.Group
	running.SetLimit(16)
	for _, name := range names {
		running.Go(func() error {
			err := do(name)
			if err != nil {
				t.Error(err)
			}
			return err
		})
	}
	if running.Wait() != nil {
		t.FailNow()
	}
}

// plan plans the removal of a finalizer from objects as they are now.
func (b *bench) plan(t *testing.T, finalizer string, deleteFirst bool, names ...string) *remove.Plan {
	t.Helper()
	p := &remove.Plan{At: time.Now(), Actions: make([]remove.Action, len(names))}
	each(t, names, func(name string) error {
		obj, err := b.Get(t.Context(), configMaps, b.namespace, name)
		if err != nil {
			return err
		}
		n := trace.Node{
			Ref: trace.Ref{Kind: "ConfigMap", Namespace: b.namespace, Name: name}, Resource: "configmaps", Version: "v1",
			UID: string(obj.GetUID()), State: trace.Live,
		}
		if at := obj.GetDeletionTimestamp(); at != nil {
			n.State, n.Since = trace.Deleting, at.UTC()
		}
		for _, f := range obj.GetFinalizers() {
			n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: f})
		}
		p.Actions[slices.Index(names, name)] = remove.Action{
			Kind: configMaps, Object: n, Hold: explain.Hold{Finalizer: finalizer},
			DeleteFirst: deleteFirst && n.State == trace.Live,
		}
		return nil
	})
	return p
}

// left returns the finalizers of the object "a", and "gone" for none.
func (b *bench) left(t *testing.T) string {
	t.Helper()
	out, err := b.Run(t.Context(), "get", "configmap", "a", "-n", b.namespace, "--ignore-not-found", "-o", "jsonpath={.metadata.name}:{.metadata.finalizers}")
	must(t, err)
	if out == "" {
		return "gone"
	}
	return strings.TrimPrefix(strings.TrimSpace(out), "a:")
}

// meddler lets a rival act right before a write is sent.
type meddler struct {
	*cluster.Cluster
	once   sync.Once
	before func()
}

func (m *meddler) Patch(ctx context.Context, kind trace.Kind, namespace, name, subresource string, patchType types.PatchType, patch []byte) (*unstructured.Unstructured, error) {
	m.once.Do(m.before)
	return m.Cluster.Patch(ctx, kind, namespace, name, subresource, patchType, patch)
}

func outcomes(results []remove.Result) map[remove.Outcome]int {
	counts := map[remove.Outcome]int{}
	for _, r := range results {
		counts[r.Outcome]++
	}
	return counts
}

func TestRivals(t *testing.T) {
	l := shared
	ctx := t.Context()
	run := func(t *testing.T, w remove.Writer, p *remove.Plan) remove.Result {
		t.Helper()
		e := remove.Executor{Writer: w, Now: time.Now, Wait: 20 * time.Second}
		return e.Run(ctx, p)[0]
	}

	t.Run("the list turned around between plan and write", func(t *testing.T) {
		b := newBench(t, l, "rival-front")
		b.make(t, []string{"example.com/mine", "example.com/other"}, "a")
		b.delete(t, "a")
		p := b.plan(t, "example.com/other", false, "a")
		w := &meddler{Cluster: b.Cluster, before: func() {
			_, err := b.Run(ctx, "patch", "configmap", "a", "-n", b.namespace, "--type=merge", "-p", `{"metadata":{"finalizers":["example.com/other","example.com/mine"]}}`)
			must(t, err)
		}}
		r := run(t, w, p)
		if left := b.left(t); r.Outcome != remove.Changed || left != `["example.com/other","example.com/mine"]` {
			t.Errorf("%s: %s; left %s", r.Outcome, r.Message, left)
		}
	})

	t.Run("a finalizer added before it is asked to go", func(t *testing.T) {
		b := newBench(t, l, "rival-add")
		b.make(t, []string{"example.com/mine"}, "a")
		p := b.plan(t, "example.com/mine", true, "a")
		_, err := b.Run(ctx, "patch", "configmap", "a", "-n", b.namespace, "--type=merge", "-p", `{"metadata":{"finalizers":["example.com/mine","example.com/rival"]}}`)
		must(t, err)
		r := run(t, b.Cluster, p)
		if left := b.left(t); r.Outcome != remove.Changed || left != `["example.com/mine","example.com/rival"]` {
			t.Errorf("%s: %s; left %s", r.Outcome, r.Message, left)
		}
	})

	t.Run("made again under the same name between plan and write", func(t *testing.T) {
		b := newBench(t, l, "rival-recreate")
		b.make(t, []string{"example.com/mine"}, "a")
		b.delete(t, "a")
		p := b.plan(t, "example.com/mine", false, "a")
		w := &meddler{Cluster: b.Cluster, before: func() {
			_, err := b.Run(ctx, "patch", "configmap", "a", "-n", b.namespace, "--type=merge", "-p", `{"metadata":{"finalizers":[]}}`)
			must(t, err)
			b.make(t, []string{"example.com/mine"}, "a")
		}}
		r := run(t, w, p)
		if left := b.left(t); r.Outcome != remove.Gone || left != `["example.com/mine"]` {
			t.Errorf("%s: %s; left %s", r.Outcome, r.Message, left)
		}
	})

	t.Run("the time to go cut short between plan and write", func(t *testing.T) {
		b := newBench(t, l, "rival-grace")
		must(t, l.Apply(ctx, "{apiVersion: v1, kind: Node, metadata: {name: rival-grace}}"))
		t.Cleanup(func() {
			_, err := b.Run(context.WithoutCancel(ctx), "delete", "node", "rival-grace")
			must(t, err)
		})
		must(t, l.Apply(ctx, `{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: rival-grace, finalizers: [example.com/mine]},
			spec: {nodeName: rival-grace, terminationGracePeriodSeconds: 600, containers: [{name: c, image: i}]}}`))
		_, err := b.Run(ctx, "delete", "pod", "a", "-n", b.namespace, "--wait=false")
		must(t, err)
		obj, err := b.Get(ctx, pods, b.namespace, "a")
		must(t, err)
		p := &remove.Plan{At: time.Now(), Actions: []remove.Action{actionOn(obj, pods, "example.com/mine", false)}}
		w := &meddler{Cluster: b.Cluster, before: func() {
			_, err := b.Run(ctx, "delete", "pod", "a", "-n", b.namespace, "--grace-period=300", "--wait=false")
			must(t, err)
		}}
		r := run(t, w, p)
		now, err := b.Get(ctx, pods, b.namespace, "a")
		must(t, err)
		if r.Outcome != remove.Changed || !strings.HasPrefix(r.Message, "its deletionTimestamp was ") || len(now.GetFinalizers()) != 1 {
			t.Errorf("%s: %s; left %v", r.Outcome, r.Message, now.GetFinalizers())
		}
	})

	t.Run("a controller that puts it back at once", func(t *testing.T) {
		b := newBench(t, l, "rival-back")
		b.make(t, []string{"example.com/mine"}, "a")
		p := b.plan(t, "example.com/mine", true, "a")
		rival, end := context.WithCancel(ctx)
		var running sync.WaitGroup
		running.Go(func() {
			for rival.Err() == nil {
				// While the object is live this always works; once it is being deleted
				// the server takes no new finalizer.
				_, _ = b.Patch(rival, configMaps, b.namespace, "a", "", types.MergePatchType, []byte(`{"metadata":{"finalizers":["example.com/mine"]}}`))
			}
		})
		r := run(t, b.Cluster, p)
		end()
		running.Wait()
		if left := b.left(t); r.Outcome != remove.Gone || left != "gone" {
			t.Errorf("%s: %s; left %s", r.Outcome, r.Message, left)
		}
	})
}

// What is made after the last look at an object, and is owned by it, the garbage
// collector deletes once the object has gone: no test of a patch sees it coming.
func TestDependentMadeMeanwhile(t *testing.T) {
	ctx := t.Context()
	b := newBench(t, shared, "meanwhile")
	owned := func(name string, owners ...string) {
		var refs []string
		for _, owner := range owners {
			obj, err := b.Get(ctx, configMaps, b.namespace, owner)
			must(t, err)
			refs = append(refs, fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","name":%q,"uid":%q}`, owner, obj.GetUID()))
		}
		_, err := b.Patch(ctx, configMaps, b.namespace, name, "", types.ApplyPatchType, fmt.Appendf(nil,
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%q,"ownerReferences":[%s]}}`, name, strings.Join(refs, ",")))
		must(t, err)
	}
	remove1 := func(owner string, rival func()) remove.Outcome {
		e := remove.Executor{Writer: &meddler{Cluster: b.Cluster, before: rival}, Now: time.Now, Wait: 20 * time.Second}
		return e.Run(ctx, b.plan(t, "example.com/mine", false, owner))[0].Outcome
	}
	b.make(t, []string{"example.com/mine"}, "goes")
	b.make(t, []string{"example.com/mine", "example.com/other"}, "stays")
	b.make(t, nil, "live")
	b.delete(t, "goes", "stays")
	// An owner that stays keeps what it owns, and so does another owner that lives.
	if got := remove1("stays", func() { owned("of-stays", "stays") }); got != remove.Held {
		t.Errorf("one of two: %s", got)
	}
	if got := remove1("goes", func() { owned("of-goes", "goes"); owned("of-both", "goes", "live") }); got != remove.Gone {
		t.Errorf("the last: %s", got)
	}
	must(t, b.Eventually(ctx, "the dependent to be collected", func() error {
		obj, err := b.Get(ctx, configMaps, b.namespace, "of-goes")
		if err == nil {
			return fmt.Errorf("%s is there", obj.GetName())
		}
		return nil
	}))
	for _, name := range []string{"of-stays", "of-both"} {
		if _, err := b.Get(ctx, configMaps, b.namespace, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Many removals at a time beside a rival that writes to every object lose none
// of its writes.
func TestNoLostUpdate(t *testing.T) {
	const objects = 500
	b := newBench(t, shared, "lost")
	var names []string
	for i := range objects {
		names = append(names, fmt.Sprintf("o%03d", i))
	}
	b.make(t, []string{"example.com/keep", "example.com/off"}, names...)
	b.delete(t, names...)
	p := b.plan(t, "example.com/off", false, names...)
	// Each rival has objects of its own, all of which it writes to again and again.
	rival, end := context.WithCancel(t.Context())
	written := make([]int, objects)
	var running sync.WaitGroup
	for part := range slices.Chunk(names, objects/10) {
		first := slices.Index(names, part[0])
		running.Go(func() {
			for round := 1; rival.Err() == nil; round++ {
				for i, name := range part {
					if _, err := b.Patch(rival, configMaps, b.namespace, name, "", types.MergePatchType, fmt.Appendf(nil, `{"metadata":{"annotations":{"round":"%d"}}}`, round)); err == nil {
						written[first+i] = round
					}
				}
			}
		})
	}
	e := remove.Executor{Writer: b.Cluster, Now: time.Now, Wait: 30 * time.Second}
	results := e.Run(t.Context(), p)
	end()
	running.Wait()
	if got := outcomes(results); got[remove.Held] != objects {
		t.Errorf("outcomes %v", got)
	}
	if slices.Max(written) == 0 {
		t.Error("the rivals wrote nothing")
	}
	out, err := b.Run(t.Context(), "get", "configmaps", "-n", b.namespace, "-o", `jsonpath={range .items[*]}{.metadata.name} {.metadata.annotations.round} {.metadata.finalizers}{"\n"}{end}`)
	must(t, err)
	for i, name := range names {
		want := fmt.Sprintf("%s %d [\"example.com/keep\"]\n", name, written[i])
		later := fmt.Sprintf("%s %d [\"example.com/keep\"]\n", name, written[i]+1) // the one that was cut off
		if written[i] == 0 {
			want = name + "  [\"example.com/keep\"]\n" // none of its turns came
		}
		if !strings.Contains(out, want) && !strings.Contains(out, later) {
			t.Errorf("%s is not as the rival left it (round %d)", name, written[i])
		}
	}
}

// An API server that is restarted in the middle of a batch costs nothing but
// time.
func TestRestart(t *testing.T) {
	const objects = 200
	l := labtest.Start(t)
	b := newBench(t, l, "restart")
	var names []string
	for i := range objects {
		names = append(names, fmt.Sprintf("o%03d", i))
	}
	b.make(t, []string{"example.com/off"}, names...)
	b.delete(t, names...)
	p := b.plan(t, "example.com/off", false, names...)
	done := 0
	var starting sync.WaitGroup
	e := remove.Executor{Writer: b.Cluster, Now: time.Now, Wait: 60 * time.Second}
	e.Done = func(remove.Result) {
		if done++; done != 40 {
			return
		}
		must(t, l.StopAPIServer())
		starting.Go(func() {
			time.Sleep(2 * time.Second)
			if err := l.StartAPIServer(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	results := e.Run(t.Context(), p)
	starting.Wait()
	must(t, l.Eventually(t.Context(), "the API server", func() error {
		_, err := b.Run(t.Context(), "get", "namespaces")
		return err
	}))
	out, err := b.Run(t.Context(), "get", "configmaps", "-n", b.namespace, "-o", "name")
	must(t, err)
	var again []string
	for _, r := range results {
		there := strings.Contains(out, "configmap/"+r.Action.Object.Name+"\n")
		if there == r.Good() {
			t.Errorf("%s: %s (%s), still there: %t", r.Action.Object.Name, r.Outcome, r.Message, there)
		}
		if there {
			again = append(again, r.Action.Object.Name)
		}
	}
	t.Logf("%v; %d for the second run", outcomes(results), len(again))
	if len(again) == 0 {
		return
	}
	e.Done = nil
	if got := outcomes(e.Run(t.Context(), b.plan(t, "example.com/off", false, again...))); got[remove.Gone] != len(again) {
		t.Errorf("the second run: %v", got)
	}
}
