package source

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Inquiry returns a tracer of the source and a diagnoser of what it finds, which
// need not read again what the tracer has read whole.
func (s *Source) Inquiry(catalogue *catalogue.Catalogue, going []string) (*trace.Tracer, *diagnose.Diagnoser) {
	diagnoser := &diagnose.Diagnoser{
		Reader: s, Catalogue: catalogue, Now: s.Clock.At, AtLeast: s.Clock.AtLeast, Logs: s.Logs, EveryLog: s.EveryLog, KeepLog: s.KeepLog, Aside: s.Aside,
	}
	tracer := &trace.Tracer{
		Reader: s, Linker: catalogue, Now: s.Clock.At, AtLeast: s.Clock.AtLeast, Going: going,
		Seen: func(kind trace.Kind, obj *unstructured.Unstructured) {
			diagnoser.Known = append(diagnoser.Known, diagnose.Known{Kind: kind, Object: obj})
			if diagnoser.Early != nil {
				diagnoser.Early.Met(kind, obj)
			}
		},
		Scanned: func(s *trace.Scanned) { diagnoser.Scanned = s },
	}
	return tracer, diagnoser
}

// farFrom is from which distance on the time of an answer is that of its questions, one
// after the other, and not that of thinking.
const farFrom = 25 * time.Millisecond

// Early lets a diagnosis ask early where the server is far away. A snapshot holds what is
// asked, so that nothing is asked for it that may not matter.
func (s *Source) Early(ctx context.Context, d *diagnose.Diagnoser) (end func()) {
	live, ok := s.Reader.(*cluster.Cluster)
	if !ok {
		return func() {}
	}
	d.Early = d.Begin(ctx, func() bool { return live.Distance() >= farFrom })
	return d.Early.Close
}

// When the logs of holders are read.
const (
	LogsAuto   = "auto"
	LogsAlways = "always"
	LogsNever  = "never"
)

// Listen says when what holders print is read.
func (s *Source) Listen(when string) {
	s.EveryLog = when == LogsAlways
	if when == LogsNever {
		s.Logs = nil
	}
}
