package main

import (
	"maps"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
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
		return exit.Hinted(err, contexts.Hint(named, slices.Sorted(maps.Keys(config.Contexts))))
	case len(config.Clusters) == 0 && *a.flags.APIServer == "" && a.env("KUBERNETES_SERVICE_HOST") == "":
		return exit.Hinted(err, "there is no kubeconfig: name one with --kubeconfig or KUBECONFIG; --from answers from a snapshot or a dump")
	}
	return err
}
