package holder

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// uninstalling is a command that takes a program off the cluster, at the beginning of a line,
// behind a prompt or between marks.
var uninstalling = regexp.MustCompile("(?:^|[$#>] *|`)((?:helm +(?:uninstall|delete|del)|([a-z][a-z0-9-]*) +uninstall)\\b([^`|;&]*))")

// uninstalledBeside is the command that was copied beside the object and has taken its holder
// off the cluster, empty where there is none.
func uninstalledBeside(h *hearing.Case) string {
	if !h.View.Copied {
		return ""
	}
	for _, l := range h.View.Logs.Aside {
		m := uninstalling.FindStringSubmatch(strings.TrimSpace(l.Text))
		if m == nil {
			continue
		}
		names := append(strings.Fields(m[3]), strings.TrimSuffix(strings.TrimSuffix(m[2], "ctl"), "-cli"))
		if slices.ContainsFunc(names, func(name string) bool { return isOfHolder(h, name) }) {
			return phrase.OneLine(m[1])
		}
	}
	return ""
}

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
	f.Mend("install " + h.HolderName() + " again, so that it can clean up" + phrase.Prefixed(": ", placeOf(h)))
	f.Join(PlanRemoval(h))
	return f.Decide(explain.Stuck, explain.HolderMissing, h.HolderName()+" was uninstalled, by what was copied beside it: "+command+said)
}
