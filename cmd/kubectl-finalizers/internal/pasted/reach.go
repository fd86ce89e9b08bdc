// Package pasted makes the commands that are printed do what is meant when they are pasted:
// this program is called as it was, and the same cluster is asked.
package pasted

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

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

// Reach is what a command that is printed has to say for it to do what is meant:
// the name by which this program was called, how the same cluster is reached, and
// the files that this run answered from.
type Reach struct {
	As         Name
	Address    []string
	From       string // the dump, and when it was copied, as typed
	At         string
	Catalogues []string
	Also       string // the context of the other cluster that was asked
}

// Command returns the words of a command as they are to be printed. It is made
// from one in which this program is called "kubectl", "finalizers".
func (r Reach) Command(words []string) []string {
	if !ownCommand(words) {
		return addressed(words, r.Address)
	}
	flags := slices.Clone(r.Address)
	verb := ""
	if len(words) > 2 {
		verb = words[2]
	}
	if verb == "preflight" && len(words) > 3 {
		verb += " " + words[3]
	}
	if r.From != "" && slices.Contains(FromTakers, verb) {
		flags = append(flags, "--from", r.From)
		if r.At != "" {
			flags = append(flags, "--at", r.At)
		}
	}
	if slices.Contains(CatalogueTakers, verb) {
		for _, folder := range r.Catalogues {
			flags = append(flags, "--catalogue", folder)
		}
	}
	if r.Also != "" && slices.Contains(alsoTakers, verb) {
		flags = append(flags, "--also-context", r.Also)
	}
	return r.As.Command(addressed(words, flags))
}

// The commands that take a dump, those that take files of the catalogue, and
// those that ask another cluster.
var (
	FromTakers      = []string{"trace", "why-stuck", "remove", "preflight move", "preflight delete", "preflight uninstall"}
	CatalogueTakers = []string{"trace", "why-stuck", "remove", "watch", "explain", "snapshot", "serve", "preflight delete", "preflight uninstall"}
	alsoTakers      = []string{"why-stuck", "remove"}
)

// Steps readies every command of a diagnosis for being printed.
func (r Reach) Steps(d *explain.Diagnosis) {
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			steps := d.Objects[i].Holds[j].Next
			for k := range steps {
				if r.From != "" && steps[k].Again {
					steps[k] = explain.Look(steps[k].Text) // what a dump shows does not change
					continue
				}
				steps[k].Command = r.Command(steps[k].Command)
			}
		}
	}
}

// Secret are the flags whose values are never printed again or logged.
var Secret = []string{"token", "password"}

// Public leaves out of a command line what a person keeps secret.
func Public(typed []string) []string {
	var words []string
	for i := 0; i < len(typed); i++ {
		name, value, valued := strings.Cut(strings.TrimPrefix(typed[i], "--"), "=")
		switch {
		case i > 0 && (typed[i-1] == "--server" || typed[i-1] == "-s"):
			words = append(words, cluster.WithoutUser(typed[i]))
		case strings.HasPrefix(typed[i], "--server="):
			words = append(words, "--server="+cluster.WithoutUser(value))
		case strings.HasPrefix(typed[i], "-s"):
			words = append(words, "-s"+cluster.WithoutUser(typed[i][2:]))
		case !strings.HasPrefix(typed[i], "--") || !slices.Contains(Secret, name):
			words = append(words, typed[i])
		case !valued:
			i++ // its value
		}
	}
	return words
}
