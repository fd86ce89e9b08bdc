package main

import (
	"fmt"

	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

const alsoContextUsage = "The context of another cluster, where the objects may live too."

// elsewhere prepares a connection to the cluster of another context of the same
// kubeconfig. Without a context there is none.
func (a *app) elsewhere(context string) (*explain.Elsewhere, error) {
	if context == "" {
		return nil, nil
	}
	flags := genericclioptions.NewConfigFlags(true)
	flags.KubeConfig = a.flags.KubeConfig
	flags.Timeout = a.flags.Timeout
	flags.Context = &context
	c, err := cluster.Connect(flags, cluster.Options{UserAgent: pasted.Program + "/" + clientVersion().Version, Timeout: a.timeout()})
	if err != nil {
		return nil, fmt.Errorf("--also-context %s: %w", context, err)
	}
	return &explain.Elsewhere{Name: context, Reader: c}, nil
}
