package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// source is what a command reads from: a live server, or a dump on disk. It
// was asked once which kinds there are, and repeats the answer.
type source struct {
	explain.Reader
	live     *cluster.Cluster // nil for a dump
	types    cluster.Types
	problems []trace.Problem // of asking for the kinds
	// clock is the moment against which ages are taken: now by the server's clock,
	// or when the dump was taken.
	clock trace.Clock
	// logs reads what holders print, nil where that is not to be read. everyLog reads
	// it also where something else tells why.
	logs     explain.LogReader
	everyLog bool
	// aside is what was copied beside the objects of a dump.
	aside explain.Aside
	// sole is the one object that was copied, nil where there are several or none.
	sole []trace.Target
	// warn says something to the person, nil for nobody.
	warn func(text string)
	// keepLog takes what a snapshot is to hold of logs, nil for nothing.
	keepLog func(explain.LogOf, explain.Log)
}

// Kinds is the Reader's, answered from memory.
func (s *source) Kinds(context.Context) ([]trace.Kind, []trace.Problem, error) {
	return s.types.Kinds, s.problems, nil
}

// open connects to the server, or reads the dump that the flags name.
func (a *app) open(ctx context.Context, f *sourceFlags) (*source, error) {
	if f.from != "" {
		return a.openDump(ctx, f)
	}
	c, err := a.connect()
	if err != nil {
		return nil, a.wayOn(err)
	}
	if a.enter == nil {
		s, err := a.served(ctx, c)
		return s, a.wayOn(err)
	}
	var who cluster.Identity
	var asking sync.WaitGroup
	asking.Go(func() { who = c.Identity(ctx) })
	s, err := a.served(ctx, c)
	if err == nil {
		asking.Wait()
		err = a.enter(who)
	}
	return s, a.wayOn(err)
}

// served asks the server anew which kinds it serves.
func (a *app) served(ctx context.Context, c *cluster.Cluster) (*source, error) {
	types, problems, err := c.Types(ctx)
	if err != nil {
		return nil, err
	}
	at := types.At
	if at.IsZero() {
		at = a.now()
	}
	return &source{Reader: c, live: c, types: types, problems: problems, clock: trace.Clock{At: at}, logs: c, warn: a.warn}, nil
}

// warn says something on standard error that is no error.
func (a *app) warn(text string) { say(a.ErrOut, "warning: "+render.Line(text)) }

// tellShared says which of several kinds is taken for a type that all of them could be.
func (s *source) tellShared(types []string) {
	if s.warn == nil {
		return
	}
	for _, typ := range types {
		others := s.types.Shared(typ)
		if len(others) == 0 {
			continue
		}
		chosen, err := s.types.Lookup(typ)
		if err != nil {
			continue
		}
		names := make([]string, len(others))
		for i, k := range others {
			names[i] = k.Type()
		}
		s.warn(fmt.Sprintf("%q is taken for %s, as kubectl does; it could be %s too", typ, chosen.Type(), strings.Join(names, ", ")))
	}
}

func (a *app) openDump(ctx context.Context, f *sourceFlags) (*source, error) {
	var d *dump.Dump
	var err error
	if f.from == "-" {
		d, err = dump.Read(ctx, a.In)
	} else {
		d, err = dump.Open(ctx, f.from)
	}
	if _, empty := errors.AsType[*dump.EmptyError](err); empty {
		return nil, &codedError{Code: exitError, Err: err, Hint: "copy an object with 'kubectl get TYPE NAME -o yaml --show-managed-fields > FILE', or all that an answer needs with 'kubectl finalizers snapshot TYPE/NAME > FILE'"}
	}
	if err != nil {
		return nil, err
	}
	kinds, problems, err := d.Kinds(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the dump %s: %w", f.from, err)
	}
	clock := d.Clock()
	if f.at.given() {
		clock = trace.Clock{At: f.at.before(a.now())}
	}
	s := &source{Reader: d, types: cluster.Types{Kinds: kinds}, problems: problems, clock: clock, aside: d.Aside()}
	if one, alone := d.Sole(); alone {
		s.sole = []trace.Target{one}
	}
	if d.HasLogs() {
		s.logs = d
	}
	return s, nil
}
