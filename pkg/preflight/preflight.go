// Package preflight says what stands in the way of an operation before it is done.
package preflight

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Result says what stands in the way of an operation that writes objects.
type Result struct {
	// At is the moment of reading. AtLeast says that it was then or later.
	At      time.Time
	AtLeast bool
	// Namespace is where was looked, empty for all.
	Namespace string
	// Kinds is how many kinds the operation writes.
	Kinds int
	// Clusters are the Clusters that live where was looked, sorted. A cluster that
	// one moves into mostly has none yet.
	Clusters []trace.Ref
	// Obstacles are the objects that are being deleted, sorted.
	Obstacles  []Obstacle
	Incomplete []trace.Problem
}

// Clock is the moment of reading.
func (r *Result) Clock() trace.Clock { return trace.Clock{At: r.At, AtLeast: r.AtLeast} }

// Obstacle is an object that is being deleted where a move would write one of
// the same name.
type Obstacle struct {
	trace.Node
	// Why says what becomes of a move that meets it.
	Why string
}

// The labels by which clusterctl finds what it moves.
const (
	movedKindLabel     = "clusterctl.cluster.x-k8s.io"
	moveLabel          = "clusterctl.cluster.x-k8s.io/move"
	moveHierarchyLabel = "clusterctl.cluster.x-k8s.io/move-hierarchy"
	moveClusterLabel   = "cluster.x-k8s.io/cluster-name"
)

// ErrNoMove says that clusterctl would move nothing into this cluster.
var ErrNoMove = errors.New("no CustomResourceDefinition here has the label " + movedKindLabel + ": clusterctl moves nothing into this cluster")

// Move looks for what `clusterctl move` must not meet in the cluster
// that it moves into. clusterctl writes the objects of every kind whose
// CustomResourceDefinition has its label, and the Secrets and ConfigMaps that
// belong to them. Where one of the same name is already there it updates that
// one, and never looks whether it is being deleted: the API server refuses the
// update where it would add a finalizer, and takes it where it would not, so that
// the moved cluster is then deleted.
func Move(ctx context.Context, r trace.Reader, clock trace.Clock, namespace string) (*Result, error) {
	kinds, problems, err := r.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	p := &preflight{reader: r, out: &Result{At: clock.At, AtLeast: clock.AtLeast, Namespace: namespace, Incomplete: problems}}
	moved := p.movedKinds(ctx, kinds)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(moved) == 0 && len(p.out.Incomplete) == 0 {
		return nil, ErrNoMove
	}
	p.out.Kinds = len(moved)
	p.look(ctx, kinds, moved)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(p.out.Obstacles, func(a, b Obstacle) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(p.out.Clusters, func(a, b trace.Ref) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return p.out, nil
}

type preflight struct {
	reader trace.Reader
	out    *Result
}

// movedKinds are the kinds whose definitions have clusterctl's label. A
// definition that is being deleted is in the way itself.
func (p *preflight) movedKinds(ctx context.Context, kinds []trace.Kind) []trace.Kind {
	var moved []trace.Kind
	want := trace.Want{Labels: []string{movedKindLabel}}
	p.scan(ctx, kindsNamed(kinds, "apiextensions.k8s.io", "CustomResourceDefinition"), "", want, func(kind trace.Kind, row *trace.Row) {
		if len(row.Labels) == 0 {
			return
		}
		resource, group, _ := strings.Cut(string(row.Name), ".")
		for _, k := range kinds {
			if k.Group == group && k.Resource == resource {
				moved = append(moved, k)
			}
		}
		if !row.Deleted.IsZero() {
			p.obstacle(kind, row, "the kind is going away with all its objects: nothing of it can be written")
		}
	})
	return moved
}

const (
	whyMoved  = "a move that brings one of this name fails where it would add a finalizer, and otherwise moves it into this one, which is then deleted with all that it stands for"
	whyLinked = "a move that brings one of this name writes into this one, which then goes"
)

func (p *preflight) look(ctx context.Context, kinds, moved []trace.Kind) {
	p.scan(ctx, kindsNamed(kinds, "", "Namespace"), "", trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		if !row.Deleted.IsZero() && (p.out.Namespace == "" || string(row.Name) == p.out.Namespace) {
			p.obstacle(kind, row, "nothing can be made in a namespace that is going away")
		}
	})
	p.scan(ctx, moved, p.out.Namespace, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		switch {
		case !row.Deleted.IsZero():
			p.obstacle(kind, row, whyMoved)
		case kind.Group == "cluster.x-k8s.io" && kind.Kind == "Cluster":
			p.out.Clusters = append(p.out.Clusters, refOfRow(kind, row))
		}
	})
	linked := slices.Concat(kindsNamed(kinds, "", "Secret"), kindsNamed(kinds, "", "ConfigMap"))
	p.scan(ctx, linked, p.out.Namespace, trace.Want{Labels: []string{moveClusterLabel, moveLabel, moveHierarchyLabel}}, func(kind trace.Kind, row *trace.Row) {
		if !row.Deleted.IsZero() && (len(row.Labels) > 0 || belongsTo(row, moved)) {
			p.obstacle(kind, row, whyLinked)
		}
	})
}

func (p *preflight) scan(ctx context.Context, kinds []trace.Kind, namespace string, want trace.Want, visit func(trace.Kind, *trace.Row)) {
	var scopes []trace.Scope
	for _, k := range kinds {
		if !k.Listable {
			continue
		}
		scope := trace.Scope{Kind: k}
		if k.Namespaced {
			scope.Namespace = namespace
		}
		scopes = append(scopes, scope)
	}
	p.out.Incomplete = append(p.out.Incomplete, p.reader.Scan(ctx, scopes, want, visit)...)
}

func (p *preflight) obstacle(kind trace.Kind, row *trace.Row, why string) {
	n := trace.Node{
		Ref: refOfRow(kind, row), Version: kind.Version, Resource: kind.Resource, UID: string(row.UID),
		State: trace.Deleting, Since: row.Deleted, Created: row.Created,
	}
	if p.out.Clock().Before(n.Since) {
		n.State = trace.Grace
	}
	for _, f := range row.Finalizers {
		n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: string(f)})
	}
	if !slices.ContainsFunc(p.out.Obstacles, func(o Obstacle) bool { return o.UID == n.UID && o.Ref == n.Ref }) {
		p.out.Obstacles = append(p.out.Obstacles, Obstacle{n, why})
	}
}

func refOfRow(kind trace.Kind, row *trace.Row) trace.Ref {
	return trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: string(row.Namespace), Name: string(row.Name)}
}

// belongsTo reports whether an object of one of the kinds owns the row's.
func belongsTo(row *trace.Row, kinds []trace.Kind) bool {
	return slices.ContainsFunc(row.Owners, func(o trace.RowOwner) bool {
		group := trace.GroupOf(string(o.APIVersion))
		return slices.ContainsFunc(kinds, func(k trace.Kind) bool { return k.Group == group && k.Kind == string(o.Kind) })
	})
}

func kindsNamed(kinds []trace.Kind, group, kind string) []trace.Kind {
	var out []trace.Kind
	for _, k := range kinds {
		if k.Group == group && k.Kind == kind {
			out = append(out, k)
		}
	}
	return out
}
