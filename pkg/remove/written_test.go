package remove_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// annotator writes what a person may write on an object: keys and values that the
// catalogue looks for, wherever it looks for them, and some that it does not.
type annotator struct {
	random *rand.Rand
	keys   []string
	types  []string // of conditions
}

// quotedWord finds what an expression compares with.
var quotedWord = regexp.MustCompile(`["']([A-Za-z0-9./_-]{3,80})["']`)

func annotatorOf(t *testing.T, seed uint64) *annotator {
	t.Helper()
	files, err := filepath.Glob("../explain/catalogue/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogue (%v)", err)
	}
	w := &annotator{random: rand.New(rand.NewPCG(seed, 1)), keys: []string{"somebody.dev/paused", "somebody.dev/reconcile"}}
	condition := regexp.MustCompile(`condition(?:: |\(object, ")([A-Za-z]+)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quotedWord.FindAllStringSubmatch(string(text), -1) {
			if strings.ContainsAny(m[1], "./-") {
				w.keys = append(w.keys, m[1])
			}
		}
		for _, m := range condition.FindAllStringSubmatch(string(text), -1) {
			w.types = append(w.types, m[1])
		}
	}
	slices.Sort(w.keys)
	slices.Sort(w.types)
	w.keys, w.types = slices.Compact(w.keys), slices.Compact(w.types)
	if len(w.keys) < 50 || len(w.types) < 5 {
		t.Fatalf("found only %d keys and %d conditions", len(w.keys), len(w.types))
	}
	return w
}

func (w *annotator) one(of []string) string { return of[w.random.IntN(len(of))] }

// marks are labels or annotations: all keys with one value, or some with any.
func (w *annotator) marks() map[string]any {
	values := []string{"", "true", "yes", "disabled", "paused", "false", "Orphan", "PreparingDelete", "v0.9.0", "x"}
	marks := map[string]any{}
	for _, key := range w.keys {
		if w.random.IntN(3) > 0 {
			marks[key] = w.one(values)
		}
	}
	return marks
}

// onto writes into an object's annotations, labels, spec and status.
func (w *annotator) onto(object map[string]any) {
	metadata := object["metadata"].(map[string]any)
	metadata["annotations"] = w.marks()
	metadata["labels"] = w.marks()
	object["spec"] = map[string]any{
		"paused": w.random.IntN(2) == 0, "suspend": w.random.IntN(2) == 0, "clusterName": "none", "deletionPolicy": w.one([]string{"Orphan", "Delete"}),
		"managementPolicies": []any{"Observe"}, "providerID": "x:///" + w.one([]string{"a", "b"}), "topology": map[string]any{"class": "none"},
		"infrastructureRef": map[string]any{"apiGroup": "nowhere.example.org", "kind": "Nothing", "name": "n"},
	}
	var conditions []any
	for _, name := range w.types {
		conditions = append(conditions, map[string]any{
			"type": name, "status": w.one([]string{"True", "False"}), "lastTransitionTime": "2026-03-01T11:50:00Z",
			"reason":  w.one([]string{"Paused", "InternalError", "ReconcileError", "WaitingForPreTerminateHook", "DrainingNode", "Deleting"}),
			"message": w.one([]string{"deletion blocked by applyset", "cannot delete: gone", "error", ""}),
		})
	}
	object["status"] = map[string]any{"conditions": conditions, "phase": w.one([]string{"Deleting", "Provisioned", "Failed"})}
}

// subject is an object of a catalogue entry that is going away, and beside it
// the program that holds it, which is well.
type subject struct {
	group, kind, finalizer, risk string
	workload, namespace          string
	// alone says that nothing runs that could be its holder.
	alone bool
}

func subjectsOf(t *testing.T, known *catalogue.Catalogue) []subject {
	t.Helper()
	var out []subject
	for _, e := range known.Entries() {
		if e.Match != "" && e.Match != catalogue.MatchExact && e.Match != catalogue.MatchPrefix || e.Project == "Kubernetes" {
			continue
		}
		s := subject{group: "things.example.org", kind: "Thing", finalizer: e.Pattern, risk: string(e.Risk), workload: "keeper", namespace: "keeper-system"}
		if e.Match == catalogue.MatchPrefix {
			s.finalizer += "x"
		}
		if len(e.Kinds) > 0 {
			kind, group, grouped := strings.Cut(e.Kinds[0], ".")
			s.kind = strings.Replace(kind, "*", "Thing", 1)
			if grouped {
				s.group = strings.Replace(group, "*", "sub", 1)
			}
		}
		for _, w := range e.Controller.Workloads {
			if name, ok := strings.CutPrefix(w, "Deployment/"); ok {
				s.workload = strings.ReplaceAll(name, "*", "x")
			}
		}
		if len(e.Controller.Namespaces) > 0 {
			s.namespace = strings.ReplaceAll(e.Controller.Namespaces[0], "*", "x")
		}
		out = append(out, s)
		s.alone = true
		out = append(out, s)
	}
	if len(out) < 1400 {
		t.Fatalf("only %d entries", len(out))
	}
	return out
}

const holderOfSubject = `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: %[1]s, namespace: %[2]s, uid: 11111111-0000-4000-8000-000000000003, creationTimestamp: "2026-03-01T10:00:00Z", generation: 1}
spec: {replicas: 1, selector: {matchLabels: {app: x}}, template: {metadata: {labels: {app: x}}, spec: {serviceAccountName: x, containers: [{name: manager, image: "x:v1.0.0"}]}}}
status: {observedGeneration: 1, replicas: 1, readyReplicas: 1}
---
apiVersion: v1
kind: Pod
metadata: {name: %[1]s-1, namespace: %[2]s, uid: 11111111-0000-4000-8000-000000000004, creationTimestamp: "2026-03-01T10:00:00Z", labels: {app: x}}
spec: {nodeName: node-1, serviceAccountName: x, containers: [{name: manager, image: "x:v1.0.0"}]}
status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
`

const definitionOfSubject = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: %[1]s.%[2]s, uid: 11111111-0000-4000-8000-000000000002, creationTimestamp: "2026-03-01T10:00:00Z"}
spec: {group: %[2]s, scope: Namespaced, names: {kind: %[3]s, plural: %[1]s}, versions: [{name: v1, served: true, storage: true}]}
`

var readAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// plan is what a removal of the subject's finalizer would be, once something was
// written on the object.
func (s *subject) plan(t *testing.T, catalogue *catalogue.Catalogue, write func(map[string]any)) *remove.Plan {
	t.Helper()
	version, plural := "v1", strings.ToLower(s.kind)+"s"
	objects := ""
	if !s.alone {
		objects = fmt.Sprintf(holderOfSubject, s.workload, s.namespace)
	}
	if s.group != "" {
		version = s.group + "/v1"
		objects += fmt.Sprintf(definitionOfSubject, plural, s.group, s.kind)
	}
	obj := map[string]any{
		"apiVersion": version, "kind": s.kind,
		"metadata": map[string]any{
			"name": "it", "namespace": "shop", "uid": "11111111-0000-4000-8000-000000000001", "finalizers": []any{s.finalizer},
			"creationTimestamp": "2026-03-01T10:00:00Z", "deletionTimestamp": "2026-03-01T11:40:00Z", "deletionGracePeriodSeconds": 0,
		},
	}
	write(obj)
	text, err := json.Marshal(obj)
	if err != nil {
		t.Fatal(err)
	}
	read, err := dump.OpenFS(t.Context(), fstest.MapFS{"it.json": {Data: text}, "others.yaml": {Data: []byte(objects)}})
	if err != nil {
		t.Fatal(err)
	}
	kinds, _, err := read.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(kinds, func(k trace.Kind) bool { return k.Kind == s.kind && k.Group == s.group })
	if at < 0 {
		t.Fatalf("%s.%s is not served", s.kind, s.group)
	}
	target := trace.Target{Kind: kinds[at], Name: "it"}
	if kinds[at].Namespaced {
		target.Namespace = "shop"
	}
	tracer := trace.Tracer{Reader: read, Linker: catalogue, Now: readAt}
	graph, err := tracer.Trace(t.Context(), []trace.Target{target})
	if err != nil {
		t.Fatal(err)
	}
	diagnoser := diagnose.Diagnoser{Reader: explain.Offline(read), Catalogue: catalogue, Now: readAt}
	diagnosis, err := diagnoser.Diagnose(t.Context(), graph)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := remove.Make(graph, kinds, diagnosis, remove.Request{Finalizers: []string{s.finalizer}})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// speaking are the guards that stand against a plan, but for the one for what a
// dump cannot tell.
func speaking(p *remove.Plan) []remove.Guard {
	var out []remove.Guard
	for _, o := range p.Actions[0].Objections {
		if o.Guard != remove.Incomplete && !slices.Contains(out, o.Guard) {
			out = append(out, o.Guard)
		}
	}
	return out
}

var grades = []string{"low", "medium", "high", ""}

// TestAllWrittenTalksNothingDown writes on an object of every entry of the catalogue
// whatever the catalogue looks for, and more. The risk is then never lower than
// what the entry says, and what was refused is refused still.
func TestAllWrittenTalksNothingDown(t *testing.T) {
	catalogue, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := annotatorOf(t, 7)
	refused := 0
	for _, s := range subjectsOf(t, catalogue) {
		bare := s.plan(t, catalogue, func(map[string]any) {})
		if len(speaking(bare)) > 0 {
			refused++
		}
		var said map[string]any
		p := s.plan(t, catalogue, func(obj map[string]any) { w.onto(obj); said = obj })
		a := &p.Actions[0]
		if slices.Index(grades, string(a.Hold.Cost.Risk)) < slices.Index(grades, string(bare.Actions[0].Hold.Cost.Risk)) {
			t.Errorf("%s on %s.%s: risk %q became %q (%s) by %v", s.finalizer, s.kind, s.group, bare.Actions[0].Hold.Cost.Risk, a.Hold.Cost.Risk, a.Hold.Message, said)
		}
		if before, after := speaking(bare), speaking(p); len(before) > 0 && len(after) == 0 {
			t.Errorf("%s on %s.%s: refused by %v, and by nothing once it says of itself: %s %s: %s", s.finalizer, s.kind, s.group, before, a.Hold.Verdict, a.Hold.Reason, a.Hold.Message)
		}
	}
	if refused < 700 {
		t.Errorf("only %d were refused before: too few to prove anything", refused)
	}
}
