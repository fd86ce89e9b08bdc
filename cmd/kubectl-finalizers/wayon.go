package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// everywhereHint is the way on where a namespace holds nothing of what was asked for.
const everywhereHint = "hint: -A looks in all namespaces"

// hinted adds a hint to an error that has none yet. Without a hint the error stays
// as it is.
func hinted(err error, hint string) error {
	if _, already := errors.AsType[*codedError](err); err == nil || already || hint == "" {
		return err
	}
	return &codedError{Code: exitError, Err: err, Hint: hint}
}

// wayOn adds to an error of reaching a server what the kubeconfig lacks.
func (a *app) wayOn(err error) error {
	if err == nil {
		return nil
	}
	config, unread := a.flags.ToRawKubeConfigLoader().RawConfig()
	if unread != nil {
		return err
	}
	named := *a.flags.Context
	switch _, there := config.Contexts[named]; {
	case named != "" && !there:
		return hinted(err, contextsHint(named, slices.Sorted(maps.Keys(config.Contexts))))
	case len(config.Clusters) == 0 && *a.flags.APIServer == "" && a.env("KUBERNETES_SERVICE_HOST") == "":
		return hinted(err, "there is no kubeconfig: name one with --kubeconfig or KUBECONFIG; --from answers from a snapshot or a dump")
	}
	return err
}

// mostContexts bounds how many contexts a hint lists.
const mostContexts = 10

func contextsHint(typed string, contexts []string) string {
	if near := meant(typed, contexts); len(near) > 0 {
		return didYouMean(near)
	}
	switch n := len(contexts); {
	case n == 0:
		return "the kubeconfig has no context"
	case n > mostContexts:
		return fmt.Sprintf("there are %d contexts; 'kubectl config get-contexts' lists them", n)
	}
	return "there is " + strings.Join(contexts, ", ")
}

// mostSought bounds how many objects that are not there are looked for elsewhere.
const mostSought = 3

// waysTo adds to each object that was not found where it is, or what was meant.
func (s *source) waysTo(ctx context.Context, errs []error) []error {
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
		out[i] = hinted(err, strings.Join(hints, "; "))
	}
	return out
}

// wayTo is waysTo for what is one error, whatever it is made of: the first hint counts.
func (s *source) wayTo(ctx context.Context, err error) error {
	refused, ok := errors.AsType[*trace.AskError](err)
	if !ok {
		return err
	}
	for _, each := range s.waysTo(ctx, refused.Errs) {
		if told, ok := errors.AsType[*codedError](each); ok {
			return hinted(err, told.Hint)
		}
	}
	return err
}

// elsewhere says in which other namespaces an object of the name is, or else that
// the namespace does not exist.
func (s *source) elsewhere(ctx context.Context, missing *trace.NotFoundError) []string {
	var namespaces []string
	if at := slices.IndexFunc(s.types.Kinds, func(k trace.Kind) bool {
		return k.Group == missing.Ref.Group && k.Kind == missing.Ref.Kind && k.Listable
	}); at >= 0 {
		s.Scan(ctx, []trace.Scope{{Kind: s.types.Kinds[at]}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
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
	case n > mostMeant:
		return []string{fmt.Sprintf("there is one in %s and %d other namespaces: -A finds them", strings.Join(namespaces[:mostMeant], ", "), n-mostMeant)}
	case n > 1:
		return []string{"there is one in " + strings.Join(namespaces, ", ") + ": use -n"}
	}
	return s.noNamespace(ctx, missing.Ref.Namespace)
}

// noNamespace says that a namespace does not exist, where the server says so, and
// which was meant.
func (s *source) noNamespace(ctx context.Context, name string) []string {
	kind, err := s.types.Lookup("namespaces")
	if err != nil || s.live == nil {
		return nil
	}
	if _, err := s.Get(ctx, kind, "", name); !apierrors.IsNotFound(err) {
		return nil
	}
	var all []string
	s.Scan(ctx, []trace.Scope{{Kind: kind}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) { all = append(all, string(row.Name)) })
	hint := "there is no namespace " + name
	if near := didYouMean(meant(name, all)); near != "" {
		hint += "; " + near
	}
	return []string{hint}
}
