package source

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostSought bounds how many objects that are not there are looked for elsewhere.
const mostSought = 3

// WaysTo adds to each object that was not found where it is, or what was meant.
func (s *Source) WaysTo(ctx context.Context, errs []error) []error {
	out := slices.Clone(errs)
	sought := 0
	for i, err := range errs {
		missing, ok := errors.AsType[*trace.NotFoundError](err)
		if !ok {
			continue
		}
		var hints []string
		if sought++; missing.Ref.Namespace != "" && sought <= mostSought {
			hints = s.elsewhere(ctx, missing)
		}
		if len(missing.Near) > 0 {
			hints = append([]string{"there is " + strings.Join(missing.Near, ", ")}, hints...)
		}
		out[i] = exit.Hinted(err, strings.Join(hints, "; "))
	}
	return out
}

// WayTo is WaysTo for what is one error, whatever it is made of: the first hint counts.
func (s *Source) WayTo(ctx context.Context, err error) error {
	refused, ok := errors.AsType[*trace.AskError](err)
	if !ok {
		return err
	}
	for _, each := range s.WaysTo(ctx, refused.Errs) {
		if told, ok := errors.AsType[*exit.Error](each); ok {
			return exit.Hinted(err, told.Hint)
		}
	}
	return err
}

// elsewhere says in which other namespaces an object of the name is, or else that
// the namespace does not exist.
func (s *Source) elsewhere(ctx context.Context, missing *trace.NotFoundError) []string {
	var namespaces []string
	if at := slices.IndexFunc(s.Types.Kinds, func(k trace.Kind) bool {
		return k.Group == missing.Ref.Group && k.Kind == missing.Ref.Kind && k.Listable
	}); at >= 0 {
		s.Scan(ctx, []trace.Scope{{Kind: s.Types.Kinds[at]}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
			if string(row.Name) == missing.Ref.Name {
				namespaces = append(namespaces, string(row.Namespace))
			}
		})
	}
	slices.Sort(namespaces)
	namespaces = slices.Compact(namespaces)
	switch n := len(namespaces); {
	case n == 1:
		return []string{"it is in " + namespaces[0] + ": use -n " + namespaces[0]}
	case n > exit.MostMeant:
		return []string{fmt.Sprintf("there is one in %s and %d other namespaces: -A finds them", strings.Join(namespaces[:exit.MostMeant], ", "), n-exit.MostMeant)}
	case n > 1:
		return []string{"there is one in " + strings.Join(namespaces, ", ") + ": use -n"}
	}
	return s.noNamespace(ctx, missing.Ref.Namespace)
}

// noNamespace says that a namespace does not exist, where the server says so, and
// which was meant.
func (s *Source) noNamespace(ctx context.Context, name string) []string {
	kind, err := s.Types.Lookup("namespaces")
	if err != nil || s.Live == nil {
		return nil
	}
	if _, err := s.Get(ctx, kind, "", name); !apierrors.IsNotFound(err) {
		return nil
	}
	var all []string
	s.Scan(ctx, []trace.Scope{{Kind: kind}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) { all = append(all, string(row.Name)) })
	hint := "there is no namespace " + name
	if near := exit.DidYouMean(exit.Meant(name, all)); near != "" {
		hint += "; " + near
	}
	return []string{hint}
}
