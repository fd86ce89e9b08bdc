package pasted

import (
	"slices"

	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
)

// Address are the flags by which a command reaches the cluster that this one
// was asked about: a command that is pasted must not act on another. What a
// person keeps secret, such as a token, is never printed again.
func Address(flags *genericclioptions.ConfigFlags) []string {
	var words []string
	add := func(flag string, value *string) {
		if value != nil && *value != "" {
			words = append(words, "--"+flag, *value)
		}
	}
	add("kubeconfig", flags.KubeConfig)
	add("context", flags.Context)
	add("cluster", flags.ClusterName)
	add("user", flags.AuthInfoName)
	if flags.APIServer != nil {
		server := cluster.WithoutUser(*flags.APIServer)
		add("server", &server)
	}
	add("tls-server-name", flags.TLSServerName)
	add("certificate-authority", flags.CAFile)
	add("client-certificate", flags.CertFile)
	add("client-key", flags.KeyFile)
	add("as", flags.Impersonate)
	add("as-uid", flags.ImpersonateUID)
	if flags.ImpersonateGroup != nil {
		for _, group := range *flags.ImpersonateGroup {
			add("as-group", &group)
		}
	}
	if flags.Insecure != nil && *flags.Insecure {
		words = append(words, "--insecure-skip-tls-verify")
	}
	return words
}

// naming are the flags that say what is to be removed; a command that names it
// otherwise does without them.
var naming = []string{
	"namespace", "all-namespaces", "selector", "field-selector", "filename", "recursive", "kustomize", "stuck", "cause", "finalizer",
	"confirm", "dry-run", "accept-loss", "v",
}

// Kept are the flags that were given and name nothing that is to be removed, as words.
func Kept(flags *pflag.FlagSet) []string {
	var words []string
	flags.Visit(func(f *pflag.Flag) {
		switch list, ok := f.Value.(pflag.SliceValue); {
		case slices.Contains(naming, f.Name), slices.Contains(Secret, f.Name):
		case f.Name == "server":
			words = append(words, "--server="+cluster.WithoutUser(f.Value.String()))
		case ok:
			for _, v := range list.GetSlice() {
				words = append(words, "--"+f.Name+"="+v)
			}
		case f.Value.Type() == "bool" && f.Value.String() == "true":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return words
}
