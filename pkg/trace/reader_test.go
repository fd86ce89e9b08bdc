package trace

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func testKind(group, kind, resource string, namespaced bool) Kind {
	return Kind{Group: group, Version: "v1", Kind: kind, Resource: resource, Namespaced: namespaced, Listable: true}
}

var (
	configMaps  = testKind("", "ConfigMap", "configmaps", true)
	pods        = testKind("", "Pod", "pods", true)
	events      = testKind("", "Event", "events", true)
	newEvents   = testKind("events.k8s.io", "Event", "events", true)
	leases      = testKind("coordination.k8s.io", "Lease", "leases", true)
	namespaces  = testKind("", "Namespace", "namespaces", false)
	nodes       = testKind("", "Node", "nodes", false)
	replicaSets = testKind("apps", "ReplicaSet", "replicasets", true)
	deployments = testKind("apps", "Deployment", "deployments", true)
	definitions = testKind("apiextensions.k8s.io", "CustomResourceDefinition", "customresourcedefinitions", false)
	widgets     = testKind("example.com", "Widget", "widgets", true)
	racks       = testKind("example.com", "Rack", "racks", false)
	reviews     = Kind{Group: "authorization.k8s.io", Version: "v1", Kind: "SubjectAccessReview", Resource: "subjectaccessreviews"}
	metrics     = testKind("metrics.k8s.io", "PodMetrics", "pods", true)

	allKinds = []Kind{
		configMaps, events, namespaces, nodes, pods, definitions, deployments, replicaSets,
		reviews, leases, newEvents, racks, widgets, metrics,
	}
)

// memory is a Reader of plain data.
type memory struct {
	kinds    []Kind
	objects  map[schema.GroupKind][]*unstructured.Unstructured
	shuffle  *rand.Rand        // when set, the order of everything read
	broken   map[string]error  // by Describe() of an object or list
	silent   []Problem         // of Kinds
	onScan   func([]Scope)     // told before a scan
	vanished map[string]bool   // by Describe(): scanned, but no longer there
	swapped  map[string]string // by Describe(): UID that a Get finds now

	mu    sync.Mutex
	calls []string
}

func newMemory(objects ...*unstructured.Unstructured) *memory {
	m := &memory{kinds: allKinds, objects: map[schema.GroupKind][]*unstructured.Unstructured{}, broken: map[string]error{}}
	for _, obj := range objects {
		m.put(obj)
	}
	return m
}

func (m *memory) put(obj *unstructured.Unstructured) {
	gk := obj.GroupVersionKind().GroupKind()
	m.objects[gk] = append(m.objects[gk], obj)
}

func (m *memory) call(s string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, s)
}

func (m *memory) of(kind Kind, namespace string) []*unstructured.Unstructured {
	var found []*unstructured.Unstructured
	for _, obj := range m.objects[schema.GroupKind{Group: kind.Group, Kind: kind.Kind}] {
		if namespace == "" || obj.GetNamespace() == namespace {
			found = append(found, obj)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shuffle != nil {
		m.shuffle.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	}
	return found
}

func (m *memory) Kinds(context.Context) ([]Kind, []Problem, error) { return m.kinds, m.silent, nil }

func (m *memory) Scan(ctx context.Context, scopes []Scope, want Want, visit func(Kind, *Row)) []Problem {
	if m.onScan != nil {
		m.onScan(scopes)
	}
	scopes = slices.Clone(scopes)
	m.mu.Lock()
	if m.shuffle != nil {
		m.shuffle.Shuffle(len(scopes), func(i, j int) { scopes[i], scopes[j] = scopes[j], scopes[i] })
	}
	m.mu.Unlock()
	var problems []Problem
	for _, s := range scopes {
		name := Describe(s.Kind, s.Namespace, "")
		m.call("scan " + name)
		if err := m.broken[name]; err != nil {
			problems = append(problems, m.Problem(PartOf(s.Kind, s.Namespace, ""), err))
			continue
		}
		for _, obj := range m.of(s.Kind, s.Namespace) {
			if ctx.Err() != nil {
				return problems
			}
			visit(s.Kind, rowOf(obj, want))
		}
	}
	return problems
}

// rowOf makes a row whose slices are good for one visit only.
func rowOf(obj *unstructured.Unstructured, want Want) *Row {
	row := &Row{
		Namespace: []byte(obj.GetNamespace()), Name: []byte(obj.GetName()), UID: []byte(obj.GetUID()),
		Created: obj.GetCreationTimestamp().Time,
	}
	if t := obj.GetDeletionTimestamp(); t != nil {
		row.Deleted = t.Time
	}
	for _, f := range obj.GetFinalizers() {
		row.Finalizers = append(row.Finalizers, []byte(f))
	}
	for _, o := range obj.GetOwnerReferences() {
		row.Owners = append(row.Owners, RowOwner{
			APIVersion: []byte(o.APIVersion), Kind: []byte(o.Kind), Name: []byte(o.Name), UID: []byte(o.UID),
			Controller: o.Controller != nil && *o.Controller, Block: o.BlockOwnerDeletion != nil && *o.BlockOwnerDeletion,
		})
	}
	row.Labels = pairsOf(obj.GetLabels(), want.Labels)
	row.Annotations = pairsOf(obj.GetAnnotations(), want.Annotations)
	return row
}

func pairsOf(all map[string]string, want []string) []RowPair {
	var pairs []RowPair
	for _, key := range want {
		if value, ok := all[key]; ok {
			pairs = append(pairs, RowPair{[]byte(key), []byte(value)})
		}
	}
	return pairs
}

func (m *memory) Get(ctx context.Context, kind Kind, namespace, name string) (*unstructured.Unstructured, error) {
	w := Describe(kind, namespace, name)
	m.call("get " + w)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("getting %s: %w", w, ctx.Err())
	}
	if err := m.broken[w]; err != nil {
		return nil, err
	}
	for _, obj := range m.of(kind, namespace) {
		if obj.GetName() == name && !m.vanished[w] {
			if uid, ok := m.swapped[w]; ok {
				obj = obj.DeepCopy()
				unstructured.RemoveNestedField(obj.Object, "metadata", "deletionTimestamp")
				_ = unstructured.SetNestedField(obj.Object, uid, "metadata", "uid")
			}
			return obj, nil
		}
	}
	return nil, apierrors.NewNotFound(schema.GroupResource{Group: kind.Group, Resource: kind.Resource}, name)
}

func (m *memory) List(ctx context.Context, scope Scope, visit func(*unstructured.Unstructured)) error {
	w := Describe(scope.Kind, scope.Namespace, "")
	m.call("list " + w)
	if err := cmp.Or(ctx.Err(), m.broken[w]); err != nil {
		return err
	}
	for _, obj := range m.of(scope.Kind, scope.Namespace) {
		visit(obj)
	}
	return nil
}

func (m *memory) Problem(about Part, err error) Problem {
	p := Problem{About: about, Reason: ReadFailed, Message: err.Error()}
	switch {
	case apierrors.IsForbidden(err):
		p.Reason = Forbidden
	case apierrors.IsTimeout(err):
		p.Reason = TimedOut
	}
	return p
}

// knowing is a Linker made of functions, each of which may be nil.
type knowing struct {
	want    Want
	whole   []string // resources
	links   func(*unstructured.Unstructured) []Link
	joins   func(*unstructured.Unstructured) []Join
	sources map[string][]Kind // by resource
	notes   map[string]string // by name of the object
}

func (k *knowing) Want() Want                { return k.want }
func (k *knowing) NeedsWhole(kind Kind) bool { return slices.Contains(k.whole, kind.Resource) }

func (k *knowing) Links(_ Kind, obj *unstructured.Unstructured) []Link {
	if k.links == nil {
		return nil
	}
	return k.links(obj)
}

func (k *knowing) Joins(_ Kind, obj *unstructured.Unstructured) []Join {
	if k.joins == nil {
		return nil
	}
	return k.joins(obj)
}

func (k *knowing) Sources(kind Kind, _ []Kind) []Kind { return k.sources[kind.Resource] }

func (k *knowing) Holder(_ Kind, finalizer string) string {
	holder, _, _ := strings.Cut(finalizer, ".")
	return holder
}

func (k *knowing) Note(_ Kind, obj *unstructured.Unstructured) string { return k.notes[obj.GetName()] }

// option changes an object that a test makes.
type option func(*unstructured.Unstructured)

// object makes an object. Its name is "namespace/name" or "name", and its UID
// is made of its resource and name, so that others can refer to it.
func object(kind Kind, name string, options ...option) *unstructured.Unstructured {
	obj := &unstructured.Unstructured{Object: map[string]any{}}
	obj.SetAPIVersion(schema.GroupVersion{Group: kind.Group, Version: kind.Version}.String())
	obj.SetKind(kind.Kind)
	namespace, short, namespaced := strings.Cut(name, "/")
	if !namespaced {
		namespace, short = "", name
	}
	if namespaced {
		obj.SetNamespace(namespace)
	}
	obj.SetName(short)
	obj.SetUID(types.UID(uidOf(kind, name)))
	for _, change := range options {
		change(obj)
	}
	return obj
}

func uidOf(kind Kind, name string) string { return kind.Resource + ":" + name }

func withUID(uid string) option {
	return func(obj *unstructured.Unstructured) { obj.SetUID(types.UID(uid)) }
}

// ownedBy adds an ownerReference to the object that object makes of the same
// kind and name.
func ownedBy(kind Kind, name string) option {
	short := name[strings.Index(name, "/")+1:]
	return ownerRef(kind, short, uidOf(kind, name))
}

func ownerRef(kind Kind, name, uid string) option {
	return func(obj *unstructured.Unstructured) {
		obj.SetOwnerReferences(append(obj.GetOwnerReferences(), metav1.OwnerReference{
			APIVersion: schema.GroupVersion{Group: kind.Group, Version: kind.Version}.String(),
			Kind:       kind.Kind, Name: name, UID: types.UID(uid),
		}))
	}
}

// blocking makes the last ownerReference a controller's that blocks.
func blocking(obj *unstructured.Unstructured) {
	refs := obj.GetOwnerReferences()
	yes := true
	refs[len(refs)-1].Controller, refs[len(refs)-1].BlockOwnerDeletion = &yes, &yes
	obj.SetOwnerReferences(refs)
}

func held(finalizers ...string) option {
	return func(obj *unstructured.Unstructured) { obj.SetFinalizers(finalizers) }
}

// deleted sets a deletionTimestamp so long before the moment of the tests.
func deleted(ago time.Duration) option {
	return func(obj *unstructured.Unstructured) {
		t := metav1.NewTime(at.Add(-ago))
		obj.SetDeletionTimestamp(&t)
	}
}

func labelled(key, value string) option {
	return func(obj *unstructured.Unstructured) { obj.SetLabels(map[string]string{key: value}) }
}

func annotated(key string) option {
	return func(obj *unstructured.Unstructured) { obj.SetAnnotations(map[string]string{key: "x"}) }
}

// with merges top-level fields, written as YAML.
func with(fields string) option {
	return func(obj *unstructured.Unstructured) {
		var more map[string]any
		if err := yaml.Unmarshal([]byte(fields), &more); err != nil {
			more = map[string]any{"broken fixture": err.Error()}
		}
		maps.Copy(obj.Object, more)
	}
}

// show writes a graph as lines, with all that it says.
func show(g *Graph) string {
	var b strings.Builder
	name := func(i int) string {
		n := g.Nodes[i]
		return n.Kind + " " + path.Join(n.Namespace, n.Name)
	}
	for i, n := range g.Nodes {
		fmt.Fprintf(&b, "%s %s", name(i), n.State)
		if n.Asked {
			b.WriteString(" asked")
		}
		if !n.Since.IsZero() {
			fmt.Fprintf(&b, " since=%s", g.At.Sub(n.Since))
		}
		for _, f := range n.Finalizers {
			fmt.Fprintf(&b, " held=%s(%s)", f.Name, f.Holder)
		}
		for _, c := range n.Conditions {
			fmt.Fprintf(&b, " cond=%s=%s", c.Type, c.Status)
		}
		if n.Disagreement != "" {
			fmt.Fprintf(&b, " %q", n.Disagreement)
		}
		if n.Note != "" {
			fmt.Fprintf(&b, " note=%s", n.Note)
		}
		for _, f := range n.Folded {
			fmt.Fprintf(&b, " folded=%s*%d(%s)", f.Kind, f.Count, f.Rule)
		}
		if n.Cut > 0 {
			fmt.Fprintf(&b, " cut=%d", n.Cut)
		}
		b.WriteString("\n")
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "%s -> %s %s", name(e.From), name(e.To), e.Rule)
		if e.Controller {
			b.WriteString(" controller")
		}
		if e.Block {
			b.WriteString(" block")
		}
		if e.Fault != "" {
			fmt.Fprintf(&b, " %s", e.Fault)
		}
		if e.Closes && e.Fault != Cycle {
			b.WriteString(" closes")
		}
		b.WriteString("\n")
	}
	for _, p := range g.Incomplete {
		fmt.Fprintf(&b, "! %s: %s\n", p.About, p.Reason)
	}
	return b.String()
}

func target(kind Kind, name string) Target {
	namespace, short, namespaced := strings.Cut(name, "/")
	if !namespaced {
		namespace, short = "", name
	}
	return Target{Kind: kind, Namespace: namespace, Name: short}
}
