package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// inquirer asks one cluster one question.
type inquirer[T any] interface {
	// ask returns the answer, nil where there is none, an error for each thing that could
	// not be answered, and one where nothing could.
	ask(ctx context.Context, a *app) (*T, []error, error)
	// gaps are what could not be read for an answer.
	gaps(answer *T) []trace.Problem
	// outcome says in a what the answer lacks, and returns the error that a run ends with.
	outcome(a *app, answer *T, refused []error) error
	// command makes a command of this program into one that asks the same cluster.
	command(words []string) []string
}

// approach is how a cluster is asked by one of its contexts.
type approach[T any] struct {
	context fleet.Context
	app     *app
	asks    inquirer[T]
	err     error // of the context: then it cannot be asked so
}

// reply is what a cluster answered, and how it was asked.
type reply[T any] struct {
	*approach[T]

	value  *T
	errs   []error
	warned []string // what was said while it was asked
	who    fleet.Identity
}

// poll is one question to many clusters.
type poll[T any] struct {
	app        *app
	clusters   []fleet.Cluster
	approaches [][]approach[T] // of each cluster
	limits     fleet.Limits
}

// plan readies the question for every cluster. A command line that is wrong is so for all.
func plan[T any](a *app, f *contexts.Flags, allNamespaces bool, ready func(a *app) (inquirer[T], error)) (*poll[T], error) {
	clusters, err := f.Clusters(a.flags, allNamespaces)
	if err != nil {
		return nil, err
	}
	t := &poll[T]{app: a, clusters: clusters, limits: fleet.Limits{Each: f.Each}}
	for i := range clusters {
		var ways []approach[T]
		for _, c := range clusters[i].Contexts {
			if slices.ContainsFunc(ways, func(known approach[T]) bool { return known.context.User == c.User }) {
				continue
			}
			way := approach[T]{context: c, app: a.in(c.Name)}
			way.asks, way.err = ready(way.app)
			if coded, ok := errors.AsType[*exit.Error](way.err); ok && coded.Code == exit.Misused {
				return nil, coded
			}
			ways = append(ways, way)
		}
		t.approaches = append(t.approaches, ways)
	}
	return t, nil
}

// run asks all clusters at once, and shows meanwhile how far it is.
func (t *poll[T]) run(ctx context.Context) []fleet.Answer[reply[T]] {
	count := fleet.NewCount(t.clusters)
	defer t.app.screen().Of(count.String)()
	at := map[string]int{}
	for i := range t.clusters {
		at[t.clusters[i].Name()] = i
	}
	return fleet.Ask(ctx, t.clusters, t.limits, count.Ended, func(ctx context.Context, c *fleet.Cluster, enter func() error) (*reply[T], []error) {
		best := t.ask(ctx, t.approaches[at[c.Name()]], enter)
		if best.value == nil && ctx.Err() != nil {
			return nil, best.errs
		}
		return best, nil
	})
}

// ask asks one cluster: by another of its contexts where the answer by one of them has gaps,
// since that one may be allowed more. The best answer counts.
func (t *poll[T]) ask(ctx context.Context, ways []approach[T], enter func() error) *reply[T] {
	var best *reply[T]
	for i := range ways {
		way := &ways[i]
		r := &reply[T]{approach: way}
		if way.err != nil {
			r.errs = []error{way.err}
		} else {
			there := *way.app
			there.kept = &r.warned
			there.enter = func(who cluster.Identity) error {
				r.who = fleet.Identity(who)
				return enter()
			}
			var err error
			if r.value, r.errs, err = way.asks.ask(ctx, &there); err != nil {
				r.value, r.errs = nil, []error{err}
			}
		}
		if best == nil || r.lacks() < best.lacks() {
			best = r
		}
		if best.lacks() == 0 {
			break
		}
	}
	return best
}

// lacks is how much of an answer is not there.
func (r *reply[T]) lacks() int {
	if r.value == nil && len(r.errs) > 0 {
		return 1 << 30
	}
	gaps := len(r.errs)
	if r.value != nil {
		gaps += len(r.asks.gaps(r.value))
	}
	return gaps
}

// finish prints what the clusters answered, says of each what it lacks, and ends with the
// worst: something stuck, no answer, an incomplete one, and all is well. Told is for formats
// in which the answer itself says what it lacks.
func (t *poll[T]) finish(ctx context.Context, replies []fleet.Answer[reply[T]], told bool, print func(answers []fleet.Answer[T], command render.CommandIn) error) error {
	replies, doubted := fleet.Join(replies,
		func(r *reply[T]) fleet.Identity { return r.who },
		func(a, b *reply[T]) bool { return a.lacks() < b.lacks() })
	answers := make([]fleet.Answer[T], len(replies))
	worst := exit.OK
	var beside bytes.Buffer
	for _, pair := range doubted {
		exit.Stream{W: &beside, Cluster: pair[1]}.Say("warning", fmt.Sprintf("may be the same cluster as %s: their namespaces kube-system have one UID, and which API servers run may not be read; both count", pair[0]))
	}
	for i := range replies {
		answers[i] = answerOf(&replies[i])
		of := exit.Stream{W: &beside, Cluster: answers[i].Name()}
		if r := replies[i].Value; r != nil {
			for _, text := range r.warned {
				of.Say("warning", text)
			}
		}
		if told {
			of.W = io.Discard
		}
		worst = worse(worst, conclude(of, &replies[i]))
	}
	if ctx.Err() != nil && !slices.ContainsFunc(answers, func(a fleet.Answer[T]) bool { return a.Value != nil }) {
		return ctx.Err()
	}
	err := print(answers, func(cluster int, words []string) []string {
		if r := replies[cluster].Value; r != nil && r.asks != nil {
			return r.asks.command(words)
		}
		return words
	})
	if err != nil {
		return err
	}
	_, _ = t.app.ErrOut.Write(beside.Bytes()) // when that is gone there is nowhere left to say so
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if worst != exit.OK {
		return &exit.Error{Code: worst}
	}
	return nil
}

// answerOf is what a cluster answered without how it was asked. The context by which it was
// asked names it.
func answerOf[T any](r *fleet.Answer[reply[T]]) fleet.Answer[T] {
	out := fleet.Answer[T]{Cluster: r.Cluster}
	errs := r.Errs
	if r.Value != nil {
		out.Value, errs = r.Value.value, r.Value.errs
		out.Cluster = r.By(r.Value.context.Name)
	}
	for _, err := range errs {
		out.Errs = append(out.Errs, whole(err))
	}
	return out
}

// whole is an error with its hint, for where there is one line for both.
func whole(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	if coded, ok := errors.AsType[*exit.Error](err); ok && coded.Hint != "" {
		return fmt.Errorf("%w; %s", err, coded.Hint)
	}
	return err
}

// conclude says what an answer lacks, and returns the code with which it would end alone.
func conclude[T any](of exit.Stream, answer *fleet.Answer[reply[T]]) exit.Code {
	r := answer.Value
	errs := answer.Errs
	if r != nil && (r.value != nil || len(r.errs) == 0) {
		there := *r.app
		there.ErrOut, there.cluster = of.W, of.Cluster
		return of.Report(r.asks.outcome(&there, r.value, r.errs))
	}
	if r != nil {
		errs = r.errs
	}
	for _, err := range errs {
		of.Report(err)
	}
	return exit.Failed
}

// worse is which of two codes counts for more: something is stuck, no answer, not everything
// could be read, all is well.
func worse(a, b exit.Code) exit.Code {
	order := []exit.Code{exit.OK, exit.Incomplete, exit.Failed, exit.Stuck}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}
