package main

import (
	"context"
	"fmt"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// source is what a command reads from: a live server, or a dump on disk. It
// was asked once which kinds there are, and repeats the answer.
type source struct {
	explain.Reader
	live     *cluster.Cluster // nil for a dump
	types    cluster.Types
	problems []trace.Problem // of asking for the kinds
	// at is the moment against which ages are taken: now by the server's clock,
	// or when the dump was taken.
	at time.Time
}

// Kinds is the Reader's, answered from memory.
func (s *source) Kinds(context.Context) ([]trace.Kind, []trace.Problem, error) {
	return s.types.Kinds, s.problems, nil
}

// open connects to the server, or reads the dump that from names.
func (a *app) open(ctx context.Context, from string) (*source, error) {
	if from != "" {
		return a.openDump(ctx, from)
	}
	c, err := a.connect()
	if err != nil {
		return nil, err
	}
	return a.served(ctx, c)
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
	return &source{Reader: c, live: c, types: types, problems: problems, at: at}, nil
}

func (a *app) openDump(ctx context.Context, from string) (*source, error) {
	var d *dump.Dump
	var err error
	if from == "-" {
		d, err = dump.Read(ctx, a.In)
	} else {
		d, err = dump.Open(ctx, from)
	}
	if err != nil {
		return nil, err
	}
	kinds, problems, err := d.Kinds(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the dump %s: %w", from, err)
	}
	return &source{Reader: explain.Offline(d), types: cluster.Types{Kinds: kinds}, problems: problems, at: d.At()}, nil
}
