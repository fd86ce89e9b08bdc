package forecasting

import (
	"context"
	"errors"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The words before the slash that name no type.
const (
	Helm  = "helm"
	Group = "group"
)

// askInstalled finds what an uninstall deletes.
func (r *Request) askInstalled(ctx context.Context, s *source.Source) (*outlook.Question, error) {
	finder := &install.Finder{Reader: s, Kinds: s.Types.Kinds}
	var all []*install.Installation
	for _, word := range r.Installed {
		kind, name, _ := strings.Cut(word, "/")
		found, err := finder.Group(ctx, name)
		if kind == Helm {
			found, err = finder.Release(ctx, r.Objects.Namespace, name)
		}
		if err != nil {
			return nil, explainNotInstalled(err)
		}
		all = append(all, found)
	}
	if len(r.Objects.Args) > 0 {
		targets, err := r.Objects.Targets(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, t := range targets {
			found, err := finder.Object(ctx, t)
			if err != nil {
				return nil, err
			}
			all = append(all, found)
		}
	}
	if r.Typed != nil {
		found, err := r.fromManifests(ctx, s)
		if err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	q := &outlook.Question{Operation: r.Operation, Installation: install.Joined(all)}
	q.Commands, q.Checks = install.Deletion(q.Installation.Targets)
	if len(q.Installation.Commands) > 0 {
		q.Commands, q.Checks = q.Installation.Commands, q.Installation.Checks
	}
	return q, nil
}

// explainNotInstalled says what there is instead.
func explainNotInstalled(err error) error {
	missing, ok := errors.AsType[*install.NotFoundError](err)
	if !ok {
		return err
	}
	hint := "none is installed"
	if n := len(missing.There); n > 0 {
		hint = "there is " + strings.Join(missing.There[:min(n, 5)], ", ")
	}
	return &exit.Error{Code: exit.Failed, Err: err, Hint: hint}
}

// fromManifests are the objects of manifests that are there: what installed something may
// have been taken back in part already.
func (r *Request) fromManifests(ctx context.Context, s *source.Source) (*install.Installation, error) {
	objects, err := asked.Manifests(r.Objects.Files)
	if err != nil {
		return nil, err
	}
	found := &install.Installation{
		Title:    "what the manifests installed",
		Commands: [][]string{append(append([]string{"kubectl", "delete"}, r.Typed...), "--ignore-not-found")},
		Checks:   [][]string{append(append([]string{"kubectl", "get"}, r.Typed...), "--ignore-not-found")},
	}
	missing := 0
	for _, object := range objects {
		t, err := object.Target(s, r.Objects.Namespace)
		if err != nil {
			missing++
			continue
		}
		if _, err := s.Get(ctx, t.Kind, t.Namespace, t.Name); err != nil {
			p := s.Problem(trace.PartOf(t.Kind, t.Namespace, t.Name), err)
			if apierrors.IsNotFound(err) {
				missing++
				continue
			}
			found.Incomplete = append(found.Incomplete, p)
		}
		found.Targets = append(found.Targets, t)
	}
	if len(found.Targets) == 0 {
		return nil, &exit.Error{Code: exit.Failed, Err: fmt.Errorf("nothing of the manifests is in the cluster: none of %d objects is there", len(objects)), Hint: "are these the manifests, and is this the cluster?"}
	}
	if missing > 0 {
		found.Unseen = append(found.Unseen, fmt.Sprintf("%d of the %d objects of the manifests, which are not there", missing, len(objects)))
	}
	return found, nil
}
