package contexts

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
)

// Clusters are those that the flags mean. For all namespaces, what a context says of one is
// not asked about.
func (f *Flags) Clusters(reached *genericclioptions.ConfigFlags, allNamespaces bool) ([]fleet.Cluster, error) {
	config, err := reached.ToRawKubeConfigLoader().RawConfig()
	if err != nil {
		return nil, fmt.Errorf("reading the kubeconfig: %w", err)
	}
	names := slices.Sorted(maps.Keys(config.Contexts))
	typed := f.names
	if f.all {
		typed = names
	}
	if len(names) == 0 {
		return nil, &exit.Error{Code: exit.Failed, Err: errors.New("the kubeconfig has no context"), Hint: "name one with --kubeconfig or KUBECONFIG"}
	}
	chosen, err := fleet.Choose(names, typed)
	if unknown, ok := errors.AsType[*fleet.UnknownError](err); ok {
		return nil, &exit.Error{Code: exit.Failed, Err: fmt.Errorf("reading the kubeconfig: %w", err), Hint: Hint(unknown.Typed, names)}
	}
	contexts := make([]fleet.Context, len(chosen))
	for i, name := range chosen {
		found := config.Contexts[name]
		contexts[i] = fleet.Context{Name: name, User: found.AuthInfo}
		if !allNamespaces {
			contexts[i].Namespace = cmp.Or(*reached.Namespace, found.Namespace, "default")
		}
		if at := config.Clusters[found.Cluster]; at != nil {
			contexts[i].Server = cluster.WithoutUser(at.Server)
			contexts[i].Place = fmt.Sprintf("%q", []string{
				at.Server, at.TLSServerName, at.ProxyURL, at.CertificateAuthority, string(at.CertificateAuthorityData), fmt.Sprint(at.InsecureSkipTLSVerify),
			})
		}
	}
	return fleet.Gather(contexts), nil
}

// In are the flags for the cluster of another context of the kubeconfig: who one wants to be,
// how long a request may take and which namespace is meant are the same there.
func In(here *genericclioptions.ConfigFlags, context string) *genericclioptions.ConfigFlags {
	there := genericclioptions.NewConfigFlags(true)
	there.CacheDir = nil
	there.KubeConfig, there.Timeout, there.Namespace = here.KubeConfig, here.Timeout, here.Namespace
	there.Impersonate, there.ImpersonateUID = here.Impersonate, here.ImpersonateUID
	there.ImpersonateGroup, there.ImpersonateUserExtra = here.ImpersonateGroup, here.ImpersonateUserExtra
	there.DisableCompression = here.DisableCompression
	there.Context = &context
	return there
}

// mostContexts bounds how many contexts a hint lists.
const mostContexts = 10

// Hint says which contexts there are, or which of them was likely meant.
func Hint(typed string, contexts []string) string {
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
