package remove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var things = trace.Kind{Group: "example.com", Version: "v1", Kind: "Thing", Resource: "things", Namespaced: true}

// server keeps objects by name the way an API server does as far as removals
// see it: JSON patches with tests, preconditions, no new finalizers on what is
// being deleted, and the removal of what nothing holds. before is called ahead
// of each request, to let rivals in; it may fail the request instead.
type server struct {
	mu      sync.Mutex
	objects map[string]*unstructured.Unstructured
	version int
	before  func(verb, name string) error
	events  int
	deletes int
	denied  bool
	// putsBack is what a mutating webhook adds to whatever is written.
	putsBack string
	journal  []string // every change to a list of finalizers: "uid -entry"
}

func newServer() *server {
	return &server{objects: map[string]*unstructured.Unstructured{}}
}

func (s *server) put(name, uid string, deleting bool, finalizers ...string) {
	obj := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Thing"}}
	obj.SetName(name)
	obj.SetNamespace("shop")
	obj.SetUID(types.UID(uid))
	obj.SetFinalizers(finalizers)
	if deleting {
		at := metav1.Date(2026, 3, 1, 11, 0, 0, 0, metav1.Now().UTC().Location())
		obj.SetDeletionTimestamp(&at)
	}
	s.version++
	obj.SetResourceVersion(strconv.Itoa(s.version))
	s.objects[name] = obj
}

func notFound(name string) error {
	return apierrors.NewNotFound(schema.GroupResource{Group: things.Group, Resource: things.Resource}, name)
}

func (s *server) enter(verb, name string) error {
	if s.before != nil {
		return s.before(verb, name)
	}
	return nil
}

func (s *server) Get(_ context.Context, _ trace.Kind, _, name string) (*unstructured.Unstructured, error) {
	if err := s.enter("get", name); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	obj, ok := s.objects[name]
	if !ok {
		return nil, notFound(name)
	}
	return obj.DeepCopy(), nil
}

func (s *server) Versions(_ context.Context, kind trace.Kind) ([]trace.Kind, error) {
	return []trace.Kind{kind}, nil
}

func (s *server) Manifest(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	return s.Get(ctx, kind, namespace, name)
}

func (s *server) Allowed(_ context.Context, _ explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	out := make([]explain.Decision, len(what))
	for i := range out {
		out[i].Allowed = !s.denied
	}
	return out, nil
}

func (s *server) DryRun(_ context.Context, _ trace.Kind, _, name, _ string, _ types.PatchType, patch []byte, _ explain.Subject) (*unstructured.Unstructured, error) {
	return s.apply("dry-run", name, patch, true)
}

func (s *server) Patch(_ context.Context, _ trace.Kind, _, name, _ string, _ types.PatchType, patch []byte) (*unstructured.Unstructured, error) {
	return s.apply("patch", name, patch, false)
}

// apply does what RFC 6902 says of the three operations that are used, and
// fails for any other.
func (s *server) apply(verb, name string, patch []byte, dry bool) (*unstructured.Unstructured, error) {
	if err := s.enter(verb, name); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	stored, ok := s.objects[name]
	if !ok {
		return nil, notFound(name)
	}
	var ops []operation
	if err := json.Unmarshal(patch, &ops); err != nil || len(ops) == 0 {
		return nil, apierrors.NewBadRequest("no patch")
	}
	obj := stored.DeepCopy()
	for _, op := range ops {
		if err := change(obj, op); err != nil {
			return nil, &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: 422, Reason: metav1.StatusReasonInvalid, Message: err.Error()}}
		}
	}
	if s.putsBack != "" {
		obj.SetFinalizers(append(obj.GetFinalizers(), s.putsBack))
	}
	if dry {
		return obj, nil
	}
	s.store(name, stored, obj)
	return obj.DeepCopy(), nil
}

// operation is one line of a JSON patch.
type operation struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value"`
}

func change(obj *unstructured.Unstructured, op operation) error {
	field, ok := strings.CutPrefix(op.Path, "/metadata/")
	metadata, _ := obj.Object["metadata"].(map[string]any)
	if !ok || metadata == nil {
		return fmt.Errorf("unexpected path %q", op.Path)
	}
	var value any
	if len(op.Value) > 0 {
		if err := json.Unmarshal(op.Value, &value); err != nil {
			return err
		}
	}
	switch op.Op {
	case "test":
		if !reflect.DeepEqual(metadata[field], value) {
			return errors.New("the server rejected our request due to an error in our request")
		}
	case "replace":
		metadata[field] = value
	case "remove":
		delete(metadata, field)
	default:
		return fmt.Errorf("unexpected operation %q", op.Op)
	}
	return nil
}

func (s *server) store(name string, was, is *unstructured.Unstructured) {
	for _, f := range was.GetFinalizers() {
		if !slices.Contains(is.GetFinalizers(), f) {
			s.journal = append(s.journal, string(is.GetUID())+" -"+f)
		}
	}
	s.version++
	is.SetResourceVersion(strconv.Itoa(s.version))
	if is.GetDeletionTimestamp() != nil && len(is.GetFinalizers()) == 0 {
		delete(s.objects, name)
		return
	}
	s.objects[name] = is
}

func (s *server) Finalize(context.Context, string, *unstructured.Unstructured, bool) (*unstructured.Unstructured, error) {
	return nil, errors.New("no namespaces here")
}

func (s *server) Delete(_ context.Context, _ trace.Kind, _, name, uid, resourceVersion string, dryRun bool) error {
	if err := s.enter("delete", name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	obj, ok := s.objects[name]
	switch {
	case !ok:
		return notFound(name)
	case string(obj.GetUID()) != uid, resourceVersion != "" && obj.GetResourceVersion() != resourceVersion:
		return apierrors.NewConflict(schema.GroupResource{Resource: things.Resource}, name, errors.New("precondition"))
	case dryRun:
		return nil
	}
	s.deletes++
	if obj.GetDeletionTimestamp() == nil {
		now := metav1.Now()
		next := obj.DeepCopy()
		next.SetDeletionTimestamp(&now)
		s.store(name, obj, next)
	}
	return nil
}

func (s *server) CreateEvent(context.Context, string, *unstructured.Unstructured) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events++
	return nil
}

// planFor plans the removal of finalizers from objects as the server has them.
func planFor(t *testing.T, s *server, wanted map[string][]string, deleteFirst bool) *Plan {
	t.Helper()
	p := &Plan{}
	names := make([]string, 0, len(wanted))
	for name := range wanted {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		obj := s.objects[name]
		n := trace.Node{Ref: trace.Ref{Group: things.Group, Kind: things.Kind, Namespace: "shop", Name: name}, UID: string(obj.GetUID()), State: trace.Live}
		if at := obj.GetDeletionTimestamp(); at != nil {
			n.State, n.Since = trace.Deleting, at.UTC()
		}
		for _, f := range obj.GetFinalizers() {
			n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: f})
		}
		for _, f := range wanted[name] {
			p.Actions = append(p.Actions, Action{Kind: things, Object: n, Hold: explain.Hold{Finalizer: f}, DeleteFirst: deleteFirst && n.State == trace.Live})
		}
	}
	return p
}
