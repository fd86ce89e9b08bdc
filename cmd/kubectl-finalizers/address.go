package main

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// address are the flags by which a command reaches the cluster that this one
// was asked about: a command that is pasted must not act on another. What a
// person keeps secret, such as a token, is never printed again.
func (a *app) address() []string {
	var words []string
	add := func(flag string, value *string) {
		if value != nil && *value != "" {
			words = append(words, "--"+flag, *value)
		}
	}
	add("kubeconfig", a.flags.KubeConfig)
	add("context", a.flags.Context)
	add("cluster", a.flags.ClusterName)
	add("user", a.flags.AuthInfoName)
	if a.flags.APIServer != nil {
		server := cluster.WithoutUser(*a.flags.APIServer)
		add("server", &server)
	}
	add("tls-server-name", a.flags.TLSServerName)
	add("certificate-authority", a.flags.CAFile)
	add("client-certificate", a.flags.CertFile)
	add("client-key", a.flags.KeyFile)
	add("as", a.flags.Impersonate)
	add("as-uid", a.flags.ImpersonateUID)
	if a.flags.ImpersonateGroup != nil {
		for _, group := range *a.flags.ImpersonateGroup {
			add("as-group", &group)
		}
	}
	if a.flags.Insecure != nil && *a.flags.Insecure {
		words = append(words, "--insecure-skip-tls-verify")
	}
	return words
}

// addressed adds flags to the words of a command that begins with kubectl,
// before a "--" if it has one: kubectl takes none before a plugin's name.
func addressed(words, flags []string) []string {
	if len(words) > 1 && words[0] == "helm" {
		return append(slices.Clone(words), helmFlags(flags)...)
	}
	if len(words) < 2 || words[0] != "kubectl" || words[1] == "config" || len(flags) == 0 {
		return words
	}
	end := slices.Index(words, "--")
	if end < 0 {
		end = len(words)
	}
	return slices.Concat(words[:end], flags, words[end:])
}

// helmFlags are those by which Helm reaches the same cluster, as far as it has them.
func helmFlags(flags []string) []string {
	names := map[string]string{
		"--kubeconfig": "--kubeconfig", "--context": "--kube-context", "--server": "--kube-apiserver",
		"--as": "--kube-as-user", "--as-group": "--kube-as-group", "--certificate-authority": "--kube-ca-file",
		"--tls-server-name": "--kube-tls-server-name",
	}
	var out []string
	for i := 0; i < len(flags); i++ {
		if flags[i] == "--insecure-skip-tls-verify" {
			out = append(out, "--kube-insecure-skip-tls-verify")
			continue
		}
		if i++; i < len(flags) && names[flags[i-1]] != "" {
			out = append(out, names[flags[i-1]], flags[i])
		}
	}
	return out
}

// reach is what a command that is printed has to say for it to do what is meant:
// the name by which this program was called, how the same cluster is reached, and
// the files that this run answered from.
type reach struct {
	as         calledAs
	address    []string
	from       string
	catalogues []string
	// also is the context of the other cluster that was asked.
	at   string // of the dump, as typed
	also string
}

func (a *app) reach(f *askFlags) reach {
	r := reach{as: nameOf(a.program), address: a.address(), catalogues: f.catalogues}
	if f.from != "-" { // standard input is read only once
		r.from, r.at = f.from, f.at.typed
	}
	return r
}

// command returns the words of a command as they are to be printed. It is made
// from one in which this program is called "kubectl", "finalizers".
func (r reach) command(words []string) []string {
	if !ownCommand(words) {
		return addressed(words, r.address)
	}
	flags := slices.Clone(r.address)
	verb := ""
	if len(words) > 2 {
		verb = words[2]
	}
	if verb == "preflight" && len(words) > 3 {
		verb += " " + words[3]
	}
	if r.from != "" && slices.Contains(fromTakers, verb) {
		flags = append(flags, "--from", r.from)
		if r.at != "" {
			flags = append(flags, "--at", r.at)
		}
	}
	if slices.Contains(catalogueTakers, verb) {
		for _, folder := range r.catalogues {
			flags = append(flags, "--catalogue", folder)
		}
	}
	if r.also != "" && slices.Contains(alsoTakers, verb) {
		flags = append(flags, "--also-context", r.also)
	}
	return r.as.command(addressed(words, flags))
}

// The commands that take a dump, those that take files of the catalogue, and
// those that ask another cluster.
var (
	fromTakers      = []string{"trace", "why-stuck", "remove", "preflight move", "preflight delete", "preflight uninstall"}
	catalogueTakers = []string{"trace", "why-stuck", "remove", "watch", "explain", "snapshot", "serve", "preflight delete", "preflight uninstall"}
	alsoTakers      = []string{"why-stuck", "remove"}
)

// steps readies every command of a diagnosis for being printed.
func (r reach) steps(d *explain.Diagnosis) {
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			steps := d.Objects[i].Holds[j].Next
			for k := range steps {
				if r.from != "" && steps[k].Again {
					steps[k] = explain.Look(steps[k].Text) // what a dump shows does not change
					continue
				}
				steps[k].Command = r.command(steps[k].Command)
			}
		}
	}
}
