package acts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// SeeItsLog is what to do about a holder of a copy, and where it was not copied: see to what most often keeps it, and to
// its log, of which some was heard or not. The command for that is known where the project's manifests name one workload: a DaemonSet has many logs.
func SeeItsLog(h *hearing.Case, often string, heard bool) (n hearing.Notes) {
	command, what := logByName(h), "what"
	if heard {
		what = "what else"
	}
	log := "see " + what + " the log of " + h.HolderName() + " says of " + h.Node.Name
	if often != "" {
		often = "see to what most often keeps " + h.HolderName() + " from it: " + often
	}
	switch {
	case command != nil:
		n.Do(explain.Look(cmp.Or(often, log), command...).For(explain.Mends))
	case often != "":
		n.Mend(often)
		fallthrough
	default:
		n.Mend(log)
	}
	return n
}

func logByName(h *hearing.Case) []string {
	c := &h.Entry.Controller
	if !h.View.Copied || h.Holder.Workload.Name != "" || c.OutOfSight != "" || len(c.Namespaces) == 0 || len(c.Workloads) != 1 {
		return nil
	}
	kind, name, _ := strings.Cut(c.Workloads[0], "/")
	varies := func(s string) bool { return strings.ContainsAny(s, "*{") }
	if kind != "Deployment" && kind != "StatefulSet" || varies(name) || slices.ContainsFunc(c.Namespaces, varies) {
		return nil
	}
	return []string{"kubectl", "logs", strings.ToLower(kind) + "/" + name, "-n", c.Namespaces[0], "--tail=1000"}
}
