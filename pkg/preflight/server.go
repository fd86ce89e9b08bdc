package preflight

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Server is a live API server, which is asked what it would do.
type Server interface {
	// TryDelete has the server admit a delete and not carry it out. It returns nil where the
	// server would, and an error that wraps an APIStatus where the server gave one.
	TryDelete(ctx context.Context, kind trace.Kind, namespace, name, uid string, policy metav1.DeletionPropagation) error
}

// triesAtOnce bounds how many deletions are tried out at a time.
const triesAtOnce = 8

// propagation is a cascade as the API has it.
func (c Cascade) propagation() metav1.DeletionPropagation {
	switch c {
	case Foreground:
		return metav1.DeletePropagationForeground
	case Orphan:
		return metav1.DeletePropagationOrphan
	case Background, Default, "":
	}
	return metav1.DeletePropagationBackground
}

// answers asks the server what it says to the deletion of the named objects.
func (v *survey) answers(ctx context.Context) map[string]Answer {
	out := map[string]Answer{}
	if v.Server == nil {
		return out
	}
	most := v.MostTries
	if most == 0 {
		most = mostTries
	}
	named := v.named()
	var mu sync.Mutex
	var running errgroup.Group
	running.SetLimit(triesAtOnce)
	for _, n := range named[:min(len(named), most)] {
		kind, served := v.kind(n.Group, n.Kind)
		if !served {
			continue
		}
		if n.Version != "" {
			kind.Version = n.Version
		}
		running.Go(func() error {
			if a, told := answerOf(v.Server.TryDelete(ctx, kind, n.Namespace, n.Name, n.UID, v.act.Cascade.propagation())); told {
				mu.Lock()
				defer mu.Unlock()
				out[n.UID] = a
			}
			return nil
		})
	}
	_ = running.Wait() // none fails
	v.askRights(ctx, named[min(len(named), most):], out)
	return out
}

// named are the live objects of the act.
func (v *survey) named() []*trace.Node {
	wanted := map[trace.Ref]bool{}
	for _, ref := range v.act.Objects {
		wanted[ref] = true
	}
	var out []*trace.Node
	for i := range v.situation.Graph.Nodes {
		if n := &v.situation.Graph.Nodes[i]; wanted[n.Ref] && n.UID != "" && n.State == trace.Live {
			out = append(out, n)
		}
	}
	return out
}

// answerOf reads the answer to a try. That the object has gone or changed meanwhile is none;
// a try that was not carried through tells nothing for certain.
func answerOf(err error) (Answer, bool) {
	var status apierrors.APIStatus
	switch {
	case err == nil:
		return Answer{Allowed: true}, true
	case apierrors.IsNotFound(err), apierrors.IsConflict(err):
		return Answer{}, false
	case !errors.As(err, &status):
		return Answer{Words: phrase.OneLine(err.Error()), Unsure: true}, true
	}
	// A webhook with side effects is not asked in a dry run, which is then a bad request.
	unsure := apierrors.IsBadRequest(err) || apierrors.IsTooManyRequests(err) || apierrors.IsTimeout(err) || apierrors.IsServerTimeout(err) || apierrors.IsServiceUnavailable(err)
	return Answer{Words: phrase.OneLine(status.Status().Message), Unsure: unsure}, true
}

// askRights asks whether the person may delete what is not tried out, once a kind and
// namespace.
func (v *survey) askRights(ctx context.Context, nodes []*trace.Node, out map[string]Answer) {
	of := map[explain.Access][]*trace.Node{}
	var asked []explain.Access
	for _, n := range nodes {
		a := explain.Access{Verb: "delete", Group: n.Group, Resource: n.Resource, Namespace: n.Namespace}
		if of[a] == nil {
			asked = append(asked, a)
		}
		of[a] = append(of[a], n)
	}
	if len(asked) == 0 {
		return
	}
	decisions, err := v.Reader.Allowed(ctx, explain.Subject{}, asked)
	if err != nil {
		return
	}
	for i, d := range decisions {
		if d.Allowed {
			continue
		}
		for _, n := range of[asked[i]] {
			out[n.UID] = Answer{Words: "you may not delete " + trace.Describe(trace.Kind{Group: n.Group, Resource: n.Resource}, n.Namespace, n.Name)}
		}
	}
}
