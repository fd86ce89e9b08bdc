package copyist

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// forces is a command that deletes with force.
var forces = regex.New(`^(?:kubectl|oc|k) .*\bdelete\b.*(?:--force(?:=true)?(?:\s|$)|--grace-period[= ]0\b)`)

// ForcedInVain tells whoever has deleted the object with force what that cannot do.
func ForcedInVain(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Finalizer == "" || !h.Node.State.Going() {
		return n
	}
	for _, c := range run(h) {
		command := c.text
		in := inNamespace.FindStringSubmatch(command)
		if forces.MatchString(command) && deletes(command, h.Node.Name) && (in == nil || h.Node.Namespace == "" || in[1] == h.Node.Namespace) {
			n.Warn(forceIsVain + " by a command copied beside it")
			return n
		}
	}
	if !h.View.Copied || !h.GoesAlone() {
		return n
	}
	if said := sentence.ForcedInVain(h.View.Logs.Aside.Texts(), namesOf(h)); said != "" && len(said) <= longest {
		n.Add(holder.AsTold(said))
		n.Warn(forceIsVain + byText)
	}
	return n
}

// forceIsVain is what force cannot do, and that it was tried.
const forceIsVain = "to delete it with --force takes no finalizer off: that ends a grace period, and was tried"

// deletes reports whether a command deletes something of that name, and not only in that place.
func deletes(command, name string) bool {
	_, behind, _ := strings.Cut(command, "delete")
	flag := false
	for word := range strings.FieldsSeq(behind) {
		_, own, _ := strings.Cut(word, "/")
		if !flag && (word == name || own == name) {
			return true
		}
		flag = strings.HasPrefix(word, "-") && !strings.Contains(word, "=") && word != "--force"
	}
	return false
}
