package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// check looks for deletions that take too long.
type check struct {
	cluster   *cluster.Cluster
	catalogue *catalogue.Catalogue
	told      map[string]string // by UID, the cause of the last event
}

// report is what one look found.
type report struct {
	at         time.Time
	late       []late
	incomplete []trace.Problem
}

// late is an object that should be gone.
type late struct {
	trace.Node
	verdict explain.Verdict
	cause   explain.Cause // the first of those that it waits for
}

// look reads the metadata of all objects of the kind, and asks why about those that
// are late. Where none is, that is all it costs.
func (c *check) look(ctx context.Context, o *options) (*report, error) {
	types, broken, err := c.cluster.Types(ctx)
	if err != nil {
		return nil, err
	}
	kind, err := types.Lookup(o.typ)
	if err != nil {
		return nil, err
	}
	r := &report{at: types.At}
	if r.at.IsZero() {
		r.at = time.Now()
	}
	scope := trace.Scope{Kind: kind, Namespace: o.namespace}
	if !kind.Namespaced {
		scope.Namespace = ""
	}
	var targets []trace.Target
	unread := c.cluster.Scan(ctx, []trace.Scope{scope}, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		if !row.Deleted.IsZero() && r.at.Sub(row.Deleted) > o.grace {
			targets = append(targets, trace.Target{Kind: kind, Namespace: string(row.Namespace), Name: string(row.Name)})
		}
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(unread) > 0:
		// Without the list nobody knows whether anything is late.
		r.incomplete = slices.Concat(broken, unread)
		return r, nil
	case len(targets) == 0:
		return r, nil
	}
	return r, c.explain(ctx, r, targets)
}

// explain finds out what the targets wait for.
func (c *check) explain(ctx context.Context, r *report, targets []trace.Target) error {
	tracer := trace.Tracer{Reader: c.cluster, Linker: c.catalogue, Now: r.at, Deleting: true}
	graph, err := tracer.Trace(ctx, targets)
	refused, some := errors.AsType[*trace.AskError](err)
	if err != nil && !some {
		return err
	}
	if some {
		r.incomplete = append(r.incomplete, c.notRead(refused)...)
	}
	if graph == nil {
		return nil
	}
	diagnoser := diagnose.Diagnoser{Reader: c.cluster, Catalogue: c.catalogue, Now: r.at}
	diagnosis, err := diagnoser.Diagnose(ctx, graph)
	if err != nil {
		return err
	}
	for i := range diagnosis.Objects {
		object := &diagnosis.Objects[i]
		if !object.Asked || object.State != trace.Deleting {
			continue
		}
		l := late{Node: object.Node, verdict: object.Verdict}
		if causes := diagnosis.CausesOf(i); len(causes) > 0 {
			l.cause = diagnosis.Causes[causes[0]]
		}
		r.late = append(r.late, l)
	}
	r.incomplete = append(r.incomplete, diagnosis.Incomplete...)
	return nil
}

// notRead are the targets that could not be read. One that has gone since the list
// was read is what everybody wants.
func (c *check) notRead(refused *trace.AskError) []trace.Problem {
	var problems []trace.Problem
	for _, err := range refused.Errs {
		if _, gone := errors.AsType[*trace.NotFoundError](err); !gone {
			problems = append(problems, c.cluster.Problem(trace.Part{Words: "an object that is late"}, err))
		}
	}
	return problems
}

// exitCode is 3 where something will not go without help, and 5 where that is not
// known. What is late and only waits for something that is on its way is neither.
func (r *report) exitCode() int {
	code := exitOK
	if len(r.incomplete) > 0 {
		code = exitIncomplete
	}
	for i := range r.late {
		switch r.late[i].verdict {
		case explain.Stuck:
			return exitStuck
		case explain.Undecided:
			code = exitIncomplete
		default:
		}
	}
	return code
}
