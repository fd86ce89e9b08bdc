package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// confirmation is the value of --confirm: the digest of the plan that was shown, or
// none.
type confirmation struct {
	given  bool
	digest string
}

// unproven is the value of --confirm without one.
const unproven = "named"

func (c *confirmation) String() string { return c.digest }
func (c *confirmation) Type() string   { return "digest" }

func (c *confirmation) Set(value string) error {
	switch {
	case value == unproven:
		value = ""
	case !remove.IsDigest(value):
		return errors.New("it is not the digest of a plan")
	}
	c.given, c.digest = true, value
	return nil
}

// server says which server a plan is for.
func (a *app) server(ctx context.Context, s *source.Source) remove.Server {
	out := remove.Server{URL: s.Live.Host(), Context: a.contextName()}
	obj, err := s.Live.Get(ctx, trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces"}, "", "kube-system")
	if err != nil {
		out.Unread = s.Live.Problem(trace.Part{}, err).Message
		return out
	}
	out.UID = string(obj.GetUID())
	return out
}

// isNothing reports whether a plan could not be made because nothing of what was
// named is there any more.
func isNothing(err error) bool {
	_, missing := errors.AsType[*trace.NotFoundError](err)
	return missing || errors.Is(err, remove.ErrNothing) || errors.Is(err, errNotStuck)
}

// removal is the answer about a plan, with the commands that lead on from it.
func (o *removeOptions) removal(s *source.Source, plan *remove.Plan) *remove.Removal {
	r := &remove.Removal{Plan: plan, Without: o.without(plan), Tried: o.confirm.given || o.try}
	if s.Live == nil {
		return r
	}
	shown := plan.Show()
	r.Digest = shown.Digest()
	r.Proceed, r.Anew = o.proceed(plan, r.Digest), o.typed()
	switch {
	case !o.confirm.given:
	case o.confirm.digest != "" && o.confirm.digest != r.Digest:
		r.Confirmed = o.confirm.digest
		if o.plans != nil {
			var was remove.Shown
			if was, r.Known = o.plans.Find(r.Confirmed); r.Known {
				r.Changes = plan.Changes(was)
			}
		}
	case o.confirm.digest != "" || plan.Refused():
	case o.selected:
		r.Unconfirmed = "the objects are selected and not named one by one, so that it takes the digest of the plan"
	case plan.Overruled():
		r.Unconfirmed = "a guard is overruled, so that it takes the digest of the plan"
	}
	return r
}

// keepPlan keeps what is shown with a digest, for the moment when it no longer fits.
func (o *removeOptions) keepPlan(a *app, r *remove.Removal) {
	if o.plans == nil || len(r.Proceed) == 0 {
		return
	}
	if err := o.plans.Keep(r.Plan.Show()); err != nil {
		a.warn("the plan is not kept, so that it cannot be said later what has changed: " + err.Error())
	}
}

// again plans the removal from one object anew, which was asked to go since.
func (o *removeOptions) again(ctx context.Context, a *app, actions []*remove.Action) (*remove.Plan, error) {
	s, err := a.open(ctx, &sourceFlags{})
	if err != nil {
		return nil, err
	}
	first := actions[0]
	s.Listen(o.logs)
	tracer, diagnoser := s.Inquiry(o.catalogue, nil)
	diagnoser.Also, diagnoser.Owned = o.also, true
	graph, err := tracer.Trace(ctx, []trace.Target{{Kind: first.Kind, Namespace: first.Object.Namespace, Name: first.Object.Name}})
	if err != nil {
		return nil, err
	}
	diagnosis, err := diagnoser.Diagnose(ctx, graph)
	if err != nil {
		return nil, err
	}
	request := remove.Request{Permits: remove.Permits{Despite: o.permits.Despite, DeleteFirst: o.permits.DeleteFirst}}
	for _, action := range actions {
		request.Finalizers = append(request.Finalizers, action.Hold.Finalizer)
		for _, objection := range action.Objections {
			if objection.Guard == remove.Loss {
				request.Permits.AcceptLoss = append(request.Permits.AcceptLoss, remove.LossOf(action))
			}
		}
	}
	plan, err := remove.Make(graph, s.Types.Kinds, diagnosis, request)
	if _, less := errors.AsType[*remove.LossError](err); less {
		request.Permits.AcceptLoss = nil // asking it to go was what lost it
		plan, err = remove.Make(graph, s.Types.Kinds, diagnosis, request)
	}
	if err != nil {
		return nil, fmt.Errorf("planning it anew: %w", err)
	}
	return plan, nil
}
