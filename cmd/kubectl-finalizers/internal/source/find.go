package source

import (
	"context"
	"fmt"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Find lists the scopes. What cannot be listed is an error here: it is what was
// asked for. That a dump may lack some is not, but partial then: it is asked for
// what it has.
func (s *Source) Find(ctx context.Context, scopes []trace.Scope, want trace.Want, keep func(trace.Target, *trace.Row) bool) (targets []trace.Target, partial bool, err error) {
	problems := s.Scan(ctx, scopes, want, func(k trace.Kind, row *trace.Row) {
		if t := (trace.Target{Kind: k, Namespace: string(row.Namespace), Name: string(row.Name)}); keep(t, row) {
			targets = append(targets, t)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	for _, p := range problems {
		if p.Reason != trace.NotInDump {
			return nil, false, fmt.Errorf("listing %s: %s", p.About, p.Message)
		}
		partial = true
	}
	return targets, partial, nil
}
