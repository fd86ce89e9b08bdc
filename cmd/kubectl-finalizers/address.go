package main

import (
	"slices"

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
	add("server", a.flags.APIServer)
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
	if len(words) == 0 || words[0] != "kubectl" || len(flags) == 0 || slices.Contains(words, "config") {
		return words
	}
	end := slices.Index(words, "--")
	if end < 0 {
		end = len(words)
	}
	return slices.Concat(words[:end], flags, words[end:])
}

// ownFlags are the flags that a command of this program needs besides, to
// answer from the same knowledge.
func (f *askFlags) ownFlags() []string {
	var words []string
	if f.from != "" && f.from != "-" {
		words = append(words, "--from", f.from)
	}
	for _, folder := range f.catalogues {
		words = append(words, "--catalogue", folder)
	}
	return words
}

// addressSteps makes every command of a diagnosis reach the same cluster.
func addressSteps(d *explain.Diagnosis, address, own []string) {
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			steps := d.Objects[i].Holds[j].Next
			for k := range steps {
				if slices.Contains(own, "--from") && slices.Contains(steps[k].Command, "--observe") {
					steps[k].Command = nil // what a dump shows does not change
					continue
				}
				steps[k].Command = addressed(steps[k].Command, flagsFor(steps[k].Command, address, own))
			}
		}
	}
}

func flagsFor(words, address, own []string) []string {
	if len(words) > 1 && words[1] == "finalizers" {
		return slices.Concat(address, own)
	}
	return address
}
