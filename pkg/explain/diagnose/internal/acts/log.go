package acts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// SeeItsLog is what to do about a holder of a copy that was not copied itself: see its log, of which some was heard or
// not, and only then to what most often keeps it, which is a guess.
func SeeItsLog(h *hearing.Case, often string, heard bool) hearing.Notes {
	what := "what"
	if heard {
		what = "what else"
	}
	return SeeThatItRuns(h, "see "+what+" the log of "+h.HolderName(), often, hearing.Notes{})
}

// SeeThatItRuns is SeeItsLog where nothing tells whether the holder runs, or only somebody's word does: that and its log are
// seen first, and where it does not run, again is what brings it back. The command for its log is known where the project's
// manifests name one workload: a DaemonSet has many logs.
func SeeThatItRuns(h *hearing.Case, first, often string, again hearing.Notes) (n hearing.Notes) {
	n.Do(explain.Look(first+" says of "+h.Node.Name, logByName(h)...).For(explain.Mends))
	n.Join(again)
	if often != "" {
		n.Mend("if its log tells nothing, see to what most often keeps " + h.HolderName() + " from it: " + often)
	}
	return n
}

// SeeToUnseen is what to do about a holder that is named and was not seen: whether it runs and what its log says comes first,
// then what brings it back. That it runs may be told, by runs. What brings it back comes first where helm has no
// release any more that holds it, and where it is one of a family that most often is not there: which one is to be found.
func SeeToUnseen(h *hearing.Case, runs, often string) (n hearing.Notes) {
	again := Reinstall(h, "if it runs nowhere, ", cmp.Or(h.Entry.Project, h.HolderName()), "")
	_, left := RefusedOver(h)
	switch {
	case runs != "":
		return SeeThatItRuns(h, runs+", see what the log of "+h.HolderName(), often, again)
	case !left && (!h.Entry.Family || !absenceFirst(h)):
		return SeeThatItRuns(h, "see whether "+h.HolderName()+" runs, and if so what its log", often, again)
	}
	n.Join(again)
	if often != "" {
		n.Mend("if it runs, see to what most often keeps it from this: " + often)
	}
	return n
}

// SeeIfItRuns is what to do where the holder of a copy runs nowhere, with the command that tells whether it does.
func SeeIfItRuns(h *hearing.Case, text string) (n hearing.Notes) {
	typed, namespace := namedIn(h)
	if typed == "" {
		n.Mend(text)
		return n
	}
	n.Do(explain.Look(text, "kubectl", "get", typed, "-n", namespace).For(explain.Mends))
	return n
}

// logByName is the command that prints the log of a holder that was not copied.
func logByName(h *hearing.Case) []string {
	if h.Shown.Name != "" {
		return h.Shown.Kubectl("logs", "--tail=1000")
	}
	typed, namespace := namedIn(h)
	if typed == "" || strings.HasPrefix(typed, "daemonset/") {
		return nil
	}
	return []string{"kubectl", "logs", typed, "-n", namespace, "--tail=1000"}
}

// SeeRunBefore looks at how often a holder was started and at what the run before ended, with its pods in a namespace that is
// told where its workload is not known.
func SeeRunBefore(h *hearing.Case, namespace string) explain.Step {
	text := "see whether " + h.HolderName() + " starts again and again, and if so at what the run before ended: the last lines of its log, as of a panic"
	if command := logByName(h); command != nil {
		return explain.Look(text, append(command, "--previous")...).For(explain.Mends)
	}
	text += "; that is kubectl logs --previous of the pod whose RESTARTS go up"
	var command []string
	if namespace != "" {
		command = []string{"kubectl", "get", "pods", "-n", namespace}
	}
	return explain.Look(text, command...).For(explain.Mends)
}

// namedIn is the one workload that the holder's project names, as kubectl takes it, and its namespace. It is none
// where the holder was copied, or may run where nobody sees it.
func namedIn(h *hearing.Case) (typed, namespace string) {
	c := &h.Entry.Controller
	if !h.View.Copied || h.Holder.Workload.Name != "" || c.OutOfSight != "" || len(c.Namespaces) == 0 || len(c.Workloads) != 1 {
		return "", ""
	}
	kind, name, _ := strings.Cut(c.Workloads[0], "/")
	varies := func(s string) bool { return strings.ContainsAny(s, "*{") }
	if varies(name) || slices.ContainsFunc(c.Namespaces, varies) {
		return "", ""
	}
	return strings.ToLower(kind) + "/" + name, c.Namespaces[0]
}
