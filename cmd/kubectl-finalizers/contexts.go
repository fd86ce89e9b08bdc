package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/progress"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
)

const (
	contextsFlag       = "contexts"
	allContextsFlag    = "all-contexts"
	clusterTimeoutFlag = "cluster-timeout"
)

// defaultClusterTimeout bounds how long one of many clusters may take.
const defaultClusterTimeout = time.Minute

// contextFlags say of which clusters a question is asked, where it is asked of many.
type contextFlags struct {
	names []string
	all   bool
	each  time.Duration
	// bounded reports whether each was typed.
	bounded func() bool
}

func (f *contextFlags) addContexts(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.names, contextsFlag, nil, "Ask the clusters of these contexts, all at once; * stands for any characters, as in 'prod-*'.")
	flags.BoolVar(&f.all, allContextsFlag, false, "Ask the clusters of all contexts of the kubeconfig, all at once.")
	flags.DurationVar(&f.each, clusterTimeoutFlag, defaultClusterTimeout, "With several contexts, how long one cluster may take; 0 is without end.")
	f.bounded = func() bool { return flags.Changed(clusterTimeoutFlag) }
}

// many reports whether several clusters are asked. What bounds each of them means nothing
// for one alone.
func (f *contextFlags) many() (bool, error) {
	if f.all || f.names != nil {
		return true, nil
	}
	if f.bounded() {
		return false, exit.Usage(
			fmt.Errorf("--%s is used with --%s or --%s only", clusterTimeoutFlag, contextsFlag, allContextsFlag),
			"--request-timeout bounds each request to one cluster",
		)
	}
	return false, nil
}

// flag is the one by which they were named.
func (f *contextFlags) flag() string {
	if f.all {
		return "--" + allContextsFlag
	}
	return "--" + contextsFlag
}

// refused is a flag that has no meaning for many clusters, where it was given.
type refused struct {
	given bool
	flag  string
	hint  string
}

// checkContexts refuses what cannot be asked of many clusters at once: what reaches one
// cluster, what is read once, and the flags of the command that are of one cluster.
func (f *contextFlags) checkContexts(a *app, own ...refused) error {
	switch {
	case f.all && f.names != nil:
		return exit.Usage(fmt.Errorf("--%s cannot be used with --%s", allContextsFlag, contextsFlag), "")
	case !f.all && (len(f.names) == 0 || slices.Contains(f.names, "")):
		return exit.Usage(fmt.Errorf("--%s has an empty name", contextsFlag), "'kubectl config get-contexts' lists them")
	case f.each < 0:
		return exit.Usage(fmt.Errorf("--%s=%s is less than 0", clusterTimeoutFlag, f.each), "0 is without end")
	}
	const each = "each context says itself how its cluster is reached"
	reached := []refused{
		{*a.flags.Context != "", "--context", "name it among the others"},
		{*a.flags.ClusterName != "", "--cluster", each},
		{*a.flags.AuthInfoName != "", "--user", each},
		{*a.flags.APIServer != "", "--server", each},
		{*a.flags.TLSServerName != "", "--tls-server-name", each},
		{*a.flags.CAFile != "", "--certificate-authority", each},
		{*a.flags.Insecure, "--insecure-skip-tls-verify", each},
		{*a.flags.CertFile != "" || *a.flags.KeyFile != "", "--client-certificate", each},
		{*a.flags.BearerToken != "", "--token", "one token is not for all of them"},
		{*a.flags.Username != "" || *a.flags.Password != "", "--username", "one password is not for all of them"},
	}
	for _, r := range append(reached, own...) {
		if r.given {
			return exit.Usage(fmt.Errorf("%s cannot be used with %s", r.flag, f.flag()), r.hint)
		}
	}
	return nil
}

// ofSource are the flags of a source that is no server.
func (f *sourceFlags) ofSource() refused {
	return refused{f.from != "" || f.at.Given(), "--from", "a dump is of one cluster"}
}

// ofFiles is standard input, which is read once.
func (f *askFlags) ofFiles() refused {
	return refused{slices.Contains(f.files.Filenames, "-"), "-f -", "standard input can be read only once: name a file"}
}

// oneClusterError refuses to ask many clusters what is asked of one.
func oneClusterError(command, flag string) error {
	doing := "asks"
	if command == "remove" {
		doing = "changes"
	}
	return exit.Usage(fmt.Errorf("%s %s one cluster at a time, and takes no --%s", command, doing, flag), "name one with --context; why-stuck, trace and 'preflight move' ask many")
}

// clusters are those that the flags mean. For all namespaces, what a context says of one is
// not asked about.
func (a *app) clusters(f *contextFlags, allNamespaces bool) ([]fleet.Cluster, error) {
	config, err := a.flags.ToRawKubeConfigLoader().RawConfig()
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
		return nil, &exit.Error{Code: exit.Failed, Err: fmt.Errorf("reading the kubeconfig: %w", err), Hint: contextsHint(unknown.Typed, names)}
	}
	contexts := make([]fleet.Context, len(chosen))
	for i, name := range chosen {
		found := config.Contexts[name]
		contexts[i] = fleet.Context{Name: name, User: found.AuthInfo}
		if !allNamespaces {
			contexts[i].Namespace = cmp.Or(*a.flags.Namespace, found.Namespace, "default")
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

// in is the same program on the cluster of another context of the kubeconfig: who one wants
// to be, how long a request may take and which namespace is meant are the same there. It
// shows no progress of its own, and what it says is kept.
func (a *app) in(context string) *app {
	flags := genericclioptions.NewConfigFlags(true)
	flags.CacheDir = nil
	flags.KubeConfig, flags.Timeout, flags.Namespace = a.flags.KubeConfig, a.flags.Timeout, a.flags.Namespace
	flags.Impersonate, flags.ImpersonateUID = a.flags.Impersonate, a.flags.ImpersonateUID
	flags.ImpersonateGroup, flags.ImpersonateUserExtra = a.flags.ImpersonateGroup, a.flags.ImpersonateUserExtra
	flags.DisableCompression = a.flags.DisableCompression
	flags.Context = &context
	there := *a
	there.flags, there.tally, there.unattended = flags, progress.NewTally(a.now), true
	return &there
}
