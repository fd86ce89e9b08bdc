package trace

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Tracer builds graphs. It holds no state between two calls of Trace and is
// safe for concurrent use when its Reader and Linker are.
type Tracer struct {
	// Reader reads the cluster. It is the one field without a useful zero
	// value.
	Reader Reader
	// Linker knows the references that are no ownerReferences. With nil, only
	// ownerReferences, the content of namespaces and the instances of
	// CustomResourceDefinitions are followed.
	Linker Linker
	// Now is the moment of reading, which tells Grace from Deleting and becomes
	// the graph's At. With the zero time every deletionTimestamp counts as
	// passed. AtLeast says that it was then or later, so that they count as passed too.
	Now     time.Time
	AtLeast bool
	// Going are namespaces in which everything that is going away, which is to
	// say has a deletionTimestamp, is asked about besides the targets: the
	// objects in the namespace and the Namespace itself. The entry "" means the
	// whole cluster, all namespaces and the cluster-scoped kinds.
	Going []string
	// Depth bounds how many edges below the asked objects the graph reaches.
	// What lies beyond is counted in Node.Cut. Zero means no bound.
	Depth int
	// Up and Down choose the direction: Up leads to what stands above the asked
	// objects, Down to what depends on them. Both false means both. Without Up
	// nobody's owners are looked up, so that a dependent's other, missing owner
	// is not found either.
	Up, Down bool
	// Deleting keeps only what is going away, the way to it from the asked
	// objects, and the references that lead nowhere beside that way. Nothing is
	// folded then, and Node.Folded is empty.
	Deleting bool
	// Astray also looks for what names a namespaced object as its owner where that does
	// not reach: in no namespace, or in another one; and in all namespaces for what names
	// an asked Namespace.
	Astray bool
	// All keeps every dependent. Otherwise more than three dependents of one
	// kind, found by one rule below one object, that are Live and have neither
	// finalizers nor dependents nor anything else to show become one Fold, and
	// none of them is a node. One that another object of the graph leads to as
	// well stays a node.
	All bool
	// Parallel bounds how many objects are read at a time. Zero means 64.
	Parallel int
	// Seen is told of each object that was read whole: the asked ones, those
	// that are going away and those that the rules need. It is called once for
	// each, never two calls at a time, while Trace runs. It may keep the object
	// and must not change it. With nil nobody is told.
	Seen func(kind Kind, obj *unstructured.Unstructured)
	// Scanned is told at the end what the lists have shown. It is not where what there is
	// beside what was read is not known, as in a dump, nor where there is no graph. With nil
	// nobody is told.
	Scanned func(*Scanned)
	// Want are labels and annotations that it is to know beside those of the Linker.
	Want Want

	many int // from how many objects on those that are alike are counted, where it is not the usual
}

// Target is an object to ask about.
type Target struct {
	Kind      Kind
	Namespace string // empty for a cluster-scoped object
	Name      string
}

// Trace reads what surrounds the targets, and what is going away where Going
// says, and returns it as one graph. A graph without nodes is the answer where
// there are no targets and nothing that could be read is going away.
//
// Objects asked about that do not exist or may not be read come back in an
// *AskError, beside the graph of the others: the graph is nil only where there is
// no other. A namespace of Going does not exist when neither its Namespace does
// nor anything in it. Trace fails, without a graph, when the context ends, with
// the context's own error, and when the server does not say what kinds it serves.
// Whatever else cannot be read is listed in the graph's Incomplete.
//
// Leaving out the edges that say Closes, no way along the edges leads back to
// where it began. A dangling reference is a node of its own, under the UID of
// the reference, in state Gone, Recreated or Unreadable; an edge that names an
// existing object by a wrong namespace or scope leads to that object.
//
// Downward, a namespaced object is searched for dependents in its namespace, a
// cluster-scoped target in the whole cluster, a cluster-scoped object that a
// link leads to among the cluster-scoped kinds, and a Namespace in itself and
// among the cluster-scoped kinds, or in the whole cluster while the garbage
// collector has a finalizer on it. Upward, all owners of the targets and, in
// turn, of those owners are read, and the further owners of a dependent that is
// deleting, has finalizers or is an owned one.
func (t *Tracer) Trace(ctx context.Context, targets []Target) (*Graph, error) {
	kinds, problems, err := t.Reader.Kinds(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("asking which kinds are served: %w", err)
	}
	b := newBuilder(t, kinds, problems)
	if err := b.build(ctx, targets); err != nil {
		return nil, err
	}
	refused, ended := b.refusal(ctx)
	if ended != nil {
		return nil, ended
	}
	if refused != nil && !b.asked {
		return nil, refused
	}
	if b.Scanned != nil {
		if s := b.scanned(); s != nil {
			b.Scanned(s)
		}
	}
	return b.finish(), refused
}

func (b *builder) build(ctx context.Context, targets []Target) error {
	if err := b.ask(ctx, targets); err != nil {
		return err
	}
	if err := b.sweep(ctx); err != nil {
		return err
	}
	up := b.Up || !b.Down
	down := b.Down || !b.Up
	if up {
		if err := b.climb(ctx, b.sorted(), true); err != nil {
			return err
		}
	}
	if !down {
		return nil
	}
	if err := b.descend(ctx); err != nil {
		return err
	}
	if up {
		return b.climb(ctx, b.sorted(), false)
	}
	return nil
}
