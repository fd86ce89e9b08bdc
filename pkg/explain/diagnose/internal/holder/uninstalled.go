package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// uninstalling is a command that takes a program off the cluster, at the beginning of a line,
// behind a prompt or between marks.
var uninstalling = regex.New("(?:^|[$#>] *|`)((?:helm +(?:uninstall|delete|del)|([a-z][a-z0-9-]*) +uninstall)\\b([^`|;&]*))")

// installing is a command that puts one on it.
var installing = regex.New("(?:^|[$#>] *|`)(?:helm +(?:install|upgrade)|([a-z][a-z0-9-]*) +install)\\b([^`|;&]*)")

// uninstalledBeside is the command that was copied beside the object and has taken its holder
// off the cluster, empty where there is none, or where a later one has brought it back.
func uninstalledBeside(h *hearing.Case) (command string) {
	if !h.View.Copied {
		return ""
	}
	for _, l := range h.View.Logs.Aside {
		line := strings.TrimSpace(l.Text)
		if m := uninstalling.FindStringSubmatch(line); m != nil && ofHolder(h, m[2], m[3]) {
			command = phrase.OneLine(m[1])
		} else if m := installing.FindStringSubmatch(line); m != nil && ofHolder(h, m[1], m[2]) {
			command = ""
		}
	}
	return command
}

// reinstalledBeside reports whether somebody writes beside the object that what has to act was installed again: to do
// that is then not what is left to try first.
func reinstalledBeside(h *hearing.Case) bool {
	return h.View.Copied && slices.ContainsFunc(h.View.Logs.Aside, func(l explain.LogLine) bool { return sentence.Reinstalled(l.Text) })
}

// ofHolder reports whether a command, by its program and its arguments, does something to the
// holder, and does not only say what it would do.
func ofHolder(h *hearing.Case, program, arguments string) bool {
	names := []string{strings.TrimSuffix(strings.TrimSuffix(program, "ctl"), "-cli")}
	words := strings.Fields(arguments)
	for i := 0; i < len(words); i++ {
		switch flag, _, valued := strings.Cut(words[i], "="); {
		case flag == "--dry-run" && words[i] != "--dry-run=none" && words[i] != "--dry-run=false":
			return false
		case !strings.HasPrefix(flag, "-"):
			names = append(names, words[i])
		case !valued && slices.Contains(valuedFlags, flag):
			i++
		}
	}
	return slices.ContainsFunc(names, func(name string) bool { return isOfHolder(h, name) })
}

// valuedFlags are those of such commands that the next word is the value of.
var valuedFlags = []string{"-n", "--namespace", "--kube-context", "--context", "--kubeconfig", "--timeout", "--cascade", "--description", "-f", "--values", "--set", "--set-string", "--version", "--repo"}

// isOfHolder reports whether a program or a release is called after the holder or its project.
func isOfHolder(h *hearing.Case, name string) bool {
	name = strings.ToLower(name)
	if len(name) < 3 || strings.HasPrefix(name, "-") || commonName(name) || slices.Contains(dullWords, name) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(h.Entry.Project+" "+h.Holder.Name)), func(word string) bool { return word == name })
}

// uninstalled is the outcome where a command that was copied has taken the holder away.
func uninstalled(h *hearing.Case, command, said string) (f hearing.Finding) {
	f.Fact("command copied beside it", command)
	f.Join(reinstall(h, "", h.HolderName(), ", so that it can clean up"))
	f.Join(PlanRemoval(h))
	return f.Decide(explain.Stuck, explain.HolderMissing, h.HolderName()+" was uninstalled, by what was copied beside it: "+command+said)
}
