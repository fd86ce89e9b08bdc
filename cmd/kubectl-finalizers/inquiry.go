package main

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

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
		},
	}
	return tracer, diagnoser
}
