package acts

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// AskWhyFailed is what to do about a failure of no known sort, which is told beside: what its innermost words name is to be
// mended, its holder's log around the last try tells what it was at, and who makes the holder may know the rest.
func AskWhyFailed(h *hearing.Case, words string) (n hearing.Notes) {
	ask := "who makes " + h.HolderName()
	switch {
	case h.Holder.Name == "":
		ask = "who runs it"
	case strings.EqualFold(h.Entry.Project, "kubernetes"):
		ask = "who runs the cluster"
	case h.Entry.Project == "":
		ask = "who runs " + h.HolderName()
	}
	text := namedBy(words) + "read in the log of " + h.HolderName() + " what it did before that, at its last try"
	if h.Node.Name != explain.NoName {
		text += " at " + h.Node.Name
	}
	command := logOf(h)
	if slices.Contains(command, "describe") {
		text += ", of which the events tell when that was"
	}
	n.Do(explain.Look(text+", or ask "+ask, command...).For(explain.Mends))
	return n
}

// namedBy is how a step begins that is about what words name: with the innermost of them, or with what could not be done
// where they tell nothing more.
func namedBy(words string) string {
	all := failure.AllUndone(words)
	if len(all) == 0 {
		return "mend what it names; where that is not plain, "
	}
	last := all[len(all)-1]
	switch {
	case last.Cause == "" && !strings.HasSuffix(strings.TrimRight(phrase.OneLine(words), ` ."'`), last.Thing):
		return "mend what it names; where that is not plain, "
	case last.Cause == "":
		return "find out " + last.Why() + ", which the words do not tell: "
	}
	return "mend what these words name, " + phrase.Quoted(strings.Trim(last.Cause, "`' ")) + ", at which it failed; where that is not plain, "
}

// logOf is the command that prints the log of the holder or, where nothing tells where that runs, all that is said of the
// object; none where its name is not known.
func logOf(h *hearing.Case) []string {
	if at := h.Holder.Workload; at.Name != "" && !h.View.Copied && at.Kind != "CronJob" {
		return []string{"kubectl", "logs", at.Short(), "-n", at.Namespace, "--since=1h", "--tail=500"}
	}
	if command := logByName(h); command != nil {
		return command
	}
	if h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		return nil
	}
	return h.View.Command(h.Node.Ref, "describe")
}

// ofHolder is a holder in the words of a step that says which of its releases is to run.
func ofHolder(h *hearing.Case) string {
	return phrase.Prefixed("of ", h.HolderName())
}
