// Package contexts has the flags by which a question is asked of many clusters, and finds the
// clusters that they mean.
package contexts

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// The names of the flags.
const (
	Several     = "contexts"
	All         = "all-contexts"
	timeoutFlag = "cluster-timeout"
)

// defaultTimeout bounds how long one of many clusters may take.
const defaultTimeout = time.Minute

// Flags say of which clusters a question is asked, where it is asked of many.
type Flags struct {
	// Each is how long one cluster may take; 0 is without end.
	Each  time.Duration
	names []string
	all   bool
	// bounded reports whether Each was typed.
	bounded func() bool
}

// Add adds the flags to those of a command.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.names, Several, nil, "Ask the clusters of these contexts, all at once; * stands for any characters, as in 'prod-*'.")
	flags.BoolVar(&f.all, All, false, "Ask the clusters of all contexts of the kubeconfig, all at once.")
	flags.DurationVar(&f.Each, timeoutFlag, defaultTimeout, "With several contexts, how long one cluster may take; 0 is without end.")
	f.bounded = func() bool { return flags.Changed(timeoutFlag) }
}

// Many reports whether several clusters are asked. What bounds each of them means nothing
// for one alone.
func (f *Flags) Many() (bool, error) {
	if f.all || f.names != nil {
		return true, nil
	}
	if f.bounded() {
		return false, exit.Usage(
			fmt.Errorf("--%s is used with --%s or --%s only", timeoutFlag, Several, All),
			"--request-timeout bounds each request to one cluster",
		)
	}
	return false, nil
}

// flag is the one by which they were named.
func (f *Flags) flag() string {
	if f.all {
		return "--" + All
	}
	return "--" + Several
}

// Refused is a flag that has no meaning for many clusters, where it was given.
type Refused struct {
	Given bool
	Flag  string
	Hint  string
}

// Check refuses what cannot be asked of many clusters at once: what reaches one cluster, what is read once, and the flags of the command that are of one cluster.
func (f *Flags) Check(reached *genericclioptions.ConfigFlags, own ...Refused) error {
	switch {
	case f.all && f.names != nil:
		return exit.Usage(fmt.Errorf("--%s cannot be used with --%s", All, Several), "")
	case !f.all && (len(f.names) == 0 || slices.Contains(f.names, "")):
		return exit.Usage(fmt.Errorf("--%s has an empty name", Several), "'kubectl config get-contexts' lists them")
	case f.Each < 0:
		return exit.Usage(fmt.Errorf("--%s=%s is less than 0", timeoutFlag, f.Each), "0 is without end")
	}
	const each = "each context says itself how its cluster is reached"
	reaching := []Refused{
		{*reached.Context != "", "--context", "name it among the others"},
		{*reached.ClusterName != "", "--cluster", each},
		{*reached.AuthInfoName != "", "--user", each},
		{*reached.APIServer != "", "--server", each},
		{*reached.TLSServerName != "", "--tls-server-name", each},
		{*reached.CAFile != "", "--certificate-authority", each},
		{*reached.Insecure, "--insecure-skip-tls-verify", each},
		{*reached.CertFile != "" || *reached.KeyFile != "", "--client-certificate", each},
		{*reached.BearerToken != "", "--token", "one token is not for all of them"},
		{*reached.Username != "" || *reached.Password != "", "--username", "one password is not for all of them"},
	}
	for _, r := range append(reaching, own...) {
		if r.Given {
			return exit.Usage(fmt.Errorf("%s cannot be used with %s", r.Flag, f.flag()), r.Hint)
		}
	}
	return nil
}

// OneClusterError refuses to ask many clusters what is asked of one.
func OneClusterError(command, flag string) error {
	doing := "asks"
	if command == "remove" {
		doing = "changes"
	}
	return exit.Usage(fmt.Errorf("%s %s one cluster at a time, and takes no --%s", command, doing, flag), "name one with --context; why-stuck, trace and 'preflight move' ask many")
}
