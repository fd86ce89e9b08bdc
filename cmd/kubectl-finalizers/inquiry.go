package main

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// inquiry returns a tracer of the source and a diagnoser of what it finds, which
// need not read again what the tracer has read whole.
func (s *source) inquiry(catalogue *catalogue.Catalogue, going []string) (*trace.Tracer, *diagnose.Diagnoser) {
	diagnoser := &diagnose.Diagnoser{
		Reader: s, Catalogue: catalogue, Now: s.clock.At, AtLeast: s.clock.AtLeast, Logs: s.logs, EveryLog: s.everyLog, KeepLog: s.keepLog, Aside: s.aside,
	}
	tracer := &trace.Tracer{
		Reader: s, Linker: catalogue, Now: s.clock.At, AtLeast: s.clock.AtLeast, Going: going,
		Seen: func(kind trace.Kind, obj *unstructured.Unstructured) {
			diagnoser.Known = append(diagnoser.Known, diagnose.Known{Kind: kind, Object: obj})
			if diagnoser.Early != nil {
				diagnoser.Early.Met(kind, obj)
			}
		},
	}
	return tracer, diagnoser
}

// farFrom is from which distance on the time of an answer is that of its questions, one
// after the other, and not that of thinking.
const farFrom = 25 * time.Millisecond

// begin lets a diagnosis ask early where the server is far away. A snapshot holds what is
// asked, so that nothing is asked for it that may not matter.
func (s *source) begin(ctx context.Context, d *diagnose.Diagnoser) (end func()) {
	live, ok := s.Reader.(*cluster.Cluster)
	if !ok {
		return func() {}
	}
	d.Early = d.Begin(ctx, func() bool { return live.Distance() >= farFrom })
	return d.Early.Close
}
