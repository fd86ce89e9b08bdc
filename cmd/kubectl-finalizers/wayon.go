package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

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
		return exit.Hinted(err, contextsHint(named, slices.Sorted(maps.Keys(config.Contexts))))
	case len(config.Clusters) == 0 && *a.flags.APIServer == "" && a.env("KUBERNETES_SERVICE_HOST") == "":
		return exit.Hinted(err, "there is no kubeconfig: name one with --kubeconfig or KUBECONFIG; --from answers from a snapshot or a dump")
	}
	return err
}

// mostContexts bounds how many contexts a hint lists.
const mostContexts = 10

func contextsHint(typed string, contexts []string) string {
	if near := exit.Meant(typed, contexts); len(near) > 0 {
		return exit.DidYouMean(near)
	}
	switch n := len(contexts); {
	case n == 0:
		return "the kubeconfig has no context"
	case n > mostContexts:
		return fmt.Sprintf("there are %d contexts; 'kubectl config get-contexts' lists them", n)
	}
	return "there is " + strings.Join(contexts, ", ")
}
