package follow

import (
	"context"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// OpenFunc asks the server anew which kinds it serves. The Reader that it
// returns repeats the answer; at is the moment, by the server's clock.
type OpenFunc func(ctx context.Context) (r explain.Reader, at time.Time, err error)

// source is what one reading is made from.
type source struct {
	explain.Reader
	kinds    []trace.Kind
	problems []trace.Problem // of asking for the kinds
	at       time.Time
}

func (r *reader) source(ctx context.Context) (*source, error) {
	server, at, err := r.open(ctx)
	if err != nil {
		return nil, err
	}
	kinds, problems, err := server.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	return &source{Reader: server, kinds: kinds, problems: problems, at: at}, nil
}

// served returns a kind as the server has it now.
func (s *source) served(group, kind string) (trace.Kind, bool) {
	return trace.KindOf(s.kinds, group, kind)
}
