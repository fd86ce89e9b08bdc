// Package source is what a command reads from, a live server or a dump, and how objects are
// found in it.
package source

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Source is what a command reads from: a live server, or a dump on disk. It
// was asked once which kinds there are, and repeats the answer.
type Source struct {
	explain.Reader
	Live     *cluster.Cluster // nil for a dump
	Types    cluster.Types
	Problems []trace.Problem // of asking for the kinds
	// Clock is the moment against which ages are taken: now by the server's clock,
	// or when the dump was taken.
	Clock trace.Clock
	// Logs reads what holders print, nil where that is not to be read. EveryLog reads
	// it also where something else tells why.
	Logs     explain.LogReader
	EveryLog bool
	// Aside is what was copied beside the objects of a dump.
	Aside explain.Aside
	// Sole is the one object that was copied, nil where there are several or none.
	Sole []trace.Target
	// Warn says something to the person, nil for nobody.
	Warn func(text string)
	// KeepLog takes what a snapshot is to hold of logs, nil for nothing.
	KeepLog func(explain.LogOf, explain.Log)
}

// Kinds is the Reader's, answered from memory.
func (s *Source) Kinds(context.Context) ([]trace.Kind, []trace.Problem, error) {
	return s.Types.Kinds, s.Problems, nil
}

// Of asks a server anew which kinds it serves. Now is the clock of the person, for a server
// that does not tell the time.
func Of(ctx context.Context, c *cluster.Cluster, now func() time.Time, warn func(text string)) (*Source, error) {
	types, problems, err := c.Types(ctx)
	if err != nil {
		return nil, err
	}
	at := types.At
	if at.IsZero() {
		at = now()
	}
	return &Source{Reader: c, Live: c, Types: types, Problems: problems, Clock: trace.Clock{At: at}, Logs: c, Warn: warn}, nil
}

// OfDump asks a dump which kinds it has.
func OfDump(ctx context.Context, d *dump.Dump) (*Source, error) {
	kinds, problems, err := d.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	s := &Source{Reader: d, Types: cluster.Types{Kinds: kinds}, Problems: problems, Clock: d.Clock(), Aside: d.Aside()}
	if !d.Complete() {
		s.Types.Held = d.Held
	}
	if one, alone := d.Sole(); alone {
		s.Sole = []trace.Target{one}
	}
	if d.HasLogs() {
		s.Logs = d
	}
	return s, nil
}

// TellShared says which of several kinds is taken for a type that all of them could be.
func (s *Source) TellShared(types []string) {
	if s.Warn == nil {
		return
	}
	for _, typ := range types {
		others := s.Types.Shared(typ)
		if len(others) == 0 {
			continue
		}
		chosen, err := s.Types.Lookup(typ)
		if err != nil {
			continue
		}
		names := make([]string, len(others))
		for i, k := range others {
			names[i] = k.Type()
		}
		s.Warn(fmt.Sprintf("%q is taken for %s, as kubectl does; it could be %s too", typ, chosen.Type(), strings.Join(names, ", ")))
	}
}
