package follow

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// judgedFor is how long a judgement stands at most while nothing that it was made of
	// changes: holders may come and go beside it, and the ages in its sentences stand still.
	judgedFor = 15 * time.Second
	// thinkAfter is how many times as long as a judgement took it stands at least, so that
	// a large cluster is not judged all the time.
	thinkAfter = 20
	// evidenceFor is how far back a judgement looks for activity, and
	// evidenceApart how many of the earlier ones are kept for it.
	evidenceFor   = 30 * time.Second
	evidenceApart = 5 * time.Second
)

// reader reads the same objects again and again.
type reader struct {
	open      OpenFunc
	catalogue *catalogue.Catalogue
	logs      explain.LogReader
	everyLog  bool
	now       func() time.Time // the clock of the person
	targets   []trace.Target   // those that are not known to be gone

	last     *reading // the last that was believed
	print    uint64   // of its graph
	judgedAt time.Time
	stands   time.Duration // how long the last judgement does
	history  []*explain.Diagnosis
	doubted  bool // the reading before this one was not believed
}

// errDoubted is a reading that lacks what the one before had: a server that
// comes or goes answers some questions only.
var errDoubted = errors.New("a part of the cluster could not be read for a moment")

// first reads what the objects named are, all of which must be there.
func (r *reader) first(ctx context.Context) (*reading, error) {
	now, refused, err := r.read(ctx, true)
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return nil, refused
	}
	for i := range now.graph.Nodes {
		n := &now.graph.Nodes[i]
		if n.Asked && n.UID == "" {
			return nil, unreadError(now.graph, n)
		}
	}
	return now, nil
}

func unreadError(g *trace.Graph, n *trace.Node) error {
	what := trace.Part{Group: n.Group, Resource: n.Resource, Namespace: n.Namespace, Name: n.Name}
	for _, p := range g.Incomplete {
		if p.About == what {
			return fmt.Errorf("reading %s: %s", what, p.Message)
		}
	}
	return fmt.Errorf("reading %s: it could not be read", what)
}

// again reads the same once more. anew asks for a new judgement even where
// nothing has changed.
func (r *reader) again(ctx context.Context, anew bool) (*reading, error) {
	now, _, err := r.read(ctx, anew)
	return now, err
}

// read returns the reading and beside it, where there are, the targets that are
// not to be had.
func (r *reader) read(ctx context.Context, anew bool) (*reading, *trace.AskError, error) {
	s, err := r.source(ctx)
	if err != nil {
		return nil, nil, err
	}
	var known []diagnose.Known
	tracer := trace.Tracer{
		Reader: s, Linker: r.catalogue, Now: s.at, Deleting: true,
		Seen: func(kind trace.Kind, obj *unstructured.Unstructured) {
			known = append(known, diagnose.Known{Kind: kind, Object: obj})
		},
	}
	graph, err := tracer.Trace(ctx, r.served(s))
	refused, partly := errors.AsType[*trace.AskError](err)
	if err != nil && !partly {
		return nil, nil, err
	}
	if graph == nil {
		graph = &trace.Graph{At: s.at}
	}
	if r.doubts(graph.Incomplete) {
		return nil, nil, errDoubted
	}
	now := &reading{source: s, graph: graph}
	if err := r.judge(ctx, now, known, anew); err != nil {
		return nil, nil, err
	}
	r.doubted, r.last = false, now
	return now, refused, nil
}

// served are the targets in the versions that the server has now, without those
// of kinds that it no longer has.
func (r *reader) served(s *source) []trace.Target {
	var out []trace.Target
	for _, t := range r.targets {
		if kind, ok := s.served(t.Kind.Group, t.Kind.Kind); ok {
			out = append(out, trace.Target{Kind: kind, Namespace: t.Namespace, Name: t.Name})
		}
	}
	return out
}

// judge diagnoses the graph, or takes over the last diagnosis where what it was
// made of is the same: a diagnosis asks the server more than a graph does.
func (r *reader) judge(ctx context.Context, now *reading, known []diagnose.Known, anew bool) error {
	at, mark := now.source.at, fingerprint(now.graph, known)
	now.moved = r.last == nil || mark != r.print
	if !now.moved && !anew && at.Sub(r.judgedAt) < r.stands {
		same := *r.last.diagnosis
		same.At = at
		now.diagnosis = &same
		return nil
	}
	began := r.now()
	diagnoser := diagnose.Diagnoser{Reader: now.source, Catalogue: r.catalogue, Now: at, Known: known, Before: r.before(at), Watched: true, Logs: r.logs, EveryLog: r.everyLog}
	diagnosis, err := diagnoser.Diagnose(ctx, now.graph)
	if err != nil {
		return err
	}
	if r.doubts(diagnosis.Incomplete) {
		return errDoubted
	}
	now.diagnosis, now.judged = diagnosis, true
	r.print, r.judgedAt, r.stands = mark, at, min(thinkAfter*r.now().Sub(began), judgedFor)
	if n := len(r.history); n == 0 || at.Sub(r.history[n-1].At) >= evidenceApart {
		r.history = append(r.history, diagnosis)
	}
	return nil
}

// before is the diagnosis to compare with: an earlier one of the last half
// minute, or else the last.
func (r *reader) before(at time.Time) *explain.Diagnosis {
	for len(r.history) > 1 && at.Sub(r.history[0].At) > evidenceFor {
		r.history = r.history[1:]
	}
	if len(r.history) == 0 {
		return nil
	}
	return r.history[0]
}

// doubts reports whether something could not be read that could be a moment ago.
// When it cannot be read the second time either, that is how it is.
func (r *reader) doubts(problems []trace.Problem) bool {
	if r.last == nil || r.doubted {
		return false
	}
	for _, p := range problems {
		passing := p.Reason == trace.TimedOut || p.Reason == trace.Unavailable || p.Reason == trace.ReadFailed
		if passing && !slices.ContainsFunc(r.last.diagnosis.Incomplete, func(q trace.Problem) bool { return q.About == p.About }) {
			r.doubted = true
			return true
		}
	}
	return false
}

// fingerprint differs when an object of the graph, or one that was read whole
// for it, does.
func fingerprint(g *trace.Graph, known []diagnose.Known) uint64 {
	var parts []string
	for i := range g.Nodes {
		n := &g.Nodes[i]
		parts = append(parts, fmt.Sprint("n ", n.Ref, n.UID, n.State, n.Finalizers))
	}
	for _, k := range known {
		parts = append(parts, fmt.Sprint("k ", k.Object.GetUID(), k.Object.GetResourceVersion()))
	}
	slices.Sort(parts)
	h := fnv.New64a()
	for _, p := range parts {
		_, _ = io.WriteString(h, p+"\n") // a hash takes everything
	}
	return h.Sum64()
}
