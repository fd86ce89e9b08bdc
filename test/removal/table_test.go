//go:build unix

package removal_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

const (
	mine  = "table.example.com/mine"
	other = "table.example.com/other"
	// besides is how many cells are tried at a time.
	besides = 24
	// patience is how long a removal waits for an answer: longer than any rival takes that acts before it, as on a machine
	// with much else to do. What went on without its answer would not have met the rival at all.
	patience = time.Minute
)

// shape is a kind of removal; each has its own requests.
type shape struct {
	name string
	kind trace.Kind
	// list is what the object holds, and take what is taken off.
	list []string
	take string
	live bool // it has to be asked to go first
	want remove.Outcome
}

var (
	toys       = trace.Kind{Group: "table.example.com", Version: "v1", Kind: "Toy", Resource: "toys", Namespaced: true}
	pods       = trace.Kind{Version: "v1", Kind: "Pod", Resource: "pods", Namespaced: true}
	namespaces = trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces"}
	crds       = trace.Kind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition", Resource: "customresourcedefinitions"}
)

var shapes = []shape{
	{name: "one of two", kind: toys, list: []string{mine, other}, take: mine, want: remove.Held},
	{name: "the last", kind: toys, list: []string{mine}, take: mine, want: remove.Gone},
	{name: "asked first", kind: toys, list: []string{mine}, take: mine, live: true, want: remove.Gone},
	{name: "pod with time to go", kind: pods, list: []string{mine}, take: mine, live: true, want: remove.Asked},
	{name: "namespace", kind: namespaces, list: []string{other}, take: "kubernetes", want: remove.Held},
	{name: "namespace with it in both lists", kind: namespaces, list: []string{"kubernetes"}, take: "kubernetes", want: remove.Gone},
}

// table is the control plane of all cells. Its controllers are stopped: rivals are
// made by the test alone.
type table struct {
	*bench
	relay *lab.Relay
	dir   string
}

// cell is one removal that meets one rival at one of its requests.
type cell struct {
	*table
	shape
	rival *rival
	at    string // the request, such as "GET 2"; empty for none
	name  string
	uid   string

	mu       sync.Mutex
	requests []string
	struck   bool
	refused  bool // the server did not let the rival
	told     bool // by then everything had been done and looked at
	// spoiled says that the rival has changed what was shown; rivalTook that it has
	// taken the finalizer off itself.
	spoiled, rivalTook bool
	// took and asked say that a write of the removal was done; wrong that it was done
	// although what was shown had changed.
	took, asked, wrong bool
}

func (c *cell) String() string {
	return fmt.Sprintf("%s, %s at %s", c.shape.name, c.rival.name, c.at)
}

// TestEveryRequestMeetsEveryRival is the table of all requests of a removal and all
// rivals, on a real API server.
func TestEveryRequestMeetsEveryRival(t *testing.T) {
	began := time.Now()
	l := labtest.Start(t)
	b := newBench(t, l, "table")
	relay, err := l.Relay(t.Context())
	must(t, err)
	t.Cleanup(func() { must(t, relay.Close()) })
	tb := &table{bench: b, relay: relay, dir: t.TempDir()}
	must(t, tb.define(t.Context(), toys.Group))
	must(t, l.Apply(t.Context(), "{apiVersion: v1, kind: Node, metadata: {name: table}}"))
	must(t, l.StopControllers())

	var cells []*cell
	for i, s := range shapes {
		base := &cell{table: tb, shape: s, rival: &rival{name: "no rival"}, name: fmt.Sprintf("base-%d", i)}
		if r := base.run(t); r != nil && r.Outcome != s.want {
			t.Fatalf("%s: %s: %s", s.name, r.Outcome, r.Message)
		}
		t.Logf("%s: %s", s.name, strings.Join(base.requests, ", "))
		for j := range rivals {
			for k, at := range targets(base.requests, s.want) {
				cells = append(cells, &cell{table: tb, shape: s, rival: &rivals[j], at: at, name: fmt.Sprintf("c-%d-%d-%d", i, j, k)})
			}
		}
	}
	var running errgroup.Group
	running.SetLimit(besides)
	for _, c := range cells {
		running.Go(func() error { c.run(t); return nil })
	}
	_ = running.Wait() // each has said what is wrong
	met, let, spoiled := 0, 0, 0
	for _, c := range cells {
		met += one(c.struck)
		let += one(c.struck && !c.refused)
		spoiled += one(c.spoiled)
	}
	t.Logf("%d cells; in %d the request came that the rival waited for, in %d of these the server let the rival, in %d what was shown was true no more; %s",
		len(cells), met, let, spoiled, time.Since(began).Round(time.Second))
	if met != len(cells) {
		t.Errorf("%d cells did not meet their rival", len(cells)-met)
	}
}

func one(so bool) int {
	if so {
		return 1
	}
	return 0
}

// targets are the requests at which rivals wait. How often an object is looked at
// that others hold depends on how fast the machine is: only the first time counts.
func targets(requests []string, outcome remove.Outcome) []string {
	if outcome != remove.Held {
		return requests
	}
	return slices.DeleteFunc(slices.Clone(requests), func(r string) bool {
		return strings.HasPrefix(r, "GET ") && r > "GET 3"
	})
}

// run tries one cell and looks at what came of it. It returns nil where the cell
// could not be set up.
func (c *cell) run(t *testing.T) *remove.Result {
	ctx := t.Context()
	if err := c.setUp(ctx); err != nil {
		t.Errorf("%s: setting it up: %v", c, err)
		return nil
	}
	obj, err := c.Get(ctx, c.kind, c.place(), c.name)
	if err != nil {
		t.Errorf("%s: %v", c, err)
		return nil
	}
	c.uid = string(obj.GetUID())
	writer, err := cluster.ForConfig(c.relay.Config(c.name, c.meet), cluster.Options{Timeout: patience})
	if err != nil {
		t.Errorf("%s: %v", c, err)
		return nil
	}
	e := remove.Executor{
		Writer: writer, Now: time.Now, Wait: 2 * time.Second,
		Backups: &remove.Backups{Dir: filepath.Join(c.dir, c.name)}, Log: &remove.Log{Path: filepath.Join(c.dir, c.name, "removals.jsonl")},
	}
	result := &e.Run(ctx, &remove.Plan{At: time.Now(), Actions: []remove.Action{actionOn(obj, c.kind, c.take, c.live)}})[0]
	for _, fault := range c.faults(ctx, result, e.Log) {
		t.Errorf("%s: %s\n\t%s: %s\n\t%s", c, fault, result.Outcome, result.Message, strings.Join(c.requests, ", "))
	}
	return result
}

// actionOn plans the removal from an object as it is.
func actionOn(obj *unstructured.Unstructured, kind trace.Kind, finalizer string, deleteFirst bool) remove.Action {
	n := trace.Node{
		Ref:      trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: obj.GetNamespace(), Name: obj.GetName()},
		Resource: kind.Resource, Version: kind.Version, UID: string(obj.GetUID()), State: trace.Live,
	}
	if at := obj.GetDeletionTimestamp(); at != nil {
		n.State, n.Since = trace.Deleting, at.UTC()
	}
	for _, f := range trace.FinalizersOf(obj) {
		n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: f})
	}
	return remove.Action{Kind: kind, Object: n, Hold: explain.Hold{Finalizer: finalizer}, DeleteFirst: deleteFirst && n.State == trace.Live}
}

// setUp makes the object as the plan is to find it.
func (c *cell) setUp(ctx context.Context) error {
	if c.rival.ownKind && c.kind.Group != "" {
		c.kind.Group = c.name + "." + c.kind.Group
		if err := c.define(ctx, c.kind.Group); err != nil {
			return err
		}
	}
	if err := c.create(ctx); err != nil {
		return err
	}
	if c.live {
		return nil
	}
	return c.remove(ctx)
}

func (c *cell) place() string {
	if !c.kind.Namespaced {
		return ""
	}
	return c.namespace
}

func (c *cell) create(ctx context.Context) error {
	list := `"` + strings.Join(c.list, `","`) + `"`
	apiVersion := strings.TrimPrefix(c.kind.Group+"/"+c.kind.Version, "/")
	spec := "{}"
	if c.kind.Kind == "Pod" {
		spec = `{"nodeName":"table","terminationGracePeriodSeconds":60,"containers":[{"name":"c","image":"i"}]}`
	}
	manifest := fmt.Sprintf(`{"apiVersion":%q,"kind":%q,"metadata":{"name":%q,"finalizers":[%s]},"spec":%s}`, apiVersion, c.kind.Kind, c.name, list, spec)
	_, err := c.Patch(ctx, c.kind, c.place(), c.name, "", types.ApplyPatchType, []byte(manifest))
	return err
}

func (c *cell) remove(ctx context.Context) error {
	obj, err := c.Get(ctx, c.kind, c.place(), c.name)
	if err != nil {
		return err
	}
	return c.Delete(ctx, c.kind, c.place(), c.name, string(obj.GetUID()), "", false)
}

// define makes a kind of its own that is served in two versions.
func (tb *table) define(ctx context.Context, group string) error {
	schema := `{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}`
	manifest := fmt.Sprintf(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"toys.%s"},"spec":{"group":%q,"scope":"Namespaced",
		"names":{"plural":"toys","singular":"toy","kind":"Toy"},"versions":[
		{"name":"v1","served":true,"storage":false,"schema":%s,"subresources":{"status":{}}},
		{"name":"v2","served":true,"storage":true,"schema":%s,"subresources":{"status":{}}}]}}`, group, group, schema, schema)
	if _, err := tb.Patch(ctx, crds, "", "toys."+group, "", types.ApplyPatchType, []byte(manifest)); err != nil {
		return err
	}
	return tb.Eventually(ctx, "the kind to be served", func() error {
		for _, version := range []string{"v1", "v2"} {
			k := toys
			k.Group, k.Version = group, version
			if _, err := tb.Get(ctx, k, tb.namespace, "none"); !strings.Contains(fmt.Sprint(err), `"none" not found`) {
				return err
			}
		}
		return nil
	})
}

// now is the object as it is, nil where it is not there any more.
func (c *cell) now(ctx context.Context) (*unstructured.Unstructured, error) {
	for _, version := range []string{c.kind.Version, "v2"} {
		k := c.kind
		k.Version = version
		obj, err := c.Get(ctx, k, c.place(), c.name)
		switch {
		case err == nil:
			return obj, nil
		case strings.Contains(err.Error(), fmt.Sprintf("%q not found", c.name)):
			return nil, nil
		case !apierrors.IsNotFound(err):
			return nil, err
		}
	}
	return nil, fmt.Errorf("the kind of %s is served no more", c.name)
}

// meet counts the requests of the removal, lets the rival act, and notes which
// writes were done.
func (c *cell) meet(w http.ResponseWriter, r *http.Request, forward http.Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		lab.Cut(w)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	dry := r.URL.Query().Get("dryRun") != "" || r.Method == http.MethodDelete && bytes.Contains(body, []byte(`"dryRun"`))
	what := r.Method
	if dry {
		what += " (trial)"
	}
	nth := 1
	for _, r := range c.requests {
		if strings.TrimRight(r, "0123456789") == what+" " {
			nth++
		}
	}
	c.requests = append(c.requests, fmt.Sprintf("%s %d", what, nth))
	watched := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := &codeOf{ResponseWriter: w}
		forward.ServeHTTP(seen, r)
		if dry || seen.code >= 300 {
			return
		}
		switch r.Method {
		case http.MethodPatch, http.MethodPut:
			c.took = true
			c.wrong = c.wrong || c.spoiled
		case http.MethodDelete:
			c.asked = true
		}
	})
	if c.struck && !c.rival.lasting || !c.struck && c.requests[len(c.requests)-1] != c.at {
		watched.ServeHTTP(w, r)
		return
	}
	if !c.struck && c.rival.act != nil {
		c.strike(r.Context())
	}
	if !c.struck {
		c.struck, c.told = true, c.took && r.Method == http.MethodPost
	}
	if c.rival.answer == nil {
		watched.ServeHTTP(w, r)
		return
	}
	c.rival.answer(w, r, watched)
}

// strike lets the rival act, and finds out what it has changed.
func (c *cell) strike(ctx context.Context) {
	before, _ := c.now(ctx)
	c.refused = c.rival.act(ctx, c) != nil
	after, _ := c.now(ctx)
	if before == nil {
		return
	}
	gone := after == nil || after.GetUID() != before.GetUID()
	c.rivalTook = !c.took && (gone || !slices.Contains(trace.FinalizersOf(after), c.take))
	c.spoiled = gone || !slices.Equal(trace.FinalizersOf(before), trace.FinalizersOf(after)) ||
		!before.GetDeletionTimestamp().Equal(after.GetDeletionTimestamp())
}

// codeOf remembers the status code of an answer.
type codeOf struct {
	http.ResponseWriter
	code int
}

func (c *codeOf) WriteHeader(code int)        { c.code = code; c.ResponseWriter.WriteHeader(code) }
func (c *codeOf) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// untouched are the outcomes that say that nothing was taken off.
var untouched = []remove.Outcome{
	remove.Recreated, remove.Changed, remove.Asked, remove.Forbidden, remove.Refused, remove.Failed, remove.NotDone,
}

// faults says what of the promises was broken.
func (c *cell) faults(ctx context.Context, r *remove.Result, log *remove.Log) []string {
	obj, err := c.now(ctx)
	if err != nil {
		return []string{err.Error()}
	}
	there := obj != nil && string(obj.GetUID()) == c.uid
	held := there && slices.Contains(trace.FinalizersOf(obj), c.take)
	var faults []string
	say := func(bad bool, what string) {
		if bad {
			faults = append(faults, what)
		}
	}
	if c.rival.untouched != nil && c.struck && !c.refused {
		what := c.rival.untouched(ctx, c)
		say(what != "", what)
	}
	say(c.wrong, "it was written to an object that is not what was shown")
	say(!held && !c.took && !c.rivalTook, "the finalizer is off, and nobody took it")
	say(c.took && there && len(c.list) > 1 && !slices.Contains(trace.FinalizersOf(obj), other), "more was taken than was shown")
	say(obj != nil && !there && (obj.GetDeletionTimestamp() != nil || !slices.Equal(obj.GetFinalizers(), c.list)), "another object was touched")
	switch {
	case c.told && c.rival.act != nil:
		// What a rival does once everything was looked at is not told.
	case r.Outcome == remove.Gone || r.Outcome == remove.AlreadyGone:
		say(there, "it is called gone, and it is there")
	case r.Outcome == remove.Held || r.Outcome == remove.Off || r.Outcome == remove.AlreadyOff:
		say(held || !there, "it is called off, and it is there or the object has gone")
	case r.Outcome == remove.PutBack:
		say(!held, "it is called put back, and is not there")
	case slices.Contains(untouched, r.Outcome):
		say(c.took, "it is said that nothing was taken off")
		say(c.asked && !strings.Contains(r.Message, "asked to go"), "it was asked to go, and that is not said")
	case r.Outcome != remove.NotKnown:
		say(true, "the outcome is none that there can be")
	}
	return append(faults, c.logFaults(r, log)...)
}

// logFaults says where the log does not tell what was done.
func (c *cell) logFaults(r *remove.Result, log *remove.Log) []string {
	entries, broken, err := log.Read()
	if err != nil || broken > 0 {
		return []string{fmt.Sprintf("the log: %v, %d lines are broken", err, broken)}
	}
	switch {
	case len(entries) == 0 && (c.took || c.asked):
		return []string{"something was done, and the log has nothing of it"}
	case len(entries) == 0:
		return nil
	case len(entries) != 2 || entries[0].Phase != "begun" || entries[1].Phase != "ended":
		return []string{fmt.Sprintf("the log has %d lines", len(entries))}
	case entries[1].Outcome != string(r.Outcome) || entries[1].Message != r.Message && !strings.HasPrefix(r.Message, entries[1].Message):
		return []string{"the log says " + entries[1].Outcome + ": " + entries[1].Message}
	}
	return nil
}
