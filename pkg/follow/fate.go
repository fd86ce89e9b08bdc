package follow

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// fate is what became of an object that a reading does not show. The zero value
// is that nothing is known.
type fate struct {
	gone     bool
	by       string // the UID of what stands under its name now
	unserved bool   // its kind is not served
}

const (
	// fewFates is up to how many objects of one kind and place are asked for one
	// by one, and not with a list.
	fewFates = 8
	// fatesAtOnce bounds how many are asked for at a time.
	fatesAtOnce = 16
)

// fates asks the server for objects by name. Only its own word, that there is
// none or another one, makes an object gone.
func (s *source) fates(ctx context.Context, missing []*trace.Node) []fate {
	out := make([]fate, len(missing))
	places := map[trace.Ref][]int{} // by kind and namespace, the asked ones apart
	for i, n := range missing {
		if _, ok := s.served(n.Group, n.Kind); !ok {
			out[i].unserved = s.saysAllOf(n.Group)
			continue
		}
		place := trace.Ref{Group: n.Group, Kind: n.Kind, Namespace: n.Namespace}
		if n.Asked {
			place.Name = n.Name // of what was asked about, only what is true now counts; a list may be a little late
		}
		places[place] = append(places[place], i)
	}
	var asking errgroup.Group
	asking.SetLimit(fatesAtOnce)
	for _, of := range places {
		if len(of) > fewFates {
			asking.Go(func() error { s.listedFates(ctx, missing, of, out); return nil })
			continue
		}
		for _, i := range of {
			asking.Go(func() error { out[i] = s.fate(ctx, missing[i]); return nil })
		}
	}
	_ = asking.Wait() // what cannot be asked is a fate that is not known
	return out
}

// saysAllOf reports whether the server has told everything that a group has.
func (s *source) saysAllOf(group string) bool {
	return !slices.ContainsFunc(s.problems, func(p trace.Problem) bool { return p.About.APIGroup() && p.About.Group == group })
}

func (s *source) fate(ctx context.Context, n *trace.Node) fate {
	kind, _ := s.served(n.Group, n.Kind)
	obj, err := s.Get(ctx, kind, n.Namespace, n.Name)
	switch {
	case err == nil:
		return fateOf(n, string(obj.GetUID()))
	case saysNone(err, n.Name):
		return fate{gone: true}
	}
	return fate{}
}

// saysNone reports whether the server says that there is no object of that name.
// It answers 404 without a name where it does not serve the kind at this moment,
// as while it starts.
func saysNone(err error, name string) bool {
	var status apierrors.APIStatus
	if !apierrors.IsNotFound(err) || !errors.As(err, &status) {
		return false
	}
	details := status.Status().Details
	return details != nil && details.Name == name
}

// listedFates reads what there is in one place. A list that is not whole tells
// nothing.
func (s *source) listedFates(ctx context.Context, missing []*trace.Node, of []int, out []fate) {
	first := missing[of[0]]
	kind, _ := s.served(first.Group, first.Kind)
	uids := map[string]string{} // by name
	problems := s.Scan(ctx, []trace.Scope{{Kind: kind, Namespace: first.Namespace}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
		uids[string(row.Name)] = string(row.UID)
	})
	if len(problems) > 0 || ctx.Err() != nil {
		return
	}
	for _, i := range of {
		if uid, there := uids[missing[i].Name]; there {
			out[i] = fateOf(missing[i], uid)
		} else {
			out[i] = fate{gone: true}
		}
	}
}

// fateOf is that of an object under whose name one with the UID stands.
func fateOf(n *trace.Node, uid string) fate {
	if uid == n.UID {
		return fate{}
	}
	return fate{gone: true, by: uid}
}
