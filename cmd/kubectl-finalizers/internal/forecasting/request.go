// Package forecasting finds what a delete or an uninstall that somebody asks about reaches, and
// tells what comes of it.
package forecasting

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Delete and Uninstall are the operations that may be asked about.
const (
	Delete    = "delete"
	Uninstall = "uninstall"
)

// Request is what somebody asks about.
type Request struct {
	Operation string
	Objects   asked.Question
	Catalogue *catalogue.Catalogue
	Cascade   preflight.Cascade
	// Installed are the words of an uninstall that name no object: helm/NAME, group/NAME.
	Installed []string
	// Typed is the delete that was asked about, without the program's name; nil where its
	// objects are named one by one.
	Typed []string
}

// Ask finds what is meant, and how it is done.
func (r *Request) Ask(ctx context.Context, s *source.Source) (*outlook.Question, error) {
	if r.Operation == Uninstall {
		return r.askInstalled(ctx, s)
	}
	targets, err := r.Objects.Targets(ctx, s)
	if err != nil {
		return nil, err
	}
	q := &outlook.Question{Operation: r.Operation, Installation: &install.Installation{Title: titleOf(targets), Targets: targets}}
	q.Commands, q.Checks = install.Deletion(targets)
	if r.Typed != nil {
		q.Commands = [][]string{append([]string{"kubectl", "delete"}, r.Typed...)}
		q.Checks = [][]string{append(append([]string{"kubectl", "get"}, withoutAll(r.Typed)...), "--ignore-not-found")}
	}
	if r.Cascade != preflight.Background {
		for i := range q.Commands {
			q.Commands[i] = append(q.Commands[i], "--cascade="+string(r.Cascade))
		}
	}
	return q, nil
}

// withoutAll leaves out what kubectl get takes for granted.
func withoutAll(words []string) []string {
	var out []string
	for _, w := range words {
		if w != "--all" {
			out = append(out, w)
		}
	}
	return out
}

// titleOf names what is deleted, the first few of them.
func titleOf(targets []trace.Target) string {
	var names []string
	for _, t := range targets {
		names = append(names, trace.Describe(t.Kind, t.Namespace, t.Name))
	}
	if len(names) > 3 {
		return fmt.Sprintf("%d objects: %s and %d more", len(names), strings.Join(names[:2], ", "), len(names)-2)
	}
	return strings.Join(names, ", ")
}

// Foresee reads what the act reaches and tells what comes of it. It returns an error for
// each object that is not there.
func (r *Request) Foresee(ctx context.Context, s *source.Source, q *outlook.Question) (*outlook.Answer, []error, error) {
	act := preflight.Act{Verb: preflight.Delete, Cascade: r.Cascade}
	for _, t := range q.Installation.Targets {
		act.Objects = append(act.Objects, trace.Ref{Group: t.Kind.Group, Kind: t.Kind.Kind, Namespace: t.Namespace, Name: t.Name})
	}
	surveyor := &preflight.Surveyor{Reader: s, Catalogue: r.Catalogue, Now: s.Clock.At, AtLeast: s.Clock.AtLeast}
	if s.Live != nil {
		surveyor.Server = s.Live
	}
	situation, err := surveyor.Survey(ctx, q.Installation.Targets, act)
	refused, partly := errors.AsType[*trace.AskError](err)
	switch {
	case err != nil && !partly:
		return nil, nil, err
	case situation == nil:
		return nil, refused.Errs, nil
	}
	forecast := preflight.Foresee(situation, act)
	looker := &outlook.Looker{Reader: s, Kinds: s.Types.Kinds, Diagnose: r.judging(s)}
	rest, err := looker.Look(ctx, forecast)
	if err != nil {
		return nil, nil, err
	}
	q.Foresee = func(objects []trace.Ref) *preflight.Forecast {
		return preflight.Foresee(situation, preflight.Act{Verb: preflight.Delete, Cascade: preflight.Background, Objects: objects})
	}
	answer := outlook.Tell(q, situation.Graph, forecast, rest)
	if partly {
		return answer, refused.Errs, nil
	}
	return answer, nil, nil
}

// judging says who holds objects, for what the forecast does not reach.
func (r *Request) judging(s *source.Source) outlook.Diagnose {
	return func(ctx context.Context, targets []trace.Target) (*explain.Diagnosis, error) {
		tracer, diagnoser := s.Inquiry(r.Catalogue, nil)
		tracer.Up = true
		graph, err := tracer.Trace(ctx, targets)
		if graph == nil {
			return nil, err
		}
		return diagnoser.Diagnose(ctx, graph)
	}
}
