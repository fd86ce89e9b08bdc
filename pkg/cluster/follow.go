package cluster

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/cache"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Follow tells the ledger what is being deleted of a kind, in all namespaces, until the
// context ends, or until the server says that the kind cannot be watched. Lists are read
// as they arrive and live objects are not kept, so that it takes the same memory however
// many there are.
func (c *Cluster) Follow(ctx context.Context, kind trace.Kind, to trace.Ledger) error {
	client, err := metadata.NewForConfigAndClient(c.config, c.plain)
	if err != nil {
		return fmt.Errorf("preparing to watch %s: %w", kind.Type(), err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	resource := schema.GroupVersionResource{Group: kind.Group, Version: kind.Version, Resource: kind.Resource}
	silent := logr.Discard() // what goes wrong is told to the ledger
	reflector := cache.NewReflectorWithOptions(
		&leavers{cluster: c, kind: kind, watched: client.Resource(resource), to: to, stop: stop},
		&metav1.PartialObjectMetadata{}, &ledgerStore{to},
		cache.ReflectorOptions{Logger: &silent, Name: kind.Type(), TypeDescription: kind.Type()})
	reflector.RunWithContext(logr.NewContext(ctx, silent))
	return context.Cause(ctx)
}

// leavers lists and watches one kind for a reflector. Its lists hold only what is being
// deleted.
type leavers struct {
	cluster *Cluster
	kind    trace.Kind
	watched metadata.Getter
	to      trace.Ledger
	stop    context.CancelCauseFunc
}

// tell says how an attempt to read the kind has ended. A kind that the server offers no
// such way to read is given up.
func (l *leavers) tell(ctx context.Context, err error) {
	switch {
	case ctx.Err() != nil, apierrors.IsResourceExpired(err), apierrors.IsGone(err):
		return // it ends, or it is listed again, which is how watches go on
	case apierrors.IsMethodNotSupported(err):
		l.stop(err)
	}
	l.to.State(err)
}

// IsWatchListSemanticsUnSupported has the reflector list and then watch. Were the list
// streamed as a watch it would hold every object until the last has come.
func (l *leavers) IsWatchListSemanticsUnSupported() bool { return true }

// errWithoutContext is the answer to calls that a reflector does not make: it prefers those
// with a context.
var errWithoutContext = errors.New("called without a context")

// List implements cache.Lister.
func (l *leavers) List(metav1.ListOptions) (runtime.Object, error) { return nil, errWithoutContext }

// Watch implements cache.Watcher.
func (l *leavers) Watch(metav1.ListOptions) (watch.Interface, error) { return nil, errWithoutContext }

// ListWithContext implements cache.ListerWithContext.
func (l *leavers) ListWithContext(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	var list metav1.PartialObjectMetadataList
	seen := map[string]bool{} // a list that is begun anew names an object twice
	keep := func(rows []trace.Row) {
		for i := range rows {
			r := &rows[i]
			if uid := string(r.UID); !r.Deleted.IsZero() && !seen[uid] {
				seen[uid] = true
				list.Items = append(list.Items, leaverOf(r))
			}
		}
	}
	meta, err := l.cluster.scanScope(ctx, trace.Scope{Kind: l.kind}, &trace.Want{}, options.ResourceVersion, keep)
	l.tell(ctx, err)
	list.ResourceVersion = meta.ResourceVersion
	return &list, err
}

func leaverOf(r *trace.Row) metav1.PartialObjectMetadata {
	var out metav1.PartialObjectMetadata
	out.Namespace, out.Name, out.UID = string(r.Namespace), string(r.Name), types.UID(r.UID)
	deleted := metav1.NewTime(r.Deleted)
	out.DeletionTimestamp = &deleted
	for _, f := range r.Finalizers {
		out.Finalizers = append(out.Finalizers, string(f))
	}
	return out
}

// WatchWithContext implements cache.WatcherWithContext.
func (l *leavers) WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	w, err := l.watched.Watch(ctx, options)
	l.tell(ctx, err)
	return w, err
}

// ledgerStore hands on what a reflector finds, and keeps nothing.
type ledgerStore struct{ to trace.Ledger }

func (s *ledgerStore) Add(obj any) error {
	m, err := metadataOf(obj)
	if err != nil {
		return err
	}
	s.to.Touch()
	if m.DeletionTimestamp != nil {
		s.to.Put(leavingOf(m))
	}
	return nil
}

func (s *ledgerStore) Update(obj any) error { return s.Add(obj) }

func (s *ledgerStore) Delete(obj any) error {
	m, err := metadataOf(obj)
	if err != nil {
		return err
	}
	s.to.Touch()
	s.to.Drop(string(m.UID))
	return nil
}

func (s *ledgerStore) Replace(list []any, _ string) error {
	all := make([]trace.Leaving, 0, len(list))
	for _, obj := range list {
		m, err := metadataOf(obj)
		if err != nil {
			return err
		}
		all = append(all, leavingOf(m))
	}
	s.to.Touch()
	s.to.Replace(all)
	return nil
}

func (s *ledgerStore) Resync() error { return nil }

func metadataOf(obj any) (*metav1.PartialObjectMetadata, error) {
	m, ok := obj.(*metav1.PartialObjectMetadata)
	if !ok {
		return nil, fmt.Errorf("a watch tells of a %T", obj)
	}
	return m, nil
}

func leavingOf(m *metav1.PartialObjectMetadata) trace.Leaving {
	return trace.Leaving{
		UID: string(m.UID), Namespace: m.Namespace, Name: m.Name,
		Since: m.DeletionTimestamp.Time, Finalizers: m.Finalizers,
	}
}
